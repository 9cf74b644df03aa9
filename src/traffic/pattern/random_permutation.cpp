#include "traffic/pattern/random_permutation.hpp"

#include "base/random.hpp"
#include "traffic/pattern/random_choice.hpp"

namespace ebb::inline traffic {
namespace {

bool pairs_one_with_itself(const std::vector<HostId>& table) {
  for (HostId h = 0; h < table.size(); ++h)
    if (table[h] == h) return true;
  return false;
}

}  // namespace

Result<std::vector<HostId>> RandomPermutation::partners(const Network& network, std::uint64_t seed) const {
  Random random = choice_stream(seed);
  std::vector<HostId> table;
  do table = shuffled_hosts(network.hosts, random);
  while (pairs_one_with_itself(table));  // one shuffle in e has no fixed point, whatever the number of hosts
  return table;
}

}  // namespace ebb::inline traffic
