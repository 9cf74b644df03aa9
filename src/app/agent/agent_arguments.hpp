// The command line of `ebb agent`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/agent/agent_session.hpp"
#include "base/units.hpp"

namespace ebb::inline app {

struct AgentArguments {
  FabricArguments fabric;
  std::string log, decisions, token_file, record, report, schedule, rates = "tc";
  std::optional<Picoseconds> most_time, day;
  std::uint64_t drain_ms = 1'000;
  int status_port = 0;  ///< 0: no status server
  bool dry_run = false, all_on = false, quiet = false, live = false, force = false;
  bool only_records = false;  ///< no decisions; with dry_run
};

}  // namespace ebb::inline app
