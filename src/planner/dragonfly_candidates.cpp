#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "network/shape.hpp"
#include "planner/candidate_shapes.hpp"
#include "planner/ideal_throughput.hpp"
#include "topology/dragonfly.hpp"

namespace ebb::inline planner {
namespace {

/// Visits all that fit the ports, without groups yet.
template <class Visit>
void each_group(const SizeRequest& request, const Visit& visit) {
  Dragonfly t;
  for (t.a = 2; t.a - 1 < request.most_inner(1); ++t.a)
    for (t.h = 1; t.a - 1 + t.h <= request.most_inner(1); ++t.h)
      for (t.p = 1; t.p <= request.most_hosts() && t.a - 1 + t.h <= request.most_inner(t.p); ++t.p) visit(t);
}

double throughput_of(const Dragonfly& t, const SizeRequest& request) {
  return ideal_throughput(Shape(t.shape()), request.faster).value_or(0);
}

void offer_dragonfly(Dragonfly t, const SizeRequest& request, CandidateSink& sink) {
  std::vector<std::pair<std::string, std::string>> parameters = {{"a", fmt::format("{}", t.a)},
                                                                 {"p", fmt::format("{}", t.p)},
                                                                 {"h", fmt::format("{}", t.h)},
                                                                 {"g", fmt::format("{}", t.g)}};
  t.local_medium = local_medium(t.a * (t.p + 1), request, parameters);
  offer(t, "dragonfly", std::move(parameters), request, sink);
}

}  // namespace

void each_dragonfly(const SizeRequest& request, CandidateSink& sink) {
  each_group(request, [&](Dragonfly t) {
    t.g = std::max<std::int64_t>(2, divided_up(request.hosts, t.a * t.p));
    if (t.g > t.a * t.h + 1 || !sink.cheap_enough(t.a * t.g)) return;
    if (t.p > divided_up(request.hosts, t.a * t.g)) return;  // fewer hosts on as many switches are enough
    if (sink.wants(t.a * t.g, throughput_of(t, request))) offer_dragonfly(t, request, sink);
  });
}

/// With the most groups that its global ports reach; fewer carry less.
std::int64_t most_dragonfly_hosts(const SizeRequest& request) {
  std::int64_t most = 0;
  each_group(request, [&](Dragonfly t) {
    t.g = t.a * t.h + 1;
    const std::int64_t hosts = saturating_product(t.a * t.p, t.g);
    if (hosts > most && reaches(throughput_of(t, request), request.bisection)) most = hosts;
  });
  return most;
}

}  // namespace ebb::inline planner
