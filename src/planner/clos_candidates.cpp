#include <algorithm>
#include <cmath>

#include "network/folded_clos_shape.hpp"
#include "network/shape.hpp"
#include "planner/candidate_shapes.hpp"
#include "planner/ideal_throughput.hpp"
#include "topology/folded_clos.hpp"

namespace ebb::inline planner {
namespace {

FoldedClos empty_clos(std::size_t levels, const SizeRequest& request) {
  FoldedClos t;
  t.levels = static_cast<std::int64_t>(levels), t.radix = request.ports - request.ports % 2;
  return t;
}

std::int64_t most_hosts_of(const FoldedClos& t, const SizeRequest& request) {
  return request.access ? request.access->hosts : t.radix - 1;
}

std::int64_t most_uplinks_of(const FoldedClos& t, const SizeRequest& request) {
  return request.access ? request.most_inner(t.hosts_per_switch) : t.radix - t.hosts_per_switch;
}

/// Where access switches are as the others, all have `radix` ports.
void set_access_radix(FoldedClos& t, const SizeRequest& request) {
  if (request.access) t.access_radix = t.hosts_per_switch + t.uplinks;
}

/// With fewer pods the fourth (or third) level is not needed.
std::int64_t least_pods(const FoldedClos& t) { return t.levels == 3 ? 2 : t.radix / 2 + 1; }
std::int64_t most_pods(const FoldedClos& t) { return t.levels == 3 ? t.radix : t.radix * (t.radix / 2); }

std::int64_t switches_of(const FoldedClosShape& shape) {
  std::int64_t all = 0;
  for (const auto& level : shape.levels) all += level.switches;
  return all;
}

void offer_clos(const FoldedClos& t, const SizeRequest& request, CandidateSink& sink) {
  std::vector<std::pair<std::string, std::string>> parameters = {
      {"levels", fmt::format("{}", t.levels)},
      {"radix", fmt::format("{}", t.radix)},
      {"hosts_per_switch", fmt::format("{}", t.hosts_per_switch)},
      {"uplinks", fmt::format("{}", t.uplinks)},
      {"pod", fmt::format("{}", t.pod)}};
  if (t.access_radix > 0) parameters.emplace_back("access_radix", fmt::format("{}", t.access_radix));
  if (t.levels > 2) parameters.emplace_back("pods", fmt::format("{}", t.pods));
  offer(t, "folded_clos", parameters, request, sink);
}

/// Finds the fewest uplinks that carry the requested load with this many access switches. More would only add
/// cables and switches above, so the search ends with the first. Where even the most are too few, it still
/// offers them, to find the maximum of the family.
void with_fewest_uplinks(FoldedClos t, std::int64_t access, const SizeRequest& request, CandidateSink& sink) {
  t.hosts_per_switch = divided_up(request.hosts, access);
  const std::int64_t most = most_uplinks_of(t, request), half = t.radix / 2;
  if (most < 1 || !sink.cheap_enough(access)) return;
  const double leaving = 1 - 1 / static_cast<double>(access);
  const double needed = std::floor(request.bisection * static_cast<double>(t.hosts_per_switch) * leaving /
                                   request.faster * (1 - 1e-9));
  for (t.uplinks = std::clamp<std::int64_t>(static_cast<std::int64_t>(needed), 1, most); t.uplinks <= most;
       ++t.uplinks) {
    if (t.levels > 2 && t.pod * t.uplinks % half != 0) continue;
    set_access_radix(t, request);
    if (!t.check().empty()) continue;
    const FoldedClosShape shape = t.shape();
    const auto throughput = ideal_throughput(Shape(shape), request.faster);
    if (!throughput) continue;
    if (sink.wants(switches_of(shape), *throughput)) offer_clos(t, request, sink);
    if (reaches(*throughput, request.bisection)) return;
  }
}

/// True when that many access switches, one host on each, hold the hosts even without the last pod.
bool too_many(std::int64_t access, std::int64_t pod, const SizeRequest& request) {
  return access - pod >= request.hosts;
}

}  // namespace

void each_clos(std::size_t levels, const SizeRequest& request, CandidateSink& sink) {
  FoldedClos t = empty_clos(levels, request);
  if (t.radix < 4) return;
  if (levels == 2) {
    for (t.pod = 2; t.pod <= t.radix && (t.pod == 2 || !too_many(t.pod, 1, request)); ++t.pod)
      with_fewest_uplinks(t, t.pod, request, sink);
    return;
  }
  const std::int64_t half = t.radix / 2;
  for (t.pod = half; t.pod >= 1; --t.pod) {
    if (half % t.pod != 0) continue;  // an equal number of cables to each switch above
    const std::int64_t fewest =
        std::max(least_pods(t), divided_up(request.hosts, t.pod * most_hosts_of(t, request)));
    for (t.pods = fewest; t.pods <= most_pods(t); ++t.pods) {
      if (t.pods > fewest + half && too_many(t.pod * t.pods, t.pod, request)) break;  // one whole group more
      with_fewest_uplinks(t, t.pod * t.pods, request, sink);
    }
  }
}

std::int64_t most_clos_hosts(std::size_t levels, const SizeRequest& request) {
  FoldedClos t = empty_clos(levels, request);
  if (t.radix < 4) return 0;
  t.pod = levels == 2 ? t.radix : t.radix / 2;
  t.pods = levels == 2 ? 1 : most_pods(t);
  for (t.hosts_per_switch = most_hosts_of(t, request); t.hosts_per_switch >= 1; --t.hosts_per_switch) {
    t.uplinks = most_uplinks_of(t, request);
    set_access_radix(t, request);
    if (t.uplinks < 1 || !t.check().empty()) continue;
    if (reaches(ideal_throughput(t.network_shape(), request.faster).value_or(0), request.bisection))
      return t.facts().hosts;
  }
  return 0;
}

}  // namespace ebb::inline planner
