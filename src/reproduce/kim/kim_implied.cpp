#include "reproduce/kim/kim_implied.hpp"

#include <algorithm>

namespace ebb::inline reproduce {

double switches_over_links(double links_share, double growth, double at, double load) {
  const auto relative = [&](double l) { return 1 + (growth - 1) * (l - 0.2) / 0.4; };
  return (1 - links_share) / links_share * relative(load) / relative(at);
}

double most_of_half_off(double dvs_left, double switches) {
  const double after_dvs = dvs_left * (1 + switches);
  return 0.5 * std::max(0.0, after_dvs - switches) / after_dvs;
}

double channels_off_for(double saved, double switches, const KimGraph& graph) {
  return saved * (1 + switches) * graph.all_channels();
}

double least_hops(double on, const KimGraph& graph) {
  const double n = graph.switches, pairs = n * (n - 1);
  // Every switch has a channel in and one out. `more` are those beyond that, of which a switch has d - 1.
  const double more = std::max(0.0, on - n), one = std::min(on, pairs);
  const double two =
      std::min(n + 2 * more + more * std::min<double>(more, graph.out_of_switch - 1), pairs - one);
  return (one + 2 * two + 3 * (pairs - one - two)) / pairs;
}

double microseconds_in_buffers(double cells, double load, int hosts) {
  constexpr double bits_of_cell = 256, bits_per_microsecond = 2500;
  return cells * bits_of_cell / (hosts * load * bits_per_microsecond);
}

double full_middle(int side) {
  const double half = side * side / 2.0;
  return side / (half * half / (side * side - 1));
}

}  // namespace ebb::inline reproduce
