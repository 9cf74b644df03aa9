// Patterns in which each host has one fixed partner. A host paired with itself sends nothing: a message to
// oneself never enters the network.
#pragma once

#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "network/network.hpp"
#include "traffic/pattern/pattern.hpp"

namespace ebb::inline traffic {

class Permutation : public Pattern {
 public:
  Problems bind(const Network& network, std::uint64_t seed) final;
  HostId destination(HostId source, HostMemory& /*memory*/) const final { return partner_[source]; }
  bool sends(HostId source) const final { return partner_[source] != no_id; }

 protected:
  /// Returns the partner of each host, or why the rule does not fit this network (which has two hosts at
  /// least).
  virtual Result<std::vector<HostId>> partners(const Network& network, std::uint64_t seed) const = 0;

 private:
  std::vector<HostId> partner_;  ///< no_id instead of the host itself
};

/// The table of rule(host) over all hosts.
template <class Rule>
std::vector<HostId> partner_table(std::uint32_t hosts, Rule&& rule) {
  std::vector<HostId> table(hosts);
  for (HostId h = 0; h < hosts; ++h) table[h] = rule(h);
  return table;
}

}  // namespace ebb::inline traffic
