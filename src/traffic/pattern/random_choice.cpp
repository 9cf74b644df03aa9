#include "traffic/pattern/random_choice.hpp"

#include <numeric>
#include <utility>

namespace ebb::inline traffic {

std::vector<HostId> shuffled_hosts(std::uint32_t hosts, Random& random) {
  std::vector<HostId> order(hosts);
  std::iota(order.begin(), order.end(), HostId{0});
  for (std::uint32_t left = hosts; left > 1; --left) std::swap(order[left - 1], order[random.below(left)]);
  return order;
}

}  // namespace ebb::inline traffic
