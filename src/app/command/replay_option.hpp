// The option --replay: a recorded trace replaces the file's traffic.
#pragma once

#include <string>

#include "app/command/command.hpp"

namespace ebb::inline app {

inline void add_replay_option(Command& command, std::string& trace) {
  command
      .add_option("--replay", trace,
                  "this trace instead of the file's [traffic], from its begin to its end, for example one of "
                  "`ebb agent --record`")
      ->type_name("TRACE");
}

}  // namespace ebb::inline app
