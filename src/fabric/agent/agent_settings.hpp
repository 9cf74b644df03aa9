// Settings of the agent: section [agent] of a configuration file.
#pragma once

#include <tuple>

#include "base/fields.hpp"
#include "base/problem.hpp"
#include "base/units.hpp"

namespace ebb::inline fabric {

struct AgentSettings {
  Picoseconds poll = 100_ms, quiet = 300_ms, hold_down = 30'000_ms, patience = 5'000_ms, retry = 60'000_ms,
              audit = 30'000_ms, calm_poll{};
  std::int64_t spare = 0;
  bool host_ports = true, restore_ports = false;

  std::uint32_t failures_to_survive() const { return static_cast<std::uint32_t>(spare); }

  static constexpr auto fields() {
    using A = AgentSettings;
    return std::tuple{
        field("poll", &A::poll, "time between two readings of the counters of all ports", {1_ms, an_hour}),
        field(
            "calm_poll", &A::calm_poll,
            "the same for a switch at which no cable changes and no channel is evaluated now; 0s: no other. "
            "Many routers take less of a processor",
            {{0}, an_hour}),
        field("quiet", &A::quiet, "without a frame, after which a cable that left the routes goes down",
              {1_ms, an_hour}),
        field("hold_down", &A::hold_down, "least time between a cable's coming on and its going off",
              {{0}, an_hour}),
        field("patience", &A::patience,
              "with a cable that does not come up or does not become quiet; lost rules are back within it",
              {1_ms, an_hour}),
        field("retry", &A::retry, "time after which a cable that did not come up is tried again",
              {1_ms, an_hour}),
        field(
            "audit", &A::audit,
            "time in which all rules of every switch are read and compared once; they are counted more often",
            {1'000_ms, an_hour}),
        field("spare", &A::spare, "failures of cables that what stays on must survive", {0, 16}),
        field("host_ports", &A::host_ports,
              "the ports towards hosts follow their load too; they never go off"),
        field("restore_ports", &A::restore_ports,
              "switch ports on again that others have switched off; else they are only reported")};
  }
  Problems check() const;
};

}  // namespace ebb::inline fabric
