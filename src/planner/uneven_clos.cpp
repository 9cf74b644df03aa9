#include "planner/uneven_clos.hpp"

#include <algorithm>
#include <vector>

namespace ebb::inline planner {
namespace {

constexpr std::int64_t most_steps = 300'000;  // a millisecond

/// Pods and top switches. Cable j of all that leave the pods, pod after pod, ends at top switch j mod tops.
struct Pods {
  std::int64_t pods, access, middles, tops;  ///< access switches and switches above them in a pod
  std::int64_t cables_up, cables;            ///< of an access switch, of a pod
  double hosts, all_hosts;                   ///< on an access switch, in the network

  explicit Pods(const FoldedClosShape& s)
      : pods(s.levels[0].switches / s.levels[1].access),
        access(s.levels[1].access),
        middles(s.levels[1].per_block),
        tops(s.levels[2].switches),
        cables_up(s.levels[0].up),
        cables(access * cables_up),
        hosts(s.concentration),
        all_hosts(hosts * static_cast<double>(s.levels[0].switches)) {}

  /// Of the first `all` cables, those that end at this top switch.
  std::int64_t at(std::int64_t all, std::int64_t top) const { return (all + tops - 1 - top) / tops; }
  std::int64_t of_pod(std::int64_t pod, std::int64_t top) const {
    return at((pod + 1) * cables, top) - at(pod * cables, top);
  }
  double hosts_of_pod() const { return hosts * static_cast<double>(access); }

  /// Load of one cable down from `top` to `pod`, where hosts send all the time: what other pods send up to
  /// it.
  double load_down(std::int64_t top, std::int64_t pod) const {
    const auto own = static_cast<double>(of_pod(pod, top)), all = static_cast<double>(at(pods * cables, top));
    const double between_pods = hosts_of_pod() * hosts_of_pod() / all_hosts;
    return between_pods * (all - own) / static_cast<double>(cables) / own;
  }
};

/// Load of the cables from the middle switches of a pod to one access switch.
double busiest_inside(const Pods& p, std::int64_t pod, const std::vector<double>& down) {
  const double to_access =
      static_cast<double>(p.cables_up / p.middles);  // cables of a middle to each access switch
  const double inside =
      p.hosts * p.hosts * static_cast<double>(p.access - 1) / p.all_hosts / static_cast<double>(p.cables_up);
  const std::int64_t up = p.cables / p.middles;
  double busiest = 0;
  for (std::int64_t m = 0; m < p.middles; ++m) {
    double arriving = 0;
    for (std::int64_t k = 0; k < up; ++k)
      arriving += down[static_cast<std::size_t>((pod * p.cables + m * up + k) % p.tops)];
    busiest = std::max(busiest, arriving / (static_cast<double>(p.access) * to_access) + inside);
  }
  return busiest;
}

double busiest_up(const Pods& p) {
  const double access_switches = static_cast<double>(p.access * p.pods);
  return std::max(p.hosts * (1 - 1 / access_switches) / static_cast<double>(p.cables_up),
                  p.hosts_of_pod() * (1 - 1 / static_cast<double>(p.pods)) / static_cast<double>(p.cables));
}

}  // namespace

std::optional<double> uneven_clos_throughput(const FoldedClosShape& shape) {
  if (shape.top() != 2) return std::nullopt;
  const Pods p(shape);
  if (p.pods < 2 || p.pods * p.access != shape.levels[0].switches || p.cables_up % p.middles != 0 ||
      p.pods * (p.tops + p.cables) > most_steps)
    return std::nullopt;
  double busiest = busiest_up(p);
  std::vector<double> down(static_cast<std::size_t>(p.tops));
  for (std::int64_t pod = 0; pod < p.pods; ++pod) {
    for (std::int64_t top = 0; top < p.tops; ++top)
      busiest = std::max(busiest, down[static_cast<std::size_t>(top)] = p.load_down(top, pod));
    busiest = std::max(busiest, busiest_inside(p, pod, down));
  }
  return 1 / busiest;
}

}  // namespace ebb::inline planner
