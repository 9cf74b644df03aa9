// Catches a signal, unless it is ignored.
#pragma once

#include <csignal>

namespace ebb::inline base {

using SignalHandler = void (*)(int);

/// A signal that nohup or a shell has set to ignored stays ignored. Returns the previous handler.
inline SignalHandler catch_unless_ignored(int signal, SignalHandler handler) {
  const SignalHandler before = std::signal(signal, handler);
  if (before == SIG_IGN) std::signal(signal, SIG_IGN);
  return before;
}

}  // namespace ebb::inline base
