#include "rules/trees/link_choice.hpp"

#include <algorithm>
#include <cmath>

namespace ebb::inline rules {

std::vector<double> channel_traffic(const Trunks& trunks, const PathSet& paths, const SwitchDemand& demand) {
  std::vector<double> traffic(trunks.channels(), 0);
  for (SwitchId from = 0; from < paths.switches(); ++from)
    for (SwitchId to = 0; to < paths.switches(); ++to) {
      const Path& path = paths.path(from, to);
      for (std::size_t i = 1; i < path.size(); ++i)
        traffic[trunks.channel_from(path[i - 1], trunks.between(path[i - 1], path[i]))] +=
            demand.at(from, to);
    }
  return traffic;
}

std::uint32_t links_for(double traffic, double peak) {
  if (traffic <= 0) return 0;
  constexpr double more_than_any = 1e9;
  return static_cast<std::uint32_t>(std::min(std::floor(traffic / peak) + 1, more_than_any));
}

TrunkUse lightest_use(double traffic, double peak, std::uint32_t there, double weight,
                      std::span<const SlowerRate> slower) {
  const std::uint32_t wanted = std::max(links_for(traffic, peak), 1u);
  TrunkUse best{wanted, 0, weight * std::min(wanted, there)};
  for (std::uint32_t i = 0; i < slower.size() && wanted <= there; ++i) {
    const std::uint32_t links = std::max(links_for(traffic, peak * slower[i].share), 1u);
    if (links <= there && slower[i].weight * links < best.weight)
      best = {links, i + 1, slower[i].weight * links};
  }
  return best;
}

std::vector<std::uint32_t> links_below_peak(const Trunks& trunks, const std::vector<double>& traffic,
                                            double peak) {
  std::vector<std::uint32_t> links;
  for (TrunkId t = 0; t < trunks.size(); ++t) {
    const std::uint32_t wanted = links_for(std::max(traffic[2 * t], traffic[2 * t + 1]), peak);
    links.push_back(std::clamp(wanted, std::uint32_t{1}, trunks[t].links()));
  }
  return links;
}

}  // namespace ebb::inline rules
