// Warps of several lanes on this machine, each lane with a stack of its own, as an accelerator runs them: the
// lanes of a warp meet at each function that OneLane has (warp_pass.hpp), and the warps of a window advance
// in random order. Lanes that do not take the same steps, for which an accelerator would wait forever, end
// the test.
#pragma once

#include <ucontext.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "base/ensure.hpp"
#include "base/random.hpp"
#include "engine/gpu/warp_machine.hpp"
#include "engine/gpu/warp_pass.hpp"

namespace ebb::inline engine {

inline constexpr unsigned lanes_of_lockstep_warp = 32;

/// One warp. Its lanes run in turn, each until the next step that all of them take together.
class LockstepWarp {
 public:
  enum class Step : std::uint8_t { none, least, of_first, any, meet, end };

  void start(std::function<void(unsigned)> lane) {
    lane_ = std::move(lane), step_ = Step::none, steps_ = 0;
    if (!stacks_) stacks_ = std::make_unique_for_overwrite<std::byte[]>(lanes_of_lockstep_warp * stack_bytes);
    for (unsigned i = 0; i < lanes_of_lockstep_warp; ++i) {
      getcontext(&lanes_[i]);
      lanes_[i].uc_stack = {&stacks_[i * stack_bytes], 0, stack_bytes};
      lanes_[i].uc_link = nullptr;
      makecontext(&lanes_[i], &LockstepWarp::run_lane, 0);
    }
  }
  /// Lets every lane run to its next step. Returns whether that was not its end.
  bool advance(Random& random) {
    const auto first = static_cast<unsigned>(random.below(lanes_of_lockstep_warp));
    step_ = Step::none, running_ = this;
    for (unsigned i = 0; i < lanes_of_lockstep_warp; ++i) {
      current_ = (first + i) % lanes_of_lockstep_warp;
      swapcontext(&scheduler_, &lanes_[current_]);
    }
    ++steps_;
    return step_ != Step::end;
  }
  /// Called by a lane: gives its value, and returns when all lanes have given theirs.
  const std::uint64_t* meet(Step step, unsigned lane, std::uint64_t value) {
    ENSURE(lane == current_ && (step_ == Step::none || step_ == step));  // all lanes take the same step
    step_ = step;
    std::uint64_t* values = values_[steps_ % 2];
    values[lane] = value;
    swapcontext(&lanes_[lane], &scheduler_);
    return values;
  }

 private:
  static constexpr std::size_t stack_bytes = 128 * 1024;
  static inline LockstepWarp* running_ = nullptr;

  static void run_lane() {
    LockstepWarp* const warp = running_;
    const unsigned lane = warp->current_;
    warp->lane_(lane);
    warp->meet(Step::end, lane, 0);
  }

  std::function<void(unsigned)> lane_;
  std::unique_ptr<std::byte[]> stacks_;
  ucontext_t lanes_[lanes_of_lockstep_warp], scheduler_;
  std::uint64_t values_[2][lanes_of_lockstep_warp] = {};
  std::uint64_t steps_ = 0;
  unsigned current_ = 0;
  Step step_ = Step::none;
};

/// The functions of OneLane.
struct LockstepLanes {
  unsigned count, self;
  unsigned lane;  ///< in the warp
  LockstepWarp* warp;

  std::uint64_t least(std::uint64_t key) const {
    const std::uint64_t* keys = warp->meet(LockstepWarp::Step::least, lane, key) + (lane - self);
    return *std::min_element(keys, keys + count);
  }
  unsigned of_first(unsigned value) const {
    return static_cast<unsigned>(warp->meet(LockstepWarp::Step::of_first, lane, value)[lane - self]);
  }
  bool any(bool one) const {
    const std::uint64_t* all = warp->meet(LockstepWarp::Step::any, lane, one);
    return std::any_of(all, all + lanes_of_lockstep_warp, [](std::uint64_t each) { return each != 0; });
  }
  bool more(bool one, bool other) const {
    const std::uint64_t* all = warp->meet(LockstepWarp::Step::any, lane, one ? 1 : other ? 2 : 0);
    return std::count(all, all + lanes_of_lockstep_warp, 1u) >=
           std::count(all, all + lanes_of_lockstep_warp, 2u);
  }
  void meet() const { warp->meet(LockstepWarp::Step::meet, lane, 0); }
};

/// A machine like the emulated one, but with warps of 32 lanes, `width` of which share a switch.
class LockstepMachine final : public WarpMachine {
 public:
  LockstepMachine(std::unique_ptr<WarpRouting> routing, unsigned width, std::uint64_t seed)
      : memory_(emulated_machine(nullptr)), routing_(std::move(routing)), width_(width), random_(seed, 5) {}

  void* allocate(std::size_t bytes) override { return memory_->allocate(bytes); }
  void release(void* memory) override { memory_->release(memory); }
  void write(void* there, const void* here, std::size_t bytes) override {
    memory_->write(there, here, bytes);
  }
  void read(void* here, const void* there, std::size_t bytes) override { memory_->read(here, there, bytes); }
  void copy(void* to, const void* from, std::size_t bytes) override { memory_->copy(to, from, bytes); }
  void clear(void* there, std::size_t bytes) override { memory_->clear(there, bytes); }

  WindowClock run(const WarpRun& run, std::int64_t windows) override {
    for (; windows > 0 && !run.clock->over; --windows) {
      run_window(run);
      end_window(*run.clock, run.counters, run.queues.full[0]);
    }
    if (run.clock->over) check_rings(run);
    return *run.clock;
  }

 private:
  /// The sums of a switch are shared by its lanes, everything else of a lane is its own.
  void run_window(const WarpRun& run) {
    const std::uint32_t switches_of_warp = lanes_of_lockstep_warp / width_;
    const std::uint32_t switches = run.state.network.switches();
    const std::uint32_t warps = (switches + switches_of_warp - 1) / switches_of_warp;
    while (warps_.size() < warps) warps_.push_back(std::make_unique<LockstepWarp>());
    struct OfSwitch {
      std::uint64_t sums[counted_by_warps::own_entries];
      std::vector<std::uint64_t> keys;
    };
    std::vector<OfSwitch> own(std::size_t{warps} * switches_of_warp);
    const std::uint32_t room = run.queues.sizes.window;
    for (OfSwitch& one : own) {
      one.keys.resize(room);
      for (unsigned i = 0; i < counted_by_warps::own_entries; ++i)
        one.sums[i] = counted_by_warps::own_start(i);
    }
    std::vector<unsigned> left;
    for (unsigned w = 0; w < warps; ++w) {
      left.push_back(w);
      warps_[w]->start([&run, &own, this, w, switches_of_warp, room](unsigned lane) {
        const SwitchId s = w * switches_of_warp + lane / width_;
        WarpContext context(run.state, run.queues, run.counters, run.clock->span, {own[s].sums},
                            {own[s].keys.data(), 1, room});
        const LockstepLanes lanes{width_, lane % width_, lane, warps_[w].get()};
        pass_over(lanes, context, *routing_, s);
        run.clock->gathered |= context.coming();
      });
    }
    while (!left.empty()) {
      unsigned& chosen = left[random_.below(left.size())];
      if (warps_[chosen]->advance(random_)) continue;
      chosen = left.back();
      left.pop_back();
    }
    for (const OfSwitch& one : own)
      for (unsigned i = 0; i < counted_by_warps::own_entries; ++i)
        run.counters.add_own(run.clock->span.slot, 0, i, one.sums[i]);
  }

  std::unique_ptr<WarpMachine> memory_;
  std::unique_ptr<WarpRouting> routing_;
  unsigned width_;
  Random random_;
  std::vector<std::unique_ptr<LockstepWarp>> warps_;
};

}  // namespace ebb::inline engine
