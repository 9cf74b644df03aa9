// Messages on stderr besides a result. A closed pipe or a full disk behind stderr never aborts a run.
#pragma once

#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <string>
#include <utility>

namespace ebb::inline app {

inline void say_text(const std::string& text) {
  (void)std::fputs(text.c_str(), stderr);  // a failure cannot be reported anywhere
  (void)std::fflush(stderr);
}

template <class... Args>
void say(fmt::format_string<Args...> format, Args&&... args) {
  say_text(fmt::format(format, std::forward<Args>(args)...));
}

/// A closed pipe does not end the program while a result is computed.
inline void let_pipes_break() { std::signal(SIGPIPE, SIG_IGN); }
/// Once the result is saved, a closed stdout ends the program quietly again: `ebb …
/// head`.
inline void end_with_the_reader() { std::signal(SIGPIPE, SIG_DFL); }

}  // namespace ebb::inline app
