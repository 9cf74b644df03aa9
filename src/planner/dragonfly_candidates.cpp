#include <algorithm>

#include "network/shape.hpp"
#include "planner/candidate_shapes.hpp"
#include "planner/ideal_throughput.hpp"
#include "topology/dragonfly.hpp"

namespace ebb::inline planner {
namespace {

/// Visits all that fit the ports, without groups yet.
template <class Visit>
void each_group(std::int64_t ports, const Visit& visit) {
  Dragonfly t;
  for (t.a = 2; t.a < ports; ++t.a)
    for (t.h = 1; t.a - 1 + t.h < ports; ++t.h)
      for (t.p = 1; t.p + t.a - 1 + t.h <= ports; ++t.p) visit(t);
}

double throughput_of(const Dragonfly& t) { return ideal_throughput(Shape(t.shape())).value_or(0); }

}  // namespace

void each_dragonfly(const SizeRequest& request, CandidateSink& sink) {
  each_group(request.ports, [&](Dragonfly t) {
    t.g = std::max<std::int64_t>(2, divided_up(request.hosts, t.a * t.p));
    if (t.g > t.a * t.h + 1 || !sink.cheap_enough(t.a * t.g)) return;
    if (!sink.wants(t.a * t.g, throughput_of(t))) return;
    std::vector<std::pair<std::string, std::string>> parameters = {{"a", fmt::format("{}", t.a)},
                                                                   {"p", fmt::format("{}", t.p)},
                                                                   {"h", fmt::format("{}", t.h)},
                                                                   {"g", fmt::format("{}", t.g)}};
    t.local_medium = local_medium(t.a * (t.p + 1), request, parameters);
    offer(t, "dragonfly", std::move(parameters), request, sink);
  });
}

/// With the most groups that its global ports reach; fewer carry less.
std::int64_t most_dragonfly_hosts(const SizeRequest& request) {
  std::int64_t most = 0;
  each_group(request.ports, [&](Dragonfly t) {
    t.g = t.a * t.h + 1;
    const std::int64_t hosts = saturating_product(t.a * t.p, t.g);
    if (hosts > most && reaches(throughput_of(t), request.bisection)) most = hosts;
  });
  return most;
}

}  // namespace ebb::inline planner
