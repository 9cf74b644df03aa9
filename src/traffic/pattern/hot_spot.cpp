#include "traffic/pattern/hot_spot.hpp"

#include <algorithm>

#include "base/random.hpp"
#include "traffic/pattern/random_choice.hpp"

namespace ebb::inline traffic {

Problems HotSpot::check() const {
  Problems problems;
  if (fraction <= 0 || fraction > 1)
    problems.push_back({"fraction", fmt::format("is {}, but must be above 0 and at most 1", fraction),
                        "0.1 sends a tenth of all messages to the hot hosts"});
  if (count < 1)
    problems.push_back({"count", fmt::format("is {}, but must be at least 1", count), "for example: 1"});
  auto sorted = hosts;
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end())
    problems.push_back({"hosts", fmt::format("names host {} twice", *twice), "name each hot host once"});
  return problems;
}

Problems HotSpot::bind(const Network& network, std::uint64_t seed) {
  Problems problems = require_two_hosts(network);
  for (std::int64_t h : hosts)
    if (h < 0 || h >= network.hosts)
      problems.push_back({"hosts", fmt::format("names host {}, which the network does not have", h),
                          fmt::format("hosts are numbered from 0 to {}", network.hosts - 1)});
  if (hosts.empty() && count > network.hosts)
    problems.push_back({"count", fmt::format("is {}, but there are only {} hosts", count, network.hosts),
                        "pick fewer hot hosts"});
  if (!problems.empty()) return problems;
  all_ = network.hosts;
  hot_.assign(hosts.begin(), hosts.end());
  if (hot_.empty()) {
    Random random = choice_stream(seed);
    hot_ = shuffled_hosts(network.hosts, random);
    hot_.resize(static_cast<std::size_t>(count));
  }
  return {};
}

HostId HotSpot::destination(HostId source, HostMemory& memory) const {
  if (memory.random.unit() < fraction) {
    const std::uint64_t pick = memory.random.below(hot_.size());
    if (hot_[pick] != source) return hot_[pick];
    if (hot_.size() > 1)  // a hot host sends to the other hot hosts, each with the same probability
      return hot_[(pick + 1 + memory.random.below(hot_.size() - 1)) % hot_.size()];
  }
  return any_other_host(source, all_, memory.random);
}

}  // namespace ebb::inline traffic
