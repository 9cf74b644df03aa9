// A network that would do for a number of hosts, as plain numbers.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "results/capex.hpp"
#include "results/plan_result.hpp"

namespace ebb::inline results {

struct SizedNetwork {
  std::string family, name;
  std::vector<std::pair<std::string, std::string>> parameters;  ///< of [topology], as a file writes them
  PlanResult plan;
  double throughput = 0;                  ///< ideal, of uniform traffic, as a share of the hosts' rate
  std::optional<double> bisection_share;  ///< of what uniform traffic puts across the even cut; 1 at most
  std::int64_t growth = 0;                ///< hosts more than were asked for that it holds
  std::optional<std::int64_t> most_hosts = {};  ///< of the largest of its kind; nothing: there is no largest
  Capex capex;
  std::array<double, media> cable_metres{};  ///< of one cable, by medium
};

/// A family of topologies that cannot do it, and why.
struct UnsizedFamily {
  std::string family, why;
};

struct SizeAnswer {
  std::vector<SizedNetwork> networks;  ///< the best of each family
  std::vector<UnsizedFamily> others;
  std::vector<std::string> notes;  ///< what holds for all of them
};

}  // namespace ebb::inline results
