// Ends the program on signals without another handler, and removes unfinished files.
#pragma once

#include <atomic>

#include "base/signals.hpp"
#include "base/whole_file.hpp"

namespace ebb::inline app {

inline void end_at_once(int signal) {
  remove_unfinished();
  std::signal(signal, SIG_DFL);
  (void)std::raise(signal);
}

inline void end_well_by_signals() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) catch_unless_ignored(signal, end_at_once);
}

inline std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);

/// The first signal stops the work and keeps its result so far; the next one ends the program. Signals are
/// Ctrl-C, SIGHUP (a closed terminal), SIGTERM (a scheduler) and SIGUSR1, which launchers of ranks forward
/// without ending themselves.
inline void on_interrupt(int signal) {
  interrupted = true;
  std::signal(signal, end_at_once);
}

inline void stop_by_signals() {
  for (const int signal : {SIGINT, SIGTERM, SIGUSR1}) std::signal(signal, on_interrupt);
  catch_unless_ignored(SIGHUP, on_interrupt);
}

}  // namespace ebb::inline app
