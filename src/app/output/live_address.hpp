// Starts a live page for a command, and prints its address.
#pragma once

#include <signal.h>
#include <unistd.h>

#include <string>

#include "app/output/say.hpp"
#include "base/problem.hpp"
#include "tasks/live/live_page.hpp"

namespace ebb::inline app {

/// A stop request from a page acts like Ctrl-C.
inline void stop_by_signal() { (void)kill(getpid(), SIGINT); }

inline void say_address(const std::string& address) { say("live: {}\n", address); }

inline Problems start_live(LivePage& page, const std::string& title) {
  Problems problems = page.start(title, stop_by_signal);
  if (problems.empty()) say_address(page.address());
  return problems;
}

}  // namespace ebb::inline app
