// The option --time of commands that look at a run file's traffic.
#pragma once

#include <string>
#include <vector>

#include "app/command/command.hpp"
#include "base/problem.hpp"
#include "base/quantity.hpp"
#include "base/result.hpp"
#include "base/units.hpp"

namespace ebb::inline app {

inline void add_time_option(Command& command, std::string& text, const std::string& help) {
  command.add_option("--time", text, help)->type_name("TIME");
}

/// As typed: "10ms".
inline Result<Picoseconds> read_time_option(const std::string& text) {
  const auto time = parse_time(text);
  if (!time) return Problem{"--time", time.problems()[0].what, time.problems()[0].hint};
  if (time->v <= 0 || time->v > 3'600'000'000'000'000)
    return Problem{"--time", "must be positive and at most an hour", "for example: --time 10ms"};
  return time;
}

}  // namespace ebb::inline app
