#include "engine/run/transport_result.hpp"

#include <algorithm>
#include <tuple>

#include "base/bytes.hpp"
#include "base/fields.hpp"
#include "network/network.hpp"
#include "transport/congestion.hpp"

namespace ebb::inline engine {
namespace {

std::vector<ConnectionResult> connections_here(const NetworkState& m) {
  std::vector<ConnectionResult> all;
  for (HostId h = 0; h < m.network.hosts; ++h)
    for (const SendingConnection& connection : m.transport.hosts[h].sending)
      all.push_back({.source = h,
                     .destination = connection.destination,
                     .acknowledged = connection.sender.board.first(),
                     .sent_again = connection.sent_again,
                     .timeouts = connection.timeouts,
                     .window = connection.sender.congestion.window,
                     .round_trip_ps = connection.sender.round_trip.smoothed});
  return all;
}

std::vector<ConnectionResult> all_connections(const Simulation& sim) {
  ByteBuffer mine;
  ByteWriter(mine).put_list(connections_here(sim.state()));
  std::vector<ConnectionResult> all;
  for (const ByteBuffer& bytes : gather_all(sim.exchange(), mine)) {
    const auto some = ByteReader(bytes).take_list<ConnectionResult>();
    all.insert(all.end(), some.begin(), some.end());
  }
  std::sort(all.begin(), all.end(), [](const ConnectionResult& a, const ConnectionResult& b) {
    return std::tie(a.source, a.destination) < std::tie(b.source, b.destination);
  });
  return all;
}

double jain_of(const std::vector<ConnectionResult>& connections) {
  double sum = 0, squares = 0;
  for (const ConnectionResult& one : connections) {
    const auto packets = static_cast<double>(one.acknowledged);
    sum += packets, squares += packets * packets;
  }
  return squares > 0 ? sum * sum / (static_cast<double>(connections.size()) * squares) : 1;
}

}  // namespace

std::optional<TransportResult> transport_result(const Simulation& sim, const Counters& counters) {
  const NetworkState& m = sim.state();
  if (!m.transport.in_use()) return std::nullopt;
  const TransportCounts& counts = counters.transport;
  TransportResult r;
  r.name = name_of(m.transport.sender.control);
  r.delivered_payload = counts.in_order_payload;
  if (sim.now().v > 0)
    r.goodput_bits_per_second =
        static_cast<double>(counts.in_order_payload) * 8e12 / static_cast<double>(sim.now().v);
  r.sent_again = counts.sent_again, r.repeated = counts.repeated, r.timeouts = counts.timeouts;
  r.marked = counts.marked, r.acknowledgements = counts.acknowledgements;
  r.connections = all_connections(sim);
  r.jain = jain_of(r.connections);
  return r;
}

}  // namespace ebb::inline engine
