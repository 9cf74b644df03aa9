// Catches a signal, unless it is to be ignored.
#pragma once

#include <csignal>

namespace ebb::inline base {

using SignalHandler = void (*)(int);

/// What nohup, or a shell, has told us to ignore stays ignored. Returns how the signal was handled before.
inline SignalHandler catch_unless_ignored(int signal, SignalHandler handler) {
  const SignalHandler before = std::signal(signal, handler);
  if (before == SIG_IGN) std::signal(signal, SIG_IGN);
  return before;
}

}  // namespace ebb::inline base
