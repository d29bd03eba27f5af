// Writes machine code for pieces of a program. Internal to the compiler; the only user of asmjit besides jit.cpp.
#pragma once

#include <asmjit/asmjit.h>

#include <array>
#include <bit>
#include <bitset>
#include <deque>
#include <functional>
#include <map>
#include <memory_resource>
#include <optional>
#include <span>
#include <vector>

#include "interpreter/jit.h"
#include "interpreter/low_memory.h"

namespace mnc::engine {

namespace x86 = asmjit::x86;
using x86::Gp;
using x86::Xmm;

// A member of a structure of the engine.
[[nodiscard]] inline x86::Mem field(const Gp& base, std::size_t offset, std::uint32_t bytes) {
  return x86::ptr(base, static_cast<std::int32_t>(offset), bytes);
}

// Some bytes of a structure.
[[nodiscard]] inline x86::Mem part(x86::Mem whole, std::int32_t offset, std::uint32_t bytes) {
  whole.addOffset(offset);
  whole.setSize(bytes);
  return whole;
}

// What sowing some seeds changes in a block of 16 pits of byte counts, and the last pit, as one of the block.
struct alignas(32) JitLap {
  std::array<std::uint8_t, 16> added{};
  std::uint8_t last = 0;
};
struct alignas(16) JitRow { std::array<std::uint8_t, 16> byte{}; };

// A track as compiled code wants it; tables hold both directions.
struct JitTrack {
  static constexpr int kMost = 255;    // seeds of byte counts
  // Of byte counts in one block of 16 pits, n seeds sown in a direction, by n, direction and pit (see place): starting in that
  // pit; and lifted from it and sown, starting after it. Null: the pits do not lie in one block.
  int first_block = 0;
  const JitLap *from = nullptr, *lifted = nullptr;
  [[nodiscard]] static constexpr int place(int n, int direction, int pit_in_block) { return (n * 2 + direction) * 16 + pit_in_block; }
  const std::int16_t* next = nullptr;          // by kMaxSlots * direction + pit; -1: not on the track
  int length = 0, base = -1;           // base: pits lie side by side from here, clockwise upwards if `ascending`
  bool ascending = false;
  std::bitset<kMaxSlots> pits;
};

// Tables that compiled code refers to; they live as long as it does.
class JitTables {
  LowMemory pages_;
  std::pmr::monotonic_buffer_resource memory_{std::size_t{1} << 18, &pages_};

 public:
  explicit JitTables(const Program& program, const JitShape& shape);
  std::vector<JitTrack> tracks;
  std::pmr::vector<JitRow> only{16, &memory_}, others{16, &memory_};         // 255 in one byte; in all the others
  std::pmr::vector<std::array<std::uint16_t, 16>> ones{17, &memory_};        // 1 in the first n
  using Images = std::pmr::vector<std::array<std::uint64_t, 256>>;
  std::array<Images, 2> facing{Images{8, &memory_}, Images{8, &memory_}};    // images of the bytes of a set: opposites; pits they face
  std::pmr::vector<Index> opposite{&memory_};
  std::optional<int> mirror;           // the opposite of i is mirror - i, for every pit that has one

 private:
  std::pmr::deque<std::pmr::vector<JitLap>> laps_{&memory_};
  std::pmr::deque<std::pmr::vector<std::int16_t>> shorts_{&memory_};
  const JitLap* keep(const std::vector<JitLap>& table);
};

// Thrown inside the compiler only: this piece of code stays with the interpreter.
struct NotCompiled {};

// How the registers of a piece of code begin.
struct JitStart {
  bool move = false;          // origin from the argument, counters at 0
  bool candidate = false;     // likewise, of a test about a move: it counts nothing
  bool given = false;         // the answers to its choices (and the direction, if it is not constant) from registers
  bool reset = false;         // as Machine::reset_registers leaves them
  std::optional<int> direction, circuit;
  bool placed = false;        // the starting pit is a pit
  WideMask pits = ~WideMask{0};  // one of these
};

// Whether an instruction sows a lap, along the track `d`.
[[nodiscard]] inline bool sows(const Instruction& in) {
  return in.op == Opcode::Sow || in.op == Opcode::SowSkip || in.op == Opcode::SowEach || in.op == Opcode::Relay;
}

// Straightens the jumps of all that has been written.
void straighten(x86::Compiler& cc);

class JitCoder {
 public:
  JitCoder(x86::Compiler& compiler, const Program& program, const JitShape& shape, const JitCalls& calls, const JitTables& tables)
      : cc(compiler), p_(program), sh_(shape), calls_(calls), tables_(tables), words_(shape.mask_bytes > 8 ? 2 : 1) {}

  // The whole function; returns its label. from_set: of Purpose::Set.
  void function(asmjit::FuncNode* node, Entry entry, Purpose purpose, const JitStart& start, std::uint16_t from_set);
  // What the player `me` to move may do: see Jit::turn.
  void turn(asmjit::FuncNode* node, int me);
  // See Jit::scan.
  void scan(asmjit::FuncNode* node, const KindCode& kind, bool targets);
  // See Jit::playout and Jit::perft. kinds: those of each player whose moves can be compiled.
  void playout(asmjit::FuncNode* node, const std::array<std::uint32_t, 2>& kinds);
  void perft(asmjit::FuncNode* node, const std::array<std::uint32_t, 2>& kinds);
  // See Jit::question.
  void can(asmjit::FuncNode* node, int who, std::uint32_t kinds);
  void targets(asmjit::FuncNode* node, int who, std::uint32_t kinds);
  // What stands behind the function. To be called once it is ended.
  void data();
  // Whether first laps can be looked up instead of sown.
  [[nodiscard]] bool can_scan(const KindCode& kind);
  [[nodiscard]] static bool scannable(const KindCode& kind, bool targets);
  // A kind whose code says whether a move is legal as well as playing it.
  [[nodiscard]] static bool attempted(const KindCode& kind) { return kind.need == Need::Whole || kind.asks; }
  [[nodiscard]] static JitStart move_start(const KindCode& kind);

 private:
  friend class LaneScan;
  struct Set { std::array<Gp, 2> word; bool made = false; };
  using Regs = std::bitset<kMaxRegisters>;

  // the shape of the code
  void explore(Entry entry);
  [[nodiscard]] std::vector<Entry> branches(Entry pc) const;    // of an instruction by itself
  [[nodiscard]] std::vector<Entry> successors(Entry pc) const;  // a choice of constants is one step
  struct Select {
    int d = 0;                                      // the register that gets
    std::vector<std::pair<Entry, int>> cases;       // the number of the first case whose test does not jump,
    std::optional<int> otherwise;                   // or else this number; none: it stays as it is
    Entry join = 0;                                 // where the code goes on
  };
  [[nodiscard]] Entry settled(Entry pc) const;
  [[nodiscard]] std::optional<Select> select_at(Entry pc) const;
  void select(const Select& choice);
  [[nodiscard]] x86::CondCode compare(const Instruction& in);
  [[nodiscard]] std::optional<x86::CondCode> compare_in_run(const Gp& pit, WideMask set);
  // What a number register may hold, as far as it matters: a pit of `pits`, or none (-1). Other numbers may be any pit.
  struct Value {
    WideMask pits = ~WideMask{0};
    bool none = false;
    int facing = -1;                           // it is the opposite of what that register holds; -1: not told
    bool operator==(const Value&) const = default;
  };
  using Values = std::vector<Value>;           // by register; those behind are not told
  [[nodiscard]] static Value value_in(const Values& values, int r);
  void find_values();
  void follow(Entry pc, Entry next, Values& values) const;
  static bool join(Values& values, const Values& others);
  void find_reads();
  [[nodiscard]] bool takes_one(Entry pc) const;
  void region(Entry entry);
  void prepare(Entry entry, const JitStart& start);
  void inlined(Entry entry, const JitStart& start, const asmjit::Label& done, const asmjit::Label& fail);
  [[nodiscard]] bool scans(Entry entry) const;
  // First laps of a kind's moves, by pits of a block in the low 16 bits with direction 0, in the next 16 with direction 1.
  // captured: pits of the board, of a scan for targets. met: only its bits of legal moves mean something, of other scans.
  struct Scanned { int block; Gp legal, captured; std::array<Gp, JitScan::kNeeds> met; };
  [[nodiscard]] Scanned scan_moves(const KindCode& kind, bool targets, const Gp& from, const asmjit::Label& fail);
  void scan_direction(const KindCode& kind, bool targets, int direction, const Gp& from, const Scanned& out, const asmjit::Label& fail);
  [[nodiscard]] Gp of_direction(const Scanned& scanned, const Gp& moves, int direction);
  void scan_relay(const Instruction& in);
  void scan_take(const Instruction& in);
  // questions about moves
  void in_phase(std::span<const PhaseCode> phases, const std::function<void(const PhaseCode&)>& write);
  [[nodiscard]] Gp starting_pits(const KindCode& kind, bool all, const asmjit::Label& closed, const asmjit::Label& slow);
  void find_one(const KindCode& kind, const asmjit::Label& found, const asmjit::Label& slow);
  void begin_question(asmjit::FuncNode* node);
  void end_question(const asmjit::Label& slow);
  // turns, games
  void find_turn(int me, const asmjit::Label& slow, bool remembered = false);
  void begin_games(asmjit::FuncNode* node, const std::array<std::uint32_t, 2>& kinds);
  void ply(int me, const asmjit::Label& yours);
  void listed_ply(int me, const asmjit::Label& yours);
  void play_kind(int me, const asmjit::Label& played, const asmjit::Label& illegal);
  void move_on(int me);
  void position(int me, const asmjit::Label& slow, const asmjit::Label& done);
  void child(int me, const asmjit::Label& counted);
  [[nodiscard]] Gp hash_position(int me);
  void add_to_history(int me);
  [[nodiscard]] bool spends_reserve(const PhaseCode& phase, int me) const;
  void pass_history();
  void add_to_path(int me);
  void draw(const Gp& chosen, const asmjit::Label& yours);
  void count_choice();
  void count_ply();
  void note_seeds();
  void endless_move();
  [[nodiscard]] bool fixed_tells() const { return p_.uses_occurrences && !p_.stores; }
  // lists of candidates
  [[nodiscard]] std::size_t list_words(const PlayerCode& player, const std::vector<int>& kinds);
  [[nodiscard]] std::size_t most_words(const PlayerCode& player);
  void list_rank(const PlayerCode& player, const std::vector<int>& kinds, const asmjit::Label& have, const asmjit::Label& slow);
  using Answers = std::array<int, 3>;
  struct Some { Gp word; std::uint64_t of; int up = 0; };  // those of a set that are in a constant one too; pit i: bit i + up of the word
  void list_kind(const KindCode& kind, const asmjit::Label& slow);
  void list_scanned(const KindCode& kind, const Gp& from, const asmjit::Label& slow);
  void list_choices(const KindCode& kind, std::size_t choice, Answers answers, const Some& pits);
  void list_way(const KindCode& kind, const Answers& answers, const Some& pits);
  void give(const KindCode& kind, const Answers& answers, const Gp& at);
  [[nodiscard]] static int direction_of(const KindCode& kind, const Answers& answers);
  [[nodiscard]] std::optional<bool> foregone(Entry pc, const Answers& answers, int pit) const;
  [[nodiscard]] Some pits_where(const KindCode& kind, Entry entry, const Answers& answers, const Some& pits);
  struct Way { Answers answers; int code; Some pits; };  // code: the answer to its question
  // The bits that each way of a kind takes, from the lowest to the highest of all pits that it can start from.
  struct Stretch {
    explicit Stretch(std::uint64_t pits) : all(pits == 0 ? 1 : pits), low(std::countr_zero(all)), width(std::bit_width(all) - low) {}
    // Where the next way stands: all in one word.
    [[nodiscard]] std::size_t place(std::size_t end) const { return end % 64 + static_cast<std::size_t>(width) > 64 ? (end + 63) / 64 * 64 : end; }
    std::uint64_t all;
    int low, width;
  };
  [[nodiscard]] std::uint64_t possible(const KindCode& kind);
  void pack(const KindCode& kind, const Stretch& pits, const Gp& asked);
  [[nodiscard]] static std::uint64_t entry_of(const KindCode& kind, const Way& way, int pit);
  void test_found();
  void count_found();
  void nth_found(const Gp& chosen);
  [[nodiscard]] Gp next_found();
  void drop_found(const Gp& at);
  void take_candidate(int me, const Gp& at);
  void copy_state(const x86::Mem& from, const x86::Mem& to);
  void clone_state(const x86::Mem& from, const x86::Mem& to);
  void count_move(const Gp& lap, const Gp& captured);
  void rank(const PlayerCode& player, const std::vector<int>& kinds, const asmjit::Label& have, const asmjit::Label& slow);
  [[nodiscard]] bool judges(const PlayerCode& player, const KindCode& kind) const;
  void judge(const KindCode& kind, const Gp& active);
  void instruction(Entry pc);
  void write(const Instruction& in, Entry pc);
  bool test(const Instruction& in);
  bool count(const Instruction& in);
  bool pick_pits(const Instruction& in, Entry pc);
  bool move_seeds(const Instruction& in);
  bool keep(const Instruction& in, Entry pc);
  void begin(const JitStart& start);
  void nested(Entry entry, const asmjit::Label& done, const asmjit::Label& fail);
  [[nodiscard]] bool turns_about() const;
  void find_trigger_reads();

  // registers
  [[nodiscard]] Gp number(int r);
  void assign(int r, const Gp& value);
  void assign(int r, int value);
  [[nodiscard]] std::optional<int> known(int r) const {
    const auto at = rg_.known.find(r);
    return at == rg_.known.end() ? std::nullopt : std::optional(at->second);
  }
  [[nodiscard]] bool read(int r) const { return reads_[static_cast<std::size_t>(r)]; }
  [[nodiscard]] Value holds(int r) const { return value_in(*values_, r); }
  [[nodiscard]] bool may_be_none(int r) const { return holds(r).none; }
  [[nodiscard]] bool constant(int set) const { return set >= kMaskBase; }
  [[nodiscard]] WideMask value(int set) const { return p_.masks[static_cast<std::size_t>(set - kMaskBase)]; }
  [[nodiscard]] std::uint64_t word(int set, int w) const { return static_cast<std::uint64_t>(value(set) >> (64 * w)); }
  [[nodiscard]] Gp set_word(int set, int w);
  void assign_set(int set, int w, const Gp& value);
  // A register for a moment: until the end of the instruction, if one is being written. (The time the compiler takes grows
  // with the square of the number of registers.)
  [[nodiscard]] Gp temp();

  // memory
  [[nodiscard]] x86::Mem pit(const Gp& index) const { return x86::ptr(state_, index, sh_.count_bytes == 2 ? 1 : 0, 0, static_cast<std::uint32_t>(sh_.count_bytes)); }
  [[nodiscard]] x86::Mem var(int v) const { return x86::ptr(state_, sh_.vars + 2 * v, 2); }
  [[nodiscard]] x86::Mem in_frame(int offset, int size) const { return x86::ptr(frame_, offset, static_cast<std::uint32_t>(size)); }
  [[nodiscard]] x86::Mem in_table(const void* table, const Gp& index, unsigned shift, std::uint32_t bytes);
  [[nodiscard]] x86::Mem bytes16(std::uint8_t value);
  [[nodiscard]] x86::Mem words16(std::uint16_t value);
  [[nodiscard]] Gp seeds(int r);
  void add_to_pit(const Gp& at, const Gp& n, WideMask pits = ~WideMask{0});
  [[nodiscard]] x86::Mem block_of(const Gp& at, WideMask pits);
  void clear_pit(const Gp& at, WideMask pits = ~WideMask{0});

  // tests
  void jump_if(x86::CondCode yes, bool sense, Entry target);
  void test_in(int r, int set, bool sense, Entry target);
  void test_counts(const Gp& n, int set, bool sense, Entry target);
  void jump_if_in_counts(const Gp& n, int set, const asmjit::Label& yes, const asmjit::Label& no);
  void test_some(const Instruction& in);
  void test_holds(const Instruction& in);
  void test_flag(const Instruction& in);
  [[nodiscard]] Gp block_holding(int block, int low, int high);
  [[nodiscard]] Gp holding(int range, int set, int w);
  [[nodiscard]] std::optional<Gp> holding_counts(int counts, int set);

  // sets
  void binary(const Instruction& in);
  void mask_flag(const Instruction& in);
  void map_set(const Instruction& in);
  void mask_counts(const Instruction& in);
  [[nodiscard]] const JitTrack& current_track(int player) const;
  [[nodiscard]] std::optional<int> constant_circuit() const;
  void mask_run(const Instruction& in, bool counts, int by);
  void bit_of(int set, const Gp& at, bool add, bool none);

  // seeds
  using Give = std::function<void(const Gp& seeds)>;
  void take_one(const Gp& at, bool may_be_none, const Gp& total);
  void take(int set, const Give& give);
  void take_pit(int r, const Give& give);
  void add_to_hand(const Gp& n);
  void emptied(const Gp& at, WideMask pits, const Gp* n = nullptr);
  void add_to_var(int v, const Gp& n);
  void capture_var(const Instruction& in);
  void capture_pit(const Instruction& in);
  void take_word(const Gp& rest, int w, const Gp& total);
  [[nodiscard]] bool first_wanted() const { return purpose_ != Purpose::Play && !playing_; }  // what a first lap captures
  void first_captured(const Gp& at);
  void capture_for(const Instruction& in);
  void capture_some(const Instruction& in);
  void shift(const Instruction& in);
  [[nodiscard]] Gp clamped(int wanted, const Gp& has);
  [[nodiscard]] Gp store_of(const Gp& player);
  void add_to_won(const Gp& player, const Gp& n);
  void sow(const Instruction& in);
  void sow_each(const Instruction& in, const Gp& first, const Gp& n);
  void relay(const Instruction& in);
  [[nodiscard]] bool may_be_off(const JitTrack& track, int r) const;
  void before_lap();
  void after_lap(const Gp& last, int track);
  [[nodiscard]] Gp new_last();
  struct Heading { std::optional<int> constant; Gp number; };  // a direction, perhaps known
  [[nodiscard]] Heading heading() const { return {direction_, fixed_[kDirection]}; }
  [[nodiscard]] Gp sow_rows(const JitTrack& track, const JitLap* laps, const Gp& at, const Gp& n);
  [[nodiscard]] Gp sow_run(const JitTrack& track, int which, const Gp& after, const Gp& n);
  [[nodiscard]] Gp sow_call(int which, const Gp& first, const Gp& n, int skip, const Heading& heading);
  [[nodiscard]] Gp step_on(const JitTrack& track, const Gp& from, int flip, const Heading& heading);
  void lift_all(const Instruction& in);
  void lift_some(const Instruction& in);
  void place(const Instruction& in);
  void leave(std::uint64_t status);
  // Code that hardly ever runs: it is written behind the function. It comes from `from` and goes on with `to`.
  void seldom(const asmjit::Label& from, const asmjit::Label& to, std::function<void()> write) { seldom_.push_back({from, to, std::move(write)}); }
  void end_function(const Gp& result);
  void ask(const Instruction& in, Entry pc);
  void pick(const Instruction& in);
  void facing(const Instruction& in);
  void only(const Instruction& in);
  template <class Body>
  void each_pit(int set, const Body& body);  // only in jit_numbers.cpp
  void sum(const Instruction& in);
  void outermost(const Instruction& in);
  void divide(const Instruction& in);
  [[nodiscard]] Gp question(const Instruction& in, std::int64_t (*asked)(void*, const void*, std::uint64_t));
  void mark(const Instruction& in);
  void set_var(const Instruction& in);
  void first_need(const Instruction& in);
  template <class Item>
  [[nodiscard]] Gp looked_up(int r, const Item* table, int otherwise);

  struct Seldom { asmjit::Label from, to; std::function<void()> write; };
  std::vector<Seldom> seldom_;

  x86::Compiler& cc;
  const Program& p_;
  const JitShape& sh_;
  const JitCalls& calls_;
  const JitTables& tables_;
  int words_;

  std::vector<Gp> temps_;                      // in use are the first used_temps_ of them
  std::size_t used_temps_ = 0;
  bool lends_ = false;                         // an instruction is being written
  Gp frame_, state_, origin_, out_, game_;
  Purpose purpose_ = Purpose::Test;
  JitStart start_;
  asmjit::Label exit_;
  struct Region {                              // a piece of code and what is known while it is written
    std::map<Entry, asmjit::Label> labels;     // of what is reachable
    std::map<Entry, int> arrivals;
    std::map<Entry, Values> values;            // of the registers, where the instruction begins
    std::map<int, Gp> temporaries;
    std::map<int, Set> sets;
    std::map<int, int> known;                  // number registers of known value, in straight code
    std::map<int, WideMask> within;            // pits that a set register can hold at all, in straight code
    std::bitset<kMaskBase> set_reads;          // set registers that anything looks at, but for captures of `one`
    std::map<int, int> one;                    // set registers that are the set of one pit: its number register
  };
  Region rg_;
  Entry entry_ = 0;
  const Values* values_ = nullptr;             // at the instruction that is being written
  Regs reads_;
  std::array<Gp, kFirstTemporary> fixed_;
  std::optional<int> direction_, circuit_;     // if it is the same throughout
  bool in_trigger_ = false, in_each_ = false;
  bool inline_ = false;                        // Done and Fail go to these places
  asmjit::Label done_, fail_;
  // of a scan: nothing is sown, so only pits off the track are looked at
  bool scanning_ = false, taken_ = false;
  Gp captured_;
  std::array<Gp, JitScan::kNeeds> needs_, needed_;
  asmjit::Label scan_fail_;
  // of a turn's candidates, which are bits of origins_: way after way to answer choices and question, of each the starting pits
  static constexpr std::size_t kMostWords = 8; // of one rank
  bool listing_ = false;
  std::vector<Way> ways_;                      // of the kind
  std::vector<std::uint64_t> candidates_;      // see entry_of
  std::size_t first_candidate_ = 0;            // of the rank
  asmjit::Label candidate_table_;
  bool playing_on_ = false;                    // the moves found are played in the same function
  std::array<std::uint32_t, 2> usable_{};      // kinds that can be compiled
  Gp found_at_, uncertain_;                    // where the rank's candidates stand in the table; uncertain: each must be tried
  x86::Mem backup_;                            // a state put aside
  Gp sum_;                                     // of perft
  asmjit::Label self_;
  std::array<Gp, 3> answers_;                  // of the move that is looked at or played
  Gp given_direction_, code_, kind_;
  bool playing_ = false;                       // a drawn move is played: questions are answered by code_
  asmjit::Label endless_, row_;
  // of a turn
  std::vector<Gp> origins_;                    // as many words as it takes
  Gp found_kind_, found_count_;
  std::array<asmjit::Label, 2> turns_;         // of a playout: where a turn begins
  int known_player_ = -1;                      // whether they can move is known: found_count_
};

}  // namespace mnc::engine
