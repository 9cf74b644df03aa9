// What the caller of a run learns of it while it goes on.
#pragma once

#include <atomic>
#include <functional>
#include <string>

#include "tasks/live/progress_text.hpp"
#include "topology/topology.hpp"

namespace ebb::inline tasks {

/// What a caller may learn while a run goes on; all of it may be left out. Functions are called from the
/// thread that called run_file(), except stop_requested. With several ranks only the first one calls them,
/// except `starting`, and `warn` when it stops a run for its memory.
struct RunObserver {
  std::function<void(const std::string&)> warn{};  ///< a sentence that the user should read
  std::function<void(const std::string&)> note{};  ///< a sentence on how the run goes
  std::function<void(const Facts&)> building{};    ///< the network is built now, which may take a while
  std::function<void()> starting{};                ///< the simulation begins; from here on `stop` has effect
  std::function<void(const RunProgress&)> progress{};  ///< several times a second
  std::function<void(const std::string&)> live{};      ///< the address of the live page
  /// The live page requests a stop, on another thread. Without this function, the run stops.
  std::function<void()> stop_requested{};
  /// Becomes true: the run ends with a partial result. The task sets it, too, when memory runs out.
  std::atomic<bool>* stop = nullptr;
};

}  // namespace ebb::inline tasks
