#include <cstring>
#include <unordered_map>
#include <vector>

#include "engine/gpu/warp_machine.hpp"
#include "engine/gpu/warp_pass.hpp"

namespace ebb::inline engine {
namespace {

class EmulatedMachine final : public WarpMachine {
 public:
  explicit EmulatedMachine(std::unique_ptr<WarpRouting> routing) : routing_(std::move(routing)) {}

  void* allocate(std::size_t bytes) override {
    std::vector<Line> lines((bytes + sizeof(Line) - 1) / sizeof(Line));
    void* memory = lines.data();
    memory_.emplace(memory, std::move(lines));
    return memory;
  }
  void release(void* memory) override { memory_.erase(memory); }
  void write(void* there, const void* here, std::size_t bytes) override { std::memcpy(there, here, bytes); }
  void read(void* here, const void* there, std::size_t bytes) override { std::memcpy(here, there, bytes); }
  void copy(void* to, const void* from, std::size_t bytes) override { std::memcpy(to, from, bytes); }
  void clear(void* there, std::size_t bytes) override { std::memset(there, 0, bytes); }

  WindowClock run(const WarpRun& run, std::int64_t windows) override {
    WindowClock& clock = *run.clock;
    std::vector<std::uint64_t> keys(run.queues.sizes.window);
    for (; windows > 0 && !clock.over; --windows) {
      std::uint64_t sums[counted_by_warps::own_entries];
      for (unsigned i = 0; i < counted_by_warps::own_entries; ++i) sums[i] = counted_by_warps::own_start(i);
      for (SwitchId s = 0; s < run.state.network.switches(); ++s) {
        WarpContext context(run.state, run.queues, run.counters, clock.span, {sums},
                            {keys.data(), 1, run.queues.sizes.window});
        pass_over(OneLane{}, context, *routing_, s);
        clock.gathered |= context.coming();
      }
      for (unsigned i = 0; i < counted_by_warps::own_entries; ++i)
        run.counters.add_own(clock.span.slot, 0, i, sums[i]);
      end_window(clock, run.counters, run.queues.full[0]);
    }
    if (clock.over) check_rings(run);
    return clock;
  }

 private:
  struct alignas(64) Line {
    std::byte bytes[64];
  };
  std::unique_ptr<WarpRouting> routing_;
  std::unordered_map<void*, std::vector<Line>> memory_;
};

}  // namespace

std::unique_ptr<WarpMachine> emulated_machine(std::unique_ptr<WarpRouting> routing) {
  return std::make_unique<EmulatedMachine>(std::move(routing));
}

}  // namespace ebb::inline engine
