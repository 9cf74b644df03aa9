#include "topology/graph.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "topology/file/read_network.hpp"

namespace ebb::inline topology {

Problems Graph::check() const {
  Problems problems;
  require_at_least(problems, "hosts_per_switch", hosts_per_switch, 1, "without hosts there is no traffic");
  if (file.empty())
    problems.push_back(
        {"file", "is missing: the topology \"graph\" reads a file",
         "name a file in GraphML, node-link JSON, or a list of cables: docs/howto/networks.md"});
  if (!problems.empty()) return problems;
  auto read = read_network_file(file);
  if (!read) {
    // A problem of the network's file is reported at the key that names the file; its own line goes into the
    // text.
    for (const Problem& p : read.problems())
      problems.push_back({"file", fmt::format("{}: {}", p.where, p.what), p.hint});
    return problems;
  }
  content_ = std::make_shared<const NetworkFile>(std::move(*read));
  return check_file_network(*content_, choices());
}

const NetworkFile& Graph::content() const {
  if (!content_) content_ = std::make_shared<const NetworkFile>(*read_network_file(file));
  return *content_;
}

Facts Graph::facts() const { return file_facts(content(), choices()); }

Topology::OwnRates Graph::own_rates() const {
  OwnRates own;
  own.every = true;
  const NetworkFile& all = content();
  for (const FileLink& link : all.links) {
    own.every = own.every && link.rate;
    if (link.rate) own.rates.push_back(*link.rate);
  }
  const bool tells = all.names_hosts();
  for (const FileNode& node : all.nodes) {
    const bool counted = !node.is_host && (!tells || node.hosts.value_or(0) > 0);
    own.every = own.every && (!counted || node.host_rate);
    if (counted && node.host_rate) own.rates.push_back(*node.host_rate);
  }
  std::sort(own.rates.begin(), own.rates.end());
  own.rates.erase(std::unique(own.rates.begin(), own.rates.end()), own.rates.end());
  return own;
}

std::vector<std::string> Graph::remarks() const {
  const NetworkFile& all = content();
  if (all.names_hosts()) return {};
  return {fmt::format("{} has no hosts, so each of its {} switches gets {} (topology.hosts_per_switch)", file,
                      all.nodes.size(), hosts_per_switch)};
}

std::string Graph::ignored_attributes() const {
  constexpr std::size_t most_named = 12;
  const auto& names = content().ignored_attributes;
  std::string text;
  std::size_t named = 0;
  for (const auto& [name, count] : names)
    if (named++ < most_named) text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", name, count);
  if (names.size() > most_named) text += fmt::format(" and {} more", names.size() - most_named);
  return names.empty() ? "" : "attributes that ebb ignores, with their counts: " + text;
}

std::vector<std::string> remarks_on(const Topology& topology) {
  const auto* graph = dynamic_cast<const Graph*>(&topology);
  return graph ? graph->remarks() : std::vector<std::string>();
}

std::string ignored_attributes_of(const Topology& topology) {
  const auto* graph = dynamic_cast<const Graph*>(&topology);
  return graph ? graph->ignored_attributes() : "";
}

Network Graph::build(const Cables& cables) const { return build_file_network(content(), choices(), cables); }

}  // namespace ebb::inline topology
