#include "traffic/pattern/permutation.hpp"

namespace ebb::inline traffic {

Problems Permutation::bind(const Network& network, std::uint64_t seed) {
  Problems problems = require_two_hosts(network);
  if (!problems.empty()) return problems;
  auto found = partners(network, seed);
  if (!found) return found.problems();
  partner_ = std::move(*found);
  bool any = false;
  for (HostId h = 0; h < network.hosts; ++h) {
    if (partner_[h] == h) partner_[h] = no_id;
    any |= partner_[h] != no_id;
  }
  if (any) return {};
  return {{"name", "pairs every host of this network with itself, so nothing would be sent",
           "choose a larger topology or another pattern"}};
}

}  // namespace ebb::inline traffic
