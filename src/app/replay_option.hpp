// The option --replay: what an agent recorded goes before the file's own traffic.
#pragma once

#include <string>
#include <vector>

#include "app/command.hpp"

namespace ebb::inline app {

inline void add_replay_option(Command& command, std::string& trace) {
  command
      .add_option("--replay", trace,
                  "this trace instead of the file's [traffic], for example one of `ebb agent --record`")
      ->type_name("TRACE");
}

/// The settings with one before them that puts the trace in the place of the whole section.
inline std::vector<std::string> with_replay(std::vector<std::string> settings, const std::string& trace) {
  std::string quoted;
  for (const char c : trace) quoted += (c == '"' || c == '\\' ? "\\" : "") + std::string(1, c);
  if (!trace.empty())
    settings.insert(settings.begin(), "traffic={workload={name=\"trace\",file=\"" + quoted + "\"}}");
  return settings;
}

}  // namespace ebb::inline app
