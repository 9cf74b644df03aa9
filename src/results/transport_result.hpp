// What the connections of hosts did in a run.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ebb::inline results {

/// One connection, over the whole run.
struct ConnectionResult {
  std::uint32_t source = 0, destination = 0;
  std::uint64_t acknowledged = 0;  ///< packets
  std::uint64_t sent_again = 0, timeouts = 0;
  double window = 0;               ///< congestion window at the end, in packets
  std::int64_t round_trip_ps = 0;  ///< smoothed, at the end; 0: none was measured
};

struct TransportResult {
  std::string name;                     ///< of the congestion control
  std::uint64_t delivered_payload = 0;  ///< bytes, in order, each once
  double goodput_bits_per_second = 0;   ///< the same over the whole run
  std::uint64_t sent_again = 0;         ///< packets
  std::uint64_t repeated = 0;           ///< of these, arrived though the first one had
  std::uint64_t timeouts = 0, marked = 0, acknowledgements = 0;
  /// Jain's index of the acknowledged packets of connections: (sum)^2 / (count * sum of squares).
  double jain = 1;
  std::vector<ConnectionResult> connections;  ///< by source, then destination
};

}  // namespace ebb::inline results
