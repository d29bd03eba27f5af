// Stage 2, check: the cycles along which seeds are sown.
#include <algorithm>

#include "grammar/check/board.h"

namespace mnc::grammar::check {
namespace {

// A place on a circuit, for South and for North as the mover.
using Place = std::array<Slot, 2>;

class CircuitMaker {
 public:
  CircuitMaker(Context& context, Expressions& expressions)
      : context_(context), expressions_(expressions), board_(context.out.board) {}

  void run() {
    board_.circuits.emplace_back();
    Span default_span = context_.tree.title.span;
    bool listed = false;
    for (const ast::Item& item : context_.tree.items) {
      const auto* tree = std::get_if<ast::Circuit>(&item.node);
      if (!tree) continue;
      if (!tree->name && listed) {
        context_.report(Code::ClauseTwice, item.keyword, "there is another circuit without a name")
            .notes.push_back({default_span, "it stands here"});
        continue;
      }
      if (!tree->name) {
        listed = true;
        default_span = item.keyword;
        set(0, places(*tree));
      } else if (name(*tree->name)) {
        set(board_.circuits.size() - 1, places(*tree));
      }
    }
    if (!listed) set(0, default_places());
    if (complete_) check_coverage(default_span);
  }

 private:
  bool name(const ast::Name& name) {
    const auto index = static_cast<std::int32_t>(board_.circuits.size());
    const auto [at, added] = context_.circuit_names.try_emplace(name.text, index);
    if (!added) {
      context_.report(Code::DuplicateName, name.span,
                      "the name " + quoted(name.text) + " of this circuit is already taken");
      return false;
    }
    board_.circuits.emplace_back();
    board_.circuits.back().name = name.text;
    return true;
  }

  std::vector<Place> places(const ast::Circuit& tree) {
    std::vector<Place> result;
    for (const auto& pit : tree.pits) {
      for (const Place& place : places(*pit)) {
        const bool twice = std::any_of(result.begin(), result.end(), [&](const Place& other) {
          return (other[0] == place[0] && place[0] != kNoSlot) || (other[1] == place[1] && place[1] != kNoSlot);
        });
        if (twice) {
          context_.report(Code::BadCircuit, pit->span, "the circuit meets a pit twice");
          complete_ = false;
          break;
        }
        result.push_back(place);
      }
    }
    if (result.size() < 2 && complete_) {
      context_.report(Code::BadCircuit, tree.pits.empty() ? context_.tree.title.span : tree.pits.front()->span,
                      "a circuit has at least two pits");
      complete_ = false;
    }
    return result;
  }

  std::vector<Place> places(const ast::Expr& tree) {
    const auto* range = std::get_if<ast::PitRange>(&tree.node);
    const auto* from = range ? std::get_if<ast::PitName>(&range->from->node) : nullptr;
    const auto* to = range ? std::get_if<ast::PitName>(&range->to->node) : nullptr;
    if (from && to && from->row == to->row && from->opponent == to->opponent) {
      std::vector<Place> result;
      const int step = from->column <= to->column ? 1 : -1;
      for (int column = from->column;; column += step) {
        const auto found = expressions_.slots({from->row, column, from->opponent}, Who::Mover, tree.span);
        if (!found) {
          complete_ = false;
          break;
        }
        result.push_back(*found);
        if (column == to->column) break;
      }
      return result;
    }
    const NodeId pits = expressions_.pits(tree, Scope{.known = 0, .place = "in a circuit"});
    if (const auto set = context_.nodes.const_set(pits)) return in_order(*set);
    complete_ = false;
    if (pits != kNoNode) {
      context_.report(Code::BadCircuit, tree.span, "a circuit is a list of pits, in the order in which they are sown")
          .help = "for example `A1..A6, store, a1..a6`";
    }
    return {};
  }

  // The pits of a set as they are met: the mover's before the opponent's, of each owner's rows A from the left, B from the
  // right and so on.
  std::vector<Place> in_order(const ConstSet& set) const {
    std::array<std::vector<Slot>, 2> lists;
    for (std::size_t side = 0; side < 2; ++side) {
      const auto key = [&](Slot slot) {
        const Who owner = board_.slots[static_cast<std::size_t>(slot)].owner;
        return std::pair(owner == (side == 0 ? Who::North : Who::South), order(slot, true));
      };
      for (Slot slot = 0; slot < static_cast<Slot>(board_.slots.size()); ++slot) {
        if (set[side][static_cast<std::size_t>(slot)]) lists[side].push_back(slot);
      }
      std::sort(lists[side].begin(), lists[side].end(), [&](Slot a, Slot b) { return key(a) < key(b); });
    }
    return paired(lists);
  }

  static std::vector<Place> paired(const std::array<std::vector<Slot>, 2>& lists) {
    std::vector<Place> result(std::max(lists[0].size(), lists[1].size()), {kNoSlot, kNoSlot});
    for (std::size_t side = 0; side < 2; ++side) {
      for (std::size_t i = 0; i < lists[side].size(); ++i) result[i][side] = lists[side][i];
    }
    return result;
  }

  // On four rows each player's own rows, A from the left and B from the right; else the whole board, from South's left,
  // the lowest row first, every other row backwards.
  std::vector<Place> default_places() const {
    const bool own_rows = board_.screen_rows == 4 && !board_.shared;
    std::array<std::vector<Slot>, 2> lists;
    for (std::size_t side = 0; side < 2; ++side) {
      for (Slot slot = 0; slot < board_.pits(); ++slot) {
        const Who owner = side == 0 ? Who::South : Who::North;
        if (!own_rows || board_.slots[static_cast<std::size_t>(slot)].owner == owner) lists[side].push_back(slot);
      }
      std::sort(lists[side].begin(), lists[side].end(),
                [&](Slot a, Slot b) { return order(a, own_rows) < order(b, own_rows); });
    }
    return paired(lists);
  }

  std::pair<int, int> order(Slot slot, bool own_rows) const {
    const Pit& pit = board_.slots[static_cast<std::size_t>(slot)];
    if (own_rows) return {pit.row - 'A', (pit.row - 'A') % 2 == 0 ? pit.column : -pit.column};
    const int row = board_.screen_rows - 1 - pit.screen_row;
    return {row, row % 2 == 0 ? pit.screen_column : -pit.screen_column};
  }

  // Where a slot lies, in half columns and half rows from the top left. Stores lie beyond the ends of the rows: South's
  // on the right, North's on the left.
  std::pair<long, long> place_of(Slot slot) const {
    const Pit& pit = board_.slots[static_cast<std::size_t>(slot)];
    if (!pit.store) return {2L * pit.screen_column, 2L * pit.screen_row};
    return {pit.owner == Who::South ? 2L * board_.screen_columns : -2L, board_.screen_rows - 1L};
  }

  // Positive if the cycle runs clockwise as seen from above (rows count downwards).
  long area(const std::vector<Slot>& cycle) const {
    long sum = 0;
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      const auto [x, y] = place_of(cycle[i]);
      const auto [next_x, next_y] = place_of(cycle[(i + 1) % cycle.size()]);
      sum += x * next_y - next_x * y;
    }
    return sum;
  }

  void set(std::size_t index, const std::vector<Place>& places) {
    Circuit& circuit = board_.circuits[index];
    std::array<long, 2> areas{};
    for (std::size_t side = 0; side < 2; ++side) {
      circuit.cycle[side].clear();
      for (const Place& place : places) {
        if (place[side] != kNoSlot) circuit.cycle[side].push_back(place[side]);
      }
      areas[side] = area(circuit.cycle[side]);
    }
    for (std::size_t side = 0; side < 2; ++side) {  // who has no pits on it never sows along it: it is theirs all the same
      if (!circuit.cycle[side].empty()) continue;
      circuit.cycle[side] = circuit.cycle[1 - side];
      areas[side] = areas[1 - side];
    }
    circuit.oriented = (areas[0] != 0 && areas[1] != 0) || !complete_;  // nothing more is said of a broken circuit
    for (std::size_t side = 0; circuit.oriented && side < 2; ++side) {
      const bool clockwise = areas[side] > 0;
      circuit.forwards[side] = clockwise ? kClockwise : kCounterclockwise;
      if (!clockwise) std::reverse(circuit.cycle[side].begin(), circuit.cycle[side].end());
    }
  }

  void check_coverage(Span span) {
    std::vector<std::string> missed;
    for (std::size_t slot = 0; slot < static_cast<std::size_t>(board_.pits()); ++slot) {
      const Pit& pit = board_.slots[slot];
      const std::size_t side = pit.owner == Who::North ? 1 : 0;
      const bool met = std::any_of(board_.circuits.begin(), board_.circuits.end(), [&](const Circuit& circuit) {
        return std::find(circuit.cycle[side].begin(), circuit.cycle[side].end(), static_cast<Slot>(slot)) !=
               circuit.cycle[side].end();
      });
      if (!met)
        missed.push_back(static_cast<char>(side == 1 ? pit.row - 'A' + 'a' : pit.row) + std::to_string(pit.column));
    }
    if (missed.empty()) return;
    context_.report(Code::CircuitMissesPits, span, "no circuit of their owner meets " + listed(missed)).help =
        "what is lifted there could not be sown on from there";
  }

  Context& context_;
  Expressions& expressions_;
  Board& board_;
  bool complete_ = true;
};

}  // namespace

void check_circuits(Context& context, Expressions& expressions) { CircuitMaker(context, expressions).run(); }

}  // namespace mnc::grammar::check
