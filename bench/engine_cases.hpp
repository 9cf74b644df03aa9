// The cases of the benchmark. The steady ones have Poisson arrivals of single packets, and all cables take 40
// ns. The bursty ones have the network and traffic of the founding experiment (papers/abts-network.toml):
// long messages, at full rate and under control.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/model/control.hpp"
#include "engine/model/settings.hpp"
#include "power/policy/halve_double.hpp"
#include "power/policy/queue_aware.hpp"
#include "topology/dragonfly.hpp"
#include "topology/flattened_butterfly.hpp"
#include "traffic/arrival/poisson.hpp"
#include "traffic/pattern/uniform.hpp"
#include "traffic/size/fixed_size.hpp"
#include "traffic/synthetic_traffic.hpp"
#include "traffic/uniform_messages.hpp"

namespace bench {

using namespace ebb;

enum class Work { packets, dragonfly_packets, pauses, tcp, bursty, bursty_halve_double, bursty_queue_aware };

struct Case {
  const char* name;
  std::int64_t c, k, n;
  std::vector<std::int64_t> sizes;
  double load;  ///< of the hosts; for bursty traffic, of all channels
  std::int64_t microseconds;
  Work work = Work::packets;
  std::int64_t message = 1000, packet = 1000;  ///< payload; of bursty traffic by its own sizes

  bool is_bursty() const { return work >= Work::bursty; }
};

inline const std::vector<Case> cases = {
    {"512-0.05", 8, 8, 3, {}, 0.05, 3000},
    {"512-0.5", 8, 8, 3, {}, 0.5, 300},
    {"3375-0.02", 15, 15, 3, {}, 0.02, 1500},
    {"3375-0.2", 15, 15, 3, {}, 0.2, 150},
    {"3375-0.5", 15, 15, 3, {}, 0.5, 100},
    {"bursty", 15, 15, 3, {}, 0.23, 500, Work::bursty},
    {"bursty-halve_double", 15, 15, 3, {}, 0.23, 500, Work::bursty_halve_double},
    {"bursty-queue_aware", 15, 15, 3, {}, 0.23, 500, Work::bursty_queue_aware},
    {"64-pauses", 8, 8, 2, {}, 0.5, 8000, Work::pauses, 1448, 1448},
    {"64-tcp", 8, 8, 2, {}, 0.5, 8000, Work::tcp, 1448, 1448},
    {"64-pauses-64KiB", 8, 8, 2, {}, 0.5, 8000, Work::pauses, 65536, 1448},
    {"64-tcp-64KiB", 8, 8, 2, {}, 0.5, 8000, Work::tcp, 65536, 1448},
    {"512-pauses", 8, 8, 3, {}, 0.5, 600, Work::pauses},
    {"512-tcp", 8, 8, 3, {}, 0.5, 600, Work::tcp},
    {"16512-0.2", 0, 0, 0, {}, 0.2, 40, Work::dragonfly_packets},
    {"32768-0.2", 8, 8, 5, {}, 0.2, 20},
    {"303750-0.1", 15, 0, 0, {15, 15, 15, 6}, 0.1, 24},
};

inline Network build(const Case& one) {
  Cables cables;
  if (!one.is_bursty()) cables.copper_delay = cables.optical_delay = 40_ns;
  if (one.work == Work::dragonfly_packets) {
    Dragonfly topology;
    topology.a = 16, topology.p = 8, topology.h = 8, topology.g = 129;
    return topology.build(cables);
  }
  FlattenedButterfly topology;
  topology.c = one.c, topology.sizes = one.sizes;
  if (one.sizes.empty()) topology.k = one.k, topology.n = one.n;
  return topology.build(cables);
}

inline HostSettings hosts_of(const Case& one) {
  HostSettings hosts;
  if (!one.is_bursty()) hosts.packet = Bytes{one.packet};
  if (one.work == Work::pauses || one.work == Work::tcp) hosts.header = 90_B;
  if (one.work == Work::tcp) hosts.transport = TransportProtocol::tcp;
  return hosts;
}

/// With pause frames, 64 packets of buffer: TCP has nothing to repair.
inline SwitchSettings switches_of(const Case& one) {
  SwitchSettings switches;
  if (one.work != Work::pauses && one.work != Work::tcp) return switches;
  switches.flow.name = FlowControl::pause;
  switches.input_buffer = switches.output_queue = Bytes{256 * 1024};
  return switches;
}

inline Result<std::unique_ptr<Traffic>> traffic_of(const Case& one, const Network& network) {
  const HostSettings hosts = hosts_of(one);
  const Cutting cutting{hosts.packet, hosts.header};
  if (one.is_bursty()) {
    UniformMessages messages;
    messages.utilisation = one.load;
    return messages.bind(network, cutting, 1);
  }
  SyntheticParts parts;
  parts.pattern = std::make_unique<UniformPattern>();
  parts.arrivals = std::make_unique<PoissonArrivals>();
  auto size = std::make_unique<FixedSize>();
  size->size = Bytes{one.message};
  parts.sizes = std::move(size);
  parts.load = one.load;
  return SyntheticTraffic::bind(std::move(parts), network, cutting, 1);
}

/// The policy of a case, or none, with the settings of its channels.
struct Controlled {
  std::unique_ptr<Policy> policy;
  Control control;

  Controlled(const Case& one, const Network& network)
      : policy(policy_of(one.work)), control(network.classes[0].rate) {
    if (!policy) return;
    const RateLevels levels({2'500_Mbps, 5_Gbps, 10_Gbps, 20_Gbps, 40_Gbps});
    policy->fit(levels, {.epoch = 10_us, .output_queue = SwitchSettings{}.output_queue});
    control = Control(levels, *policy, 10_us, 1_us);
  }

 private:
  static std::unique_ptr<Policy> policy_of(Work work) {
    if (work == Work::bursty_halve_double) return std::make_unique<HalveDouble>();
    if (work == Work::bursty_queue_aware) return std::make_unique<QueueAware>();
    return nullptr;
  }
};

}  // namespace bench
