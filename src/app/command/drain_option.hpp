// The option --drain of commands that change tables while frames are in flight.
#pragma once

#include "app/command/command.hpp"

namespace ebb::inline app {

inline void add_drain_option(Command& command, std::uint64_t& milliseconds) {
  constexpr std::int64_t ten_minutes = 600'000;
  command.add_option("--drain", milliseconds, "milliseconds that a frame may be on its way (1000)")
      ->check(whole_number(0, ten_minutes));
}

}  // namespace ebb::inline app
