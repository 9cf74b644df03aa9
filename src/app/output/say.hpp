// Words on stderr besides a result. Nobody may be there to read them: a closed pipe or a full disk behind
// stderr must not end a run that has been going on for hours.
#pragma once

#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <string>
#include <utility>

namespace ebb::inline app {

inline void say_text(const std::string& text) {
  (void)std::fputs(text.c_str(), stderr);  // there is nobody to tell that nobody listens
  (void)std::fflush(stderr);
}

template <class... Args>
void say(fmt::format_string<Args...> format, Args&&... args) {
  say_text(fmt::format(format, std::forward<Args>(args)...));
}

/// While a result is being made, a reader that goes away does not end the program.
inline void let_pipes_break() { std::signal(SIGPIPE, SIG_IGN); }
/// Once it is safe, a reader of stdout that has seen enough ends the program quietly again: `ebb … | head`.
inline void end_with_the_reader() { std::signal(SIGPIPE, SIG_DFL); }

}  // namespace ebb::inline app
