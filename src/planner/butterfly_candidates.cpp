#include <algorithm>
#include <functional>

#include "planner/candidate_shapes.hpp"
#include "planner/ideal_throughput.hpp"
#include "topology/flattened_butterfly.hpp"

namespace ebb::inline planner {
namespace {

/// The first dimension has cables of its own medium, so each size is tried as the first one.
void offer_butterflies(std::int64_t hosts_on_switch, std::vector<std::int64_t> sizes,
                       const SizeRequest& request, CandidateSink& sink) {
  std::sort(sizes.begin(), sizes.end(), std::greater<>());
  for (std::size_t first = 0; first < sizes.size(); ++first) {
    if (first > 0 && sizes[first] == sizes[first - 1]) continue;
    FlattenedButterfly t;
    t.c = hosts_on_switch, t.sizes = sizes;
    std::rotate(t.sizes.begin(), t.sizes.begin() + static_cast<std::ptrdiff_t>(first),
                t.sizes.begin() + static_cast<std::ptrdiff_t>(first) + 1);
    std::vector<std::pair<std::string, std::string>> parameters = {{"c", fmt::format("{}", t.c)},
                                                                   {"sizes", parameter_list(t.sizes)}};
    t.local_medium = local_medium(t.sizes[0] * (t.c + 1), request, parameters);
    offer(t, "flattened_butterfly", std::move(parameters), request, sink);
  }
}

/// Of a network whose shortest dimension has so many switches.
double butterfly_throughput(std::int64_t hosts_on_switch, std::int64_t size, const SizeRequest& request) {
  return std::min(1.0, butterfly_dimension(static_cast<double>(hosts_on_switch), static_cast<double>(size),
                                           request.faster));
}

class ButterflySearch {
 public:
  ButterflySearch(std::size_t dimensions, const SizeRequest& request, CandidateSink& sink)
      : sizes_(dimensions), request_(request), sink_(sink) {}

  /// Sizes ascend. `switches` and `ports` are those of the dimensions before this one.
  void fill(std::size_t dimension, std::int64_t switches, std::int64_t ports) {
    if (dimension == sizes_.size()) return judge(switches, ports);
    const auto left = static_cast<std::int64_t>(sizes_.size() - dimension);
    for (std::int64_t size = dimension == 0 ? 2 : sizes_[dimension - 1];
         ports + left * (size - 1) <= request_.most_inner(1); ++size) {
      sizes_[dimension] = size;
      const std::int64_t all = saturating_product(switches, size);
      fill(dimension + 1, all, ports + size - 1);
      // With one host on each switch, some switches have none: a smaller network is enough.
      if (saturating_product(all, saturating_power(size, left - 1)) >= request_.hosts) break;
    }
  }

 private:
  void judge(std::int64_t switches, std::int64_t ports) {
    const std::int64_t hosts_on_switch = divided_up(request_.hosts, switches);
    if (hosts_on_switch > request_.most_hosts() || ports > request_.most_inner(hosts_on_switch)) return;
    const double throughput = butterfly_throughput(hosts_on_switch, sizes_[0], request_);
    if (sink_.wants(switches, throughput)) offer_butterflies(hosts_on_switch, sizes_, request_, sink_);
  }

  std::vector<std::int64_t> sizes_;
  const SizeRequest& request_;
  CandidateSink& sink_;
};

}  // namespace

void each_butterfly(std::size_t dimensions, const SizeRequest& request, CandidateSink& sink) {
  ButterflySearch(dimensions, request, sink).fill(0, 1, 0);
}

/// For a given number of ports the product of the sizes is greatest when they differ by one at most.
std::int64_t most_butterfly_hosts(std::size_t dimensions, const SizeRequest& request) {
  const auto d = static_cast<std::int64_t>(dimensions);
  std::int64_t most = 0;
  for (std::int64_t c = 1; c <= request.most_hosts(); ++c) {
    const std::int64_t inner = request.most_inner(c), size = inner / d + 1, longer = inner % d;
    if (size < 2 || !reaches(butterfly_throughput(c, size, request), request.bisection)) break;
    const std::int64_t switches =
        saturating_product(saturating_power(size + 1, longer), saturating_power(size, d - longer));
    most = std::max(most, saturating_product(switches, c));
  }
  return most;
}

}  // namespace ebb::inline planner
