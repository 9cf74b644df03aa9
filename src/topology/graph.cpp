#include "topology/graph.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "topology/file/read_network.hpp"

namespace ebb::inline topology {

Problems Graph::check() const {
  Problems problems;
  require_at_least(problems, "hosts_per_switch", hosts_per_switch, 1, "without hosts there is no traffic");
  if (file.empty())
    problems.push_back({"file", "is missing: it says which network",
                        "name a file in GraphML, node-link JSON, or a list of cables: docs/networks.md"});
  if (!problems.empty()) return problems;
  auto read = read_network_file(file);
  if (!read) {
    // A problem of the network's file is shown at the key that names it; its own line goes into the text.
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
  const bool tells = all.tells_of_hosts();
  for (const FileNode& node : all.nodes) {
    const bool counted = !node.is_host && (!tells || node.hosts.value_or(0) > 0);
    own.every = own.every && (!counted || node.host_rate);
    if (counted && node.host_rate) own.rates.push_back(*node.host_rate);
  }
  std::sort(own.rates.begin(), own.rates.end());
  own.rates.erase(std::unique(own.rates.begin(), own.rates.end()), own.rates.end());
  return own;
}

Network Graph::build(const Cables& cables) const { return build_file_network(content(), choices(), cables); }

}  // namespace ebb::inline topology
