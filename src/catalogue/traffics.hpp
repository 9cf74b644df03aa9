// The catalogues of traffic, and the [traffic] section of a run file. Reading needs no network. Binding does,
// and returns what the engine runs.
#pragma once

#include <span>

#include "base/result.hpp"
#include "catalogue/catalogue.hpp"
#include "config/node.hpp"
#include "network/network.hpp"
#include "traffic/arrival/arrivals.hpp"
#include "traffic/pattern/pattern.hpp"
#include "traffic/size/cutting.hpp"
#include "traffic/size/sizes.hpp"
#include "traffic/synthetic_traffic.hpp"
#include "traffic/traffic.hpp"
#include "traffic/video/mpeg_streams.hpp"
#include "traffic/workload.hpp"

namespace ebb::inline catalogue {

std::span<const Entry<Pattern>> patterns();
std::span<const Entry<Arrivals>> arrival_processes();
std::span<const Entry<Sizes>> size_distributions();
std::span<const Entry<Workload>> workloads();

/// The contents of [traffic]: a whole workload, or its parts. The default of a part is the first entry of its
/// catalogue.
struct TrafficConfig {
  Node section;  ///< kept for the locations of later problems
  std::unique_ptr<Workload> workload;
  SyntheticParts parts;                ///< without a workload
  std::unique_ptr<MpegStreams> video;  ///< beside the parts; null: none

  bool is_closed_loop() const { return parts.arrivals && parts.arrivals->is_closed_loop(); }
};

Result<TrafficConfig> read_traffic(const Node& section);

/// `cutting` is how the hosts of the run segment messages into packets; `seed` is the run's.
Result<std::unique_ptr<Traffic>> bind_traffic(TrafficConfig config, const Network& network,
                                              const Cutting& cutting, std::uint64_t seed);

}  // namespace ebb::inline catalogue
