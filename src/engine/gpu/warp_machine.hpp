// Where warps run, and the memory that they see: an accelerator, or this machine. The executor keeps its
// arrays there, and copies of them here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "base/accelerator/device.hpp"
#include "engine/gpu/packet_state.hpp"
#include "engine/gpu/warp_context.hpp"
#include "engine/gpu/warp_counters.hpp"
#include "engine/gpu/warp_queues.hpp"
#include "engine/routing_interface.hpp"

namespace ebb::inline engine {

/// Hides the routing, so that the pass on this machine is compiled once.
using WarpRouting = RoutingInterface<WarpContext>;
template <class Routing>
using WarpRoutingOf = RoutingBehind<Routing, WarpRouting, WarpContext>;

/// Which window is run, and when something happens after it.
struct WindowClock {
  WindowSpan span;
  std::uint64_t coming = 0;    ///< in which of the windows from this one on something may happen, as bits
  std::uint64_t gathered = 0;  ///< the same, of the switches that the window has passed so far
  std::int64_t next_at = INT64_MAX;  ///< when the next window begins in which something may happen
  std::int64_t until = 0;
  std::uint32_t next_page = 0;
  std::uint32_t blocks_done = 0;  ///< of warps, in this window
  std::uint32_t turns = 0;        ///< of the clock
  bool over = true;               ///< nothing more happens before `until`, or a queue is full
  bool paused = false;            ///< other runs have the accelerator for a while
};

/// Turns to the next window in which something happens.
EBB_DEVICE_INLINE void begin_window(WindowClock& clock, const WarpCountersView& counters,
                                    std::uint32_t full) {
  clock.over = clock.next_at >= clock.until || full != 0;
  if (clock.over) return;
  WindowSpan& span = clock.span;
  span.start = clock.next_at, span.end = span.start + span.length;
  span.page = clock.next_page, ++span.number;
  span.slot = counters.slot_of(span.start, 0), span.slot_end = counters.end_of(span.slot);
}
/// Something happens in some of the windows from this one on.
EBB_DEVICE_INLINE void set_coming(WindowClock& clock, std::uint64_t coming) {
  clock.coming = coming;
  clock.next_at = INT64_MAX;
  if (coming == 0) return;
  const auto later = static_cast<unsigned>(63 - zeros_above(coming & (~coming + 1)));
  clock.next_at = clock.span.start + later * clock.span.length;
  clock.next_page = clock.span.page_of(later);
  clock.coming = coming >> later;
}
/// All switches have been passed.
EBB_DEVICE_INLINE void end_window(WindowClock& clock, const WarpCountersView& counters, std::uint32_t full) {
  set_coming(clock, (clock.coming | clock.gathered) & ~std::uint64_t{1});
  clock.gathered = 0;
  begin_window(clock, counters, full);
}

/// What warps work on. All of it is in the memory of the machine.
struct WarpRun {
  PacketState state;
  WarpQueues queues;
  WarpCountersView counters;
  WindowClock* clock = nullptr;
};

class WarpMachine {
 public:
  virtual ~WarpMachine() = default;

  /// Returns memory with undefined content. The machine frees what is left at its end.
  virtual void* allocate(std::size_t bytes) = 0;
  virtual void release(void* memory) = 0;
  virtual void write(void* there, const void* here, std::size_t bytes) = 0;
  virtual void read(void* here, const void* there, std::size_t bytes) = 0;
  virtual void copy(void* to, const void* from, std::size_t bytes) = 0;
  virtual void clear(void* there, std::size_t bytes) = 0;
  /// Runs at most so many windows, and returns the clock then. At the end of a batch it sets `full` where
  /// more packets were sent than a ring holds.
  virtual WindowClock run(const WarpRun& run, std::int64_t windows) = 0;
};

/// Warps as loops on this machine, in memory of their own.
std::unique_ptr<WarpMachine> emulated_machine(std::unique_ptr<WarpRouting> routing);

}  // namespace ebb::inline engine
