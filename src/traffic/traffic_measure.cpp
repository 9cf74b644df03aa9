#include "traffic/traffic_measure.hpp"

#include <algorithm>
#include <numeric>

#include "network/distance.hpp"
#include "traffic/path_lengths.hpp"

namespace ebb::inline traffic {
namespace {

constexpr Picoseconds windows_counted[] = {10_us, 100_us, 1_ms, 10_ms};
constexpr std::int64_t fewest_windows = 10;              // fewer do not give a variance
constexpr std::int64_t most_windows = 10'000'000;        // beyond, all hosts together take too much memory
constexpr std::uint32_t most_switches_searched = 4'096;  // their hops take 16 MB

double mean_of_all(const Network& network, std::uint64_t seed) {
  std::vector<HostId> hosts(network.hosts);
  std::iota(hosts.begin(), hosts.end(), HostId{0});
  return mean_channels(network, {{hosts, hosts}}, seed)[0];
}

/// Sum of squared distances from the mean, of n values with this sum and sum of squares.
double spread(double n, double sum, double squares) { return squares - sum * sum / n; }

}  // namespace

TrafficMeasure::TrafficMeasure(const Network& network, const Cutting& cutting, std::uint64_t seed,
                               Picoseconds time)
    : network_(network), cutting_(cutting), free_at_(network.hosts), hops_(network.switches()) {
  figures_.time = time;
  figures_.hosts.resize(network.hosts);
  for (const Picoseconds window : windows_counted) {
    Scale scale{window, time.v / window.v, std::vector<HostWindows>(network.hosts), {}};
    if (scale.windows <= most_windows) scale.together.resize(static_cast<std::size_t>(scale.windows));
    scales_.push_back(std::move(scale));
  }
  if (network.switches() > most_switches_searched && network.hosts > 1)
    mean_channels_ = mean_of_all(network, seed);
}

double TrafficMeasure::channels_between(HostId a, HostId b) {
  if (mean_channels_ > 0) return mean_channels_;
  std::vector<std::uint8_t>& row = hops_[network_.switch_of_host(a)];
  if (row.empty()) {
    row.resize(network_.switches());
    const auto hops = hops_from(network_, network_.switch_of_host(a));
    std::transform(hops.begin(), hops.end(), row.begin(), [](std::uint32_t h) {
      return static_cast<std::uint8_t>(std::min<std::uint32_t>(h, 255));
    });
  }
  return 2.0 + row[network_.switch_of_host(b)];
}

void TrafficMeasure::add(const SentMessage& m) {
  if (m.at >= figures_.time) return;
  const auto packets = static_cast<std::uint64_t>(cutting_.packets(m.size));
  const auto wire = static_cast<std::uint64_t>(cutting_.on_wire(m.size).v);
  ++figures_.messages;
  figures_.packets += packets;
  figures_.payload_bytes += static_cast<std::uint64_t>(m.size.v);
  figures_.wire_bytes += wire;
  channel_bytes_ += static_cast<double>(wire) * channels_between(m.source, m.destination);
  HostFigures &from = figures_.hosts[m.source], &to = figures_.hosts[m.destination];
  ++from.messages_sent, ++to.messages_received;
  from.bytes_sent += wire, to.bytes_received += wire;

  const BitsPerSecond rate = network_.link(network_.host_port(m.source)).rate;
  const Picoseconds full = wire_time({cutting_.mtu.v + cutting_.header.v}, rate);
  Picoseconds& free = free_at_[m.source];
  free = std::max(free, m.at);
  for (std::uint64_t i = 0; i < packets && free < figures_.time; ++i) {
    count_packet(m.source, free);
    free += i + 1 < packets ? full
                            : wire_time({static_cast<std::int64_t>(wire) -
                                         static_cast<std::int64_t>(i) * (cutting_.mtu.v + cutting_.header.v)},
                                        rate);
  }
}

void TrafficMeasure::count_packet(HostId host, Picoseconds at) {
  for (Scale& scale : scales_) {
    const std::int64_t window = at.v / scale.window.v;
    if (window >= scale.windows) continue;
    if (!scale.together.empty()) ++scale.together[static_cast<std::size_t>(window)];
    HostWindows& h = scale.hosts[host];
    if (window != h.open) {
      h.packets += h.in_open, h.squares += h.in_open * h.in_open;
      h.open = window, h.in_open = 0;
    }
    ++h.in_open;
  }
}

Dispersion TrafficMeasure::dispersion(const Scale& scale) {
  Dispersion d{scale.window, static_cast<std::uint64_t>(scale.windows), {}, {}};
  if (scale.windows < fewest_windows) return d;
  const auto n = static_cast<double>(scale.windows);
  double spreads = 0, packets = 0;
  for (const HostWindows& h : scale.hosts) {
    const auto sum = static_cast<double>(h.packets + h.in_open);
    spreads += spread(n, sum, static_cast<double>(h.squares + h.in_open * h.in_open));
    packets += sum;
  }
  if (packets == 0) return d;
  d.one_host = spreads / packets;
  if (scale.together.empty()) return d;
  double squares = 0;
  for (const std::uint64_t count : scale.together)
    squares += static_cast<double>(count) * static_cast<double>(count);
  d.all_hosts = spread(n, packets, squares) / packets;
  return d;
}

TrafficFigures TrafficMeasure::figures() const {
  TrafficFigures f = figures_;
  double rates = 0, all_rates = 0;
  for (HostId h = 0; h < network_.hosts; ++h)
    rates += static_cast<double>(network_.link(network_.host_port(h)).rate.v);
  for (PortId c = 0; c < network_.channels(); ++c) all_rates += static_cast<double>(network_.link(c).rate.v);
  const double seconds = f.time.seconds();
  f.load = static_cast<double>(f.wire_bytes) * 8 / (rates * seconds);
  f.utilisation = channel_bytes_ * 8 / (all_rates * seconds);
  for (const Scale& scale : scales_) f.dispersion.push_back(dispersion(scale));
  return f;
}

}  // namespace ebb::inline traffic
