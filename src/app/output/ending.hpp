// Ends the program on signals without another handler, and removes unfinished files.
#pragma once

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

}  // namespace ebb::inline app
