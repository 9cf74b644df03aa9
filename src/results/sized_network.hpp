// A network that is large enough for a number of hosts, as plain numbers.
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
  double throughput = 0;                  ///< ideal, of uniform traffic, as a fraction of the hosts' rate
  std::optional<double> bisection_share;  ///< of the uniform traffic across the bisection; 1 at most
  std::int64_t growth = 0;                ///< hosts that it holds beyond the requested number
  std::optional<std::int64_t> most_hosts = {};  ///< of the largest of its kind; nothing: unlimited
  Capex capex;
  std::array<double, media> cable_metres{};  ///< of one cable, by medium
};

/// A family of topologies without a solution, and why.
struct UnsizedFamily {
  std::string family, why;
};

struct SizeResult {
  std::vector<SizedNetwork> networks;  ///< the best of each family
  std::vector<UnsizedFamily> others;
  std::vector<std::string> notes;  ///< notes that apply to all of them
};

}  // namespace ebb::inline results
