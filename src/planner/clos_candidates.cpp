#include "planner/clos_candidates.hpp"

#include <algorithm>
#include <cmath>

namespace ebb::inline planner {
namespace {

/// As many hosts on an access switch as its uplinks carry at the bisection asked for.
FoldedClos with_access_switch(const SizeQuestion& question, std::int64_t levels) {
  const double share = std::min(1.0, question.bisection);
  FoldedClos t;
  t.levels = levels, t.radix = question.ports - question.ports % 2;
  t.hosts_per_switch = static_cast<std::int64_t>(static_cast<double>(t.radix) / (1 + share));
  t.hosts_per_switch = std::max<std::int64_t>(1, std::min(t.hosts_per_switch, t.radix - 1));
  t.uplinks = static_cast<std::int64_t>(std::ceil(share * static_cast<double>(t.hosts_per_switch)));
  t.uplinks = std::max<std::int64_t>(1, std::min(t.uplinks, t.radix - t.hosts_per_switch));
  return t;
}

/// Fewer pods need no fourth (or third) level.
std::int64_t least_pods(const FoldedClos& t) { return t.levels == 3 ? 2 : t.radix / 2 + 1; }
std::int64_t most_pods(const FoldedClos& t) { return t.levels == 3 ? t.radix : t.radix * (t.radix / 2); }

/// The fewest pods of this size that hold the access switches. With four levels a last group of too few pods
/// is refused, so more are tried, up to a whole group.
bool set_fewest_pods(FoldedClos& t, std::int64_t access) {
  const std::int64_t first = std::max((access + t.pod - 1) / t.pod, least_pods(t));
  const std::int64_t last = std::min(most_pods(t), first + t.radix / 2);
  for (t.pods = first; t.pods <= last; ++t.pods)
    if (t.check().empty()) return true;
  return false;
}

}  // namespace

std::vector<FoldedClos> clos_networks(const SizeQuestion& question, std::int64_t levels) {
  FoldedClos t = with_access_switch(question, levels);
  if (question.hosts > most_clos_hosts(question, levels)) return {};
  const std::int64_t access = (question.hosts + t.hosts_per_switch - 1) / t.hosts_per_switch;
  if (levels == 2) {
    t.pod = std::max<std::int64_t>(2, access);
    return {t};
  }
  std::vector<FoldedClos> found;
  const std::int64_t half = t.radix / 2;
  for (t.pod = half; t.pod >= 1; --t.pod) {
    const bool even = half % t.pod == 0;  // as many cables to each switch above
    const bool whole = t.pod * t.uplinks % half == 0;
    if (even && whole && set_fewest_pods(t, access)) found.push_back(t);
  }
  return found;
}

std::int64_t most_clos_hosts(const SizeQuestion& question, std::int64_t levels) {
  const FoldedClos t = with_access_switch(question, levels);
  if (t.radix < 4) return 0;
  const std::int64_t access = levels == 2 ? t.radix : t.radix / 2 * most_pods(t);
  return access * t.hosts_per_switch;
}

}  // namespace ebb::inline planner
