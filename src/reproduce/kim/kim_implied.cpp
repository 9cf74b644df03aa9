#include "reproduce/kim/kim_implied.hpp"

#include <algorithm>
#include <cmath>

namespace ebb::inline reproduce {
namespace {

/// Ordered pairs of different switches of a square mesh that are at most so many hops apart.
double mesh_pairs_within(int hops, int side) {
  const auto along = [&](int distance) { return distance == 0 ? side : 2 * (side - distance); };
  int pairs = -side * side;
  for (int x = 0; x < side; ++x)
    for (int y = 0; y < side && x + y <= hops; ++y) pairs += along(x) * along(y);
  return pairs;
}

/// Mean number of packets of one length in service and waiting (M/D/1).
double packets_at(double busy) { return busy + busy * busy / (2 * (1 - busy)); }

}  // namespace

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

double most_adapters_for(double saved, double switches, const KimGraph& graph) {
  const double off = graph.channels - graph.switches;
  return off / (saved * graph.all_channels()) - 1 - switches;
}

double dvs_links_for(double left, double switches, double adapters) {
  return left - (1 - left) * (switches + adapters);
}

double least_hops(double on, const KimGraph& graph) {
  const double n = graph.switches, pairs = n * (n - 1);
  // Every switch has a channel out and one in; `more` are those beyond. From any switch, the number of others
  // at one distance grows by at most one for each of `more` that was passed on the way. So pairs that are h
  // hops apart are at most n + more x (switches from which the beginning of such a channel is nearer than h).
  const double more = std::max(0.0, on - n);
  double within = 0, near = 1, mean = 1;
  for (int hops = 1; hops < graph.switches; ++hops) {
    within = std::min(pairs, within + n + more * std::min(near, n));
    const double closest = graph.side > 0 ? std::min(within, mesh_pairs_within(hops, graph.side)) : within;
    mean += 1 - closest / pairs;
    near += std::min(1 + more, graph.side > 0 ? 4.0 * hops : std::pow(graph.out_of_switch, hops));
  }
  return mean;
}

double least_load(double on, double load, const KimGraph& graph) {
  return load * graph.switches * least_hops(on, graph) / on;
}

double microseconds_in_buffers(double cells, double load, int hosts) {
  constexpr double bits_of_cell = 256, bits_per_microsecond = 2500;
  return cells * bits_of_cell / (hosts * load * bits_per_microsecond);
}

double full_middle(int side) {
  const double half = side * side / 2.0;
  return side / (half * half / (side * side - 1));
}

double most_off_at_slowest(double load, double slowest, const KimGraph& graph) {
  const double busy = std::min(1.0, least_load(graph.channels, load, graph) / slowest);
  return graph.channels * (1 - busy) / graph.all_channels();
}

double growth_for_equal_leak(double ratio, double added) { return (ratio - 1) / added; }

double most_growth(double from, double to, double saturation) {
  return packets_at(to / saturation) / packets_at(from / saturation);
}

double mesh_in_use(int side, double packets) {
  double full = side / 2.0;  // of the channels along one row, one way: those up to the middle
  for (int i = side / 2 + 1; i < side; ++i) {
    const double busy = i * (side - i) / (side * side / 4.0);
    full += std::min(1.0, packets_at(busy) / packets);
  }
  const double rows = 4.0 * side, hosts = side * side;
  const double to_host = std::min(1.0, packets_at(full_middle(side)) / packets);
  const double buffers =
      2 * rows * (side - 1) + 2 * hosts;  // of channels at both ends, of hosts one each way
  return (2 * rows * full + hosts * (1 + to_host)) / buffers;
}

}  // namespace ebb::inline reproduce
