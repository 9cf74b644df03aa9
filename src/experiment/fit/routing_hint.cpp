#include "experiment/fit/routing_hint.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/spelling.hpp"
#include "catalogue/routings.hpp"
#include "config/node.hpp"

namespace ebb::inline experiment {

namespace {

/// Routings made for this network come before those that route on any.
std::vector<std::string> fitting_names(const Network& network) {
  std::vector<std::string> names;
  for (const auto& entry : routings()) {
    Problems problems;
    const auto routing = entry.read(Node{}, "routing", {}, problems);
    if (routing && problems.empty() && routing->misfit(network).empty()) names.emplace_back(entry.name);
  }
  std::stable_partition(names.begin(), names.end(), [](const std::string& name) {
    return name != "shortest_path" && name != "alternate_paths" && name != "rules";
  });
  return names;
}

/// Returns the name that was probably meant: it contains the typed word, or is close to it.
std::string meant(const std::string& typed, const std::vector<std::string>& names) {
  const auto holds =
      std::find_if(names.begin(), names.end(), [&](const std::string& n) { return n.find(typed) != n.npos; });
  return typed.size() >= 3 && holds != names.end() ? *holds : nearest(typed, names);
}

}  // namespace

std::string routings_that_fit(const Network& network) {
  return fmt::format("these route on it: {}", fmt::join(fitting_names(network), ", "));
}

void hint_at_routings(const Topology& topology, const Cables& cables, const std::string& typed,
                      std::span<Problem> problems) {
  constexpr std::int64_t most_ports_built = 1'000'000;  // built in an instant
  if (problems.empty() || !topology.check().empty() || topology.facts().ports_used > most_ports_built) return;
  const std::vector<std::string> names = fitting_names(topology.build(cables));
  const std::string best = meant(typed, names);
  for (Problem& p : problems)
    p.hint =
        fmt::format("{}these route on this network: {}",
                    best.empty() ? "" : fmt::format("did you mean \"{}\"? ", best), fmt::join(names, ", "));
}

}  // namespace ebb::inline experiment
