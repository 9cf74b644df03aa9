// Irregular network: a seeded random graph of equal degree. There are no closed forms: facts() analyses the
// graph itself (sampled without building the network), and leaves the bisection unknown, because minimum
// bisection is NP-hard. A network that a file describes is a `Graph`.
#pragma once

#include <string>

#include "base/medium.hpp"
#include "base/problem.hpp"
#include "network/network.hpp"
#include "topology/counts.hpp"
#include "topology/switch_graph.hpp"
#include "topology/topology.hpp"

namespace ebb::inline topology {

struct Irregular final : Topology {
  std::int64_t switches = 16, degree = 4, hosts_per_switch = 4, seed = 1;
  std::string file;
  Medium medium = Medium::optical;

  static constexpr auto fields() {
    return std::tuple{
        field("switches", &Irregular::switches, "switches of the random graph", three_or_more),
        field("degree", &Irregular::degree, "cables of each switch to others, in the random graph",
              two_or_more),
        field("seed", &Irregular::seed, "seed of the random graph", any_whole_number),
        field("file", &Irregular::file, "has moved: the topology \"graph\" reads networks from files"),
        field("hosts_per_switch", &Irregular::hosts_per_switch, "hosts on each switch", one_or_more),
        field("medium", &Irregular::medium, "medium of the cables between switches")};
  }
  Problems check() const override;
  /// Diameter by search, and `not_known` for graphs so large that the search would take more than seconds.
  Facts facts() const override;
  Network build(const Cables& cables) const override;

 private:
  Problems check_random() const;
  SwitchGraph graph() const;
};

}  // namespace ebb::inline topology
