// Rails of optical circuit switches (photonic rails, arXiv 2602.12521; Jupiter): servers as in rail_only, but
// each rail is a circuit switch that joins every server to one other for a while. In the matching with the
// shift k, server i sends to server i + k. All rails change together, at stated times, in a stated time.
//
// A plan counts what is there: one circuit switch for each rail, and a fibre from each server to each of
// them. A simulation has a channel for each pair of servers and rail, of which a server can use only those of
// the matching; what is for other servers waits. A packet takes any rail. Credits come back beside the
// circuits.
#pragma once

#include <vector>

#include "base/problem.hpp"
#include "base/units.hpp"
#include "network/circuits.hpp"
#include "network/network.hpp"
#include "network/shape.hpp"
#include "topology/counts.hpp"
#include "topology/topology.hpp"

namespace ebb::inline topology {

struct RailCircuits final : Topology {
  std::int64_t gpus = 8, servers = 4;
  std::vector<std::int64_t> shifts;
  std::vector<Picoseconds> hold{1_ms};
  Picoseconds reconfiguration = 10_us;

  static constexpr auto fields() {
    using R = RailCircuits;
    return std::tuple{
        field("gpus", &R::gpus, "of each server, and rails", one_or_more),
        field("servers", &R::servers, "ports of each rail's circuit switch", two_or_more),
        field("shifts", &R::shifts,
              "matchings in turn: in that of shift k, server i sends to server i + k; []: 1, 2, 3 and so on",
              {1, most_of_a_thing}),
        field("hold", &R::hold, "how long a matching stays: of all, or of each", {1_ns, an_hour}),
        field("reconfiguration", &R::reconfiguration, "time without circuits between two matchings",
              {{0}, an_hour})};
  }
  Problems check() const override;
  /// Of what is there, not of the simulated channels.
  Facts facts() const override;
  Shape network_shape() const override;
  Network build(const Cables& cables) const override;
  Circuits circuits() const;

 private:
  Problems check_shifts() const;
};

}  // namespace ebb::inline topology
