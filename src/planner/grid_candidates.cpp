#include <algorithm>

#include "planner/candidate_shapes.hpp"
#include "planner/ideal_throughput.hpp"
#include "topology/grid.hpp"

namespace ebb::inline planner {
namespace {

class GridSearch {
 public:
  GridSearch(bool wraps, std::size_t dimensions, const SizeRequest& request, CandidateSink& sink)
      : wraps_(wraps), sizes_(dimensions), request_(request), sink_(sink) {}

  void with_hosts_on_switch(std::int64_t hosts) {
    hosts_on_switch_ = hosts, needed_ = divided_up(request_.hosts, hosts);
    fill(0, 1);
  }

 private:
  /// Sizes ascend. The last one is as long as necessary, and determines what the grid carries.
  void fill(std::size_t dimension, std::int64_t switches) {
    const std::int64_t least = dimension == 0 ? 2 : sizes_[dimension - 1];
    if (dimension + 1 == sizes_.size()) {
      sizes_[dimension] = std::max(least, divided_up(needed_, switches));
      if (sizes_.back() <= 2 * sizes_.front()) judge(saturating_product(switches, sizes_.back()));
      return;
    }
    const auto left = static_cast<std::int64_t>(sizes_.size() - dimension);
    for (std::int64_t size = least; dimension == 0 || size <= 2 * sizes_.front(); ++size) {
      sizes_[dimension] = size;
      fill(dimension + 1, saturating_product(switches, size));
      if (saturating_product(switches, saturating_power(size, left)) >= needed_) break;  // longer ones too
    }
  }

  std::int64_t inner_ports() const {
    std::int64_t ports = 0;
    for (const std::int64_t size : sizes_) ports += wraps_ ? 2 : std::min<std::int64_t>(2, size - 1);
    return ports;
  }

  void judge(std::int64_t switches) {
    if (inner_ports() > request_.most_inner(hosts_on_switch_)) return;
    const double throughput = std::min(
        1.0, request_.faster * grid_dimension(static_cast<double>(hosts_on_switch_), sizes_.back(), wraps_));
    if (!sink_.wants(switches, throughput)) return;
    wraps_ ? give(Torus{}, "torus") : give(Mesh{}, "mesh");
  }

  template <class T>
  void give(T t, const char* name) {
    t.c = hosts_on_switch_, t.sizes.assign(sizes_.rbegin(), sizes_.rend());
    // Neighbours along the last two dimensions stand in the same row and in the next one; the others lie
    // between.
    std::int64_t between = t.c + 1;
    for (std::size_t d = 0; d + 2 < t.sizes.size(); ++d) between *= t.sizes[d];
    std::vector<std::pair<std::string, std::string>> parameters = {{"c", fmt::format("{}", t.c)},
                                                                   {"sizes", parameter_list(t.sizes)}};
    t.local_medium = local_medium(between, request_, parameters);
    offer(t, name, std::move(parameters), request_, sink_);
  }

  bool wraps_;
  std::vector<std::int64_t> sizes_;
  const SizeRequest& request_;
  CandidateSink& sink_;
  std::int64_t hosts_on_switch_ = 1, needed_ = 1;
};

}  // namespace

void each_grid(bool wraps, std::size_t dimensions, const SizeRequest& request, CandidateSink& sink) {
  GridSearch search(wraps, dimensions, request, sink);
  const auto d = static_cast<std::int64_t>(dimensions);
  for (std::int64_t hosts = 1; hosts <= request.most_hosts() && d <= request.most_inner(hosts); ++hosts)
    search.with_hosts_on_switch(hosts);
}

}  // namespace ebb::inline planner
