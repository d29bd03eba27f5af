// The compiler's front: tables for compiled code, and what of a program is compiled.
#include "interpreter/jit.h"

#if defined(MNC_HAS_JIT)

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <mutex>
#include <string_view>

#include "interpreter/jit_code.h"

namespace mnc::engine {

// ---- tables ------------------------------------------------------------------------------------------------

// Equal tables are kept once.
const JitLap* JitTables::keep(const std::vector<JitLap>& table) {
  const auto same = [](const JitLap& a, const JitLap& b) { return a.added == b.added && a.last == b.last; };
  for (const auto& known : laps_)
    if (std::equal(known.begin(), known.end(), table.begin(), table.end(), same)) return known.data();
  return laps_.emplace_back(table.begin(), table.end()).data();
}

JitTables::JitTables(const Program& program, const JitShape& shape) {
  for (std::size_t i = 0; i < 16; ++i)
    for (std::size_t k = 0; k < 16; ++k) only[i].byte[k] = i == k ? 255 : 0, others[i].byte[k] = i == k ? 0 : 255;
  for (std::size_t n = 0; n < ones.size(); ++n)
    for (std::size_t k = 0; k < n; ++k) ones[n][k] = 1;
  opposite.assign(program.facing.begin(), program.facing.end());
  mirror = std::nullopt;
  bool mirrored = true;
  int sum = -1;
  for (int i = 0; i < program.size; ++i) {
    const int j = program.facing[static_cast<std::size_t>(i)];
    if (sum < 0) sum = i + j;
    mirrored = mirrored && j >= 0 && i + j == sum;
    if (j < 0 || i >= 64 || j >= 64) continue;
    for (std::size_t v = 0; v < 256; ++v) {
      if ((v >> (i % 8) & 1) != 0) facing[0][static_cast<std::size_t>(i / 8)][v] |= std::uint64_t{1} << j;
      if ((v >> (j % 8) & 1) != 0) facing[1][static_cast<std::size_t>(j / 8)][v] |= std::uint64_t{1} << i;
    }
  }
  if (mirrored) mirror = sum;

  std::vector<JitLap> started, lifted;
  for (const Track& from : program.tracks) {
    JitTrack t;
    t.length = static_cast<int>(from.cycle.size());
    int low = kMaxSlots, high = 0;
    bool up = true, down = true;
    for (int k = 0; k < t.length; ++k) {
      const int pit = from.cycle[static_cast<std::size_t>(k)];
      t.pits.set(static_cast<std::size_t>(pit));
      low = std::min(low, pit), high = std::max(high, pit);
      if (k == 0) continue;
      const int step = pit - from.cycle[static_cast<std::size_t>(k - 1)];
      up = up && (step == 1 || step == 1 - t.length);
      down = down && (step == -1 || step == t.length - 1);
    }
    if (t.length > 2 && (up || down)) t.base = low, t.ascending = up;
    auto& next = shorts_.emplace_back(2 * kMaxSlots, std::int16_t{-1});
    const auto after = [&](int direction, int k) { return (k + (direction == 0 ? 1 : t.length - 1)) % t.length; };
    const auto pit = [&](int k) { return static_cast<std::size_t>(from.cycle[static_cast<std::size_t>(k)]); };
    for (int direction = 0; direction < 2; ++direction)
      for (int k = 0; k < t.length; ++k)
        next[static_cast<std::size_t>(kMaxSlots * direction) + pit(k)] = static_cast<std::int16_t>(pit(after(direction, k)));
    t.next = next.data();
    if (shape.count_bytes == 1 && low / 16 == high / 16) {
      t.first_block = low / 16;
      started.assign(static_cast<std::size_t>(JitTrack::place(JitTrack::kMost + 1, 0, 0)), JitLap());
      lifted = started;
      for (int direction = 0; direction < 2; ++direction)
        for (int k = 0; k < t.length; ++k) {
          const auto in_block = [&](int at) { return static_cast<int>(pit(at)) - 16 * t.first_block; };
          const auto place = [&](int n, int at) { return static_cast<std::size_t>(JitTrack::place(n, direction, in_block(at))); };
          const int first = after(direction, k);
          JitLap lap;
          for (int n = 1, at = first; n <= JitTrack::kMost; ++n, at = after(direction, at)) {
            lap.last = static_cast<std::uint8_t>(in_block(at));
            ++lap.added[lap.last];
            started[place(n, first)] = lifted[place(n, k)] = lap;
            auto& origin = lifted[place(n, k)].added[static_cast<std::size_t>(in_block(k))];
            origin = static_cast<std::uint8_t>(origin - n);
          }
        }
      t.from = keep(started);
      t.lifted = keep(lifted);
    }
    tracks.push_back(t);
  }
}

// ---- the functions -----------------------------------------------------------------------------------------

namespace {

class CompiledProgram final : public Jit {
 public:
  CompiledProgram(const Program& program, const JitShape& shape, const JitCalls& calls)
      : program_(program), shape_(shape), calls_(calls), tables_(program, shape) {
    for (auto* const lists : {&scans_[0], &scans_[1]}) *lists = Slots(program.code.size());
    for (Slots& list : functions_) list = Slots(program.code.size());
    for (const PlayerCode& player : program.players) {
      for (const PhaseCode& phase : player.phases) test(phase.guard, false);
      for (const KindCode& kind : player.kinds) this->kind(kind);
      test(player.end, false);
    }
    for (int me = 0; me < 2; ++me) plan(turns_[static_cast<std::size_t>(me)], [me](JitCoder& coder, asmjit::FuncNode* node) { coder.turn(node, me); });
    for (const Instruction& in : program.code) {
      const bool targets = in.op == Opcode::Targets;
      if (!targets && in.op != Opcode::TestCan) continue;
      question(targets, in.a, static_cast<std::uint32_t>(in.e));
    }
    plan_games(playout_, &JitCoder::playout);
    plan_games(perft_, &JitCoder::perft);
  }

 private:
  using Write = std::function<void(JitCoder&, asmjit::FuncNode*)>;
  using Kinds = std::array<std::uint32_t, 2>;  // by player
  struct Plan { Write write, otherwise; };     // otherwise: if that cannot be compiled; may be empty

  void plan(Slot& slot, Write write, Write otherwise = nullptr) {
    slot.code = to_do();
    plans_.emplace(&slot, Plan{std::move(write), std::move(otherwise)});
  }
  // With all kinds of moves, if they can be compiled; finding out which can takes as long as compiling them.
  void plan_games(Slot& slot, void (JitCoder::*write)(asmjit::FuncNode*, const Kinds&)) {
    plan(slot, [=](JitCoder& coder, asmjit::FuncNode* node) { (coder.*write)(node, {~0u, ~0u}); },
         [=, this](JitCoder& coder, asmjit::FuncNode* node) { (coder.*write)(node, usable()); });
  }
  void kind(const KindCode& kind) {
    const bool placed = kind.from != kNoCode;
    test(kind.when, false);
    set(kind.from, kind.from_set);
    set(kind.all_from, kind.all_from_set);
    for (const ChoiceCode& choice : kind.choices) test(choice.when, placed);
    test(kind.check, placed);
    test(kind.may_ask, false);
    for (const Preference& preference : kind.preferences) test(preference.when, placed && !preference.same_for_all);
    const JitStart start = JitCoder::move_start(kind);
    for (const Purpose purpose : {Purpose::Play, Purpose::PlayLap}) add(purpose, kind.play, start, 0);
    for (const Purpose purpose : {Purpose::Trial, Purpose::TrialLap, Purpose::Attempt}) add(purpose, kind.trial, start, 0);
    const auto place = static_cast<std::size_t>(kind.play);
    plan(scans_[0][place], [&kind](JitCoder& coder, asmjit::FuncNode* node) { coder.scan(node, kind, false); });
    plan(scans_[1][place], [&kind](JitCoder& coder, asmjit::FuncNode* node) { coder.scan(node, kind, true); });
  }
  void test(Entry entry, bool placed) {
    JitStart start;
    start.placed = placed;
    add(Purpose::Test, entry, start, 0);
  }
  void set(Entry entry, std::uint16_t from_set) { add(Purpose::Set, entry, JitStart{}, from_set); }

  void question(bool targets, int who, std::uint32_t kinds) {
    const auto same = [=](const Question& known) { return known.targets == targets && known.player == who && known.kinds == kinds; };
    if (std::any_of(questions_.begin(), questions_.end(), same)) return;
    plan(questions_.emplace_back(targets, who, kinds).slot, [=](JitCoder& coder, asmjit::FuncNode* node) {
      if (targets) coder.targets(node, who, kinds);
      else coder.can(node, who, kinds);
    });
  }

  void add(Purpose purpose, Entry entry, const JitStart& start, std::uint16_t from_set) {
    if (entry == kNoCode) return;
    Slot& slot = functions_[static_cast<std::size_t>(purpose)][static_cast<std::size_t>(entry)];
    if (plans_.contains(&slot)) return;
    plan(slot, [=](JitCoder& coder, asmjit::FuncNode* node) { coder.function(node, entry, purpose, start, from_set); });
  }

  // Kinds whose moves can be compiled, by player.
  [[nodiscard]] Kinds usable() const {
    Kinds out{};
    for (std::size_t me = 0; me < 2; ++me)
      for (const KindCode& kind : program_.players[me].kinds)
        if (can_play(kind)) out[me] |= 1u << kind.kind;
    return out;
  }
  [[nodiscard]] bool can_play(const KindCode& kind) const {
    const auto can = [&](Purpose purpose, Entry entry) {
      asmjit::CodeHolder code;
      code.init(runtime_.environment());
      return written(code, [&](JitCoder& coder, asmjit::FuncNode* node) { coder.function(node, entry, purpose, JitCoder::move_start(kind), 0); });
    };
    const bool tried = JitCoder::attempted(kind);
    return (tried || can(Purpose::Play, kind.play)) && ((!tried && kind.preferences.empty()) || can(Purpose::Attempt, kind.trial));
  }
  [[nodiscard]] std::uint32_t interpreted() const override {
    std::uint32_t out = 0;
    const auto can = usable();
    for (std::size_t me = 0; me < 2; ++me)
      for (const KindCode& kind : program_.players[me].kinds) out |= (1u << kind.kind) & ~can[me];
    return out;
  }

  // Whether all of a function can be compiled.
  bool written(asmjit::CodeHolder& code, const Write& write, bool finish = false) const {
    x86::Compiler cc(&code);
    JitCoder coder(cc, program_, shape_, calls_, tables_);
    try {
      write(coder, cc.addFunc(asmjit::FuncSignatureT<std::uint64_t, void*, void*, std::int64_t>()));
    } catch (const NotCompiled&) {
      return false;
    }
    cc.endFunc();
    coder.data();
    if (!finish) return true;
    straighten(cc);
    return cc.finalize() == asmjit::kErrorOk;
  }

  Function compile(const Slot& slot) const override {
    const std::lock_guard lock(mutex_);
    if (const Function known = slot.code.load(std::memory_order_relaxed); known != to_do()) return known;
    const Plan& plan = plans_.at(&slot);
    Function function = added(plan.write);
    if (function == nullptr && plan.otherwise) function = added(plan.otherwise);
    const_cast<Slot&>(slot).code.store(function, std::memory_order_release);
    return function;
  }

  [[nodiscard]] Function added(const Write& write) const {
    asmjit::CodeHolder code;
    code.init(runtime_.environment());
    Function function = nullptr;
    return written(code, write, true) && runtime_.add(&function, &code) == asmjit::kErrorOk ? function : nullptr;
  }

  const Program& program_;
  JitShape shape_;
  JitCalls calls_;
  JitTables tables_;
  std::map<const Slot*, Plan> plans_;
  mutable asmjit::JitRuntime runtime_;
  mutable std::mutex mutex_;  // compiles
};

}  // namespace

std::unique_ptr<const Jit> Jit::make(const Program& program, const JitShape& shape, const JitCalls& calls) {
  const char* const wanted = std::getenv("MNC_JIT");
  if (wanted != nullptr && std::string_view(wanted) == "off") return nullptr;
  const asmjit::CpuInfo& cpu = asmjit::CpuInfo::host();
  if (!cpu.hasFeature(asmjit::CpuFeatures::X86::kAVX2) || !cpu.hasFeature(asmjit::CpuFeatures::X86::kBMI2) ||
      !cpu.hasFeature(asmjit::CpuFeatures::X86::kBMI) || !cpu.hasFeature(asmjit::CpuFeatures::X86::kPOPCNT))
    return nullptr;
  return std::make_unique<const CompiledProgram>(program, shape, calls);
}

}  // namespace mnc::engine

#else

namespace mnc::engine {

std::unique_ptr<const Jit> Jit::make(const Program&, const JitShape&, const JitCalls&) { return nullptr; }

}  // namespace mnc::engine

#endif
