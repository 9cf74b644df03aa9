#include "experiment/routing_hint.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "catalogue/routings.hpp"

namespace ebb::inline experiment {

std::string routings_that_fit(const Network& network) {
  std::vector<std::string_view> names;
  for (const auto& entry : routings()) {
    Problems problems;
    const auto routing = entry.read(Node{}, "routing", {}, problems);
    if (routing && problems.empty() && routing->misfit(network).empty()) names.push_back(entry.name);
  }
  // What is made for this network goes before what routes on any.
  std::stable_partition(names.begin(), names.end(), [](std::string_view name) {
    return name != "shortest_path" && name != "alternate_paths" && name != "rules";
  });
  return fmt::format("these route on it: {}", fmt::join(names, ", "));
}

}  // namespace ebb::inline experiment
