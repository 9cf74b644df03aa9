// All results of a run, as plain numbers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/medium.hpp"
#include "base/problem.hpp"
#include "base/units.hpp"
#include "results/component_result.hpp"
#include "results/decisions.hpp"
#include "results/domain_time.hpp"
#include "results/dropped_flow.hpp"
#include "results/energy_result.hpp"
#include "results/gap_result.hpp"
#include "results/job_result.hpp"
#include "results/lane_result.hpp"
#include "results/latency_bound_result.hpp"
#include "results/network_power.hpp"
#include "results/run_result.hpp"
#include "results/run_series.hpp"
#include "results/run_time_series.hpp"
#include "results/switch_sleep_result.hpp"
#include "results/transport_result.hpp"

namespace ebb::inline results {

/// The work done for the result, counted over the whole run.
struct WorkResult {
  std::uint64_t messages = 0, packets = 0;  ///< delivered
  std::uint64_t packet_hops = 0;            ///< one packet through one switch
  std::uint64_t events = 0;
  double cpu_seconds = 0;  ///< of the event loop, all threads together
};

/// How evenly the switches with hosts send, in the measured time.
struct FairnessResult {
  std::size_t switches = 0;       ///< with hosts
  std::vector<double> sent = {};  ///< bytes, by switch, also of those without hosts
  double jain = 1;  ///< Jain's index: (sum)^2 / (switches * sum of squares), 1 when all send the same
  double least = 1, most = 1;  ///< sent by one of them, over their mean
};

/// The number of cells of the switches' buffers in use in the measured time. A cell is the part of a buffer
/// that can be powered down by itself.
struct BufferUse {
  Bytes cell{};
  std::uint64_t buffers = 0;  ///< of all switches together
  std::uint64_t cells = 0;    ///< of all these buffers
  double in_use = 0;          ///< on average, from the first byte written to the last byte read

  /// Returns how many cells are powered on average when idle cells are powered down: those in use, and in
  /// each buffer the next one, which is powered up when the one before it is first written.
  double powered() const {
    return std::min(static_cast<double>(cells), in_use + static_cast<double>(buffers));
  }
};

/// Channels of one kind, in the measured time. Members that begin with `run` are of the whole run.
struct ChannelKindResult {
  std::string name;
  std::uint64_t channels = 0;
  double utilisation_mean = 0;
  double run_utilisation_mean = 0;
  double run_utilisation_least = 0, run_utilisation_most = 0;  ///< of a single channel
  bool from_host = false;                                      ///< true: they leave hosts; false: switches
  bool from_spine = false;  ///< they leave switches without hosts, which are a device of their own
  bool off = false;         ///< for the whole run, whatever time_in says
  Medium medium = Medium::copper;
  BitsPerSecond rate{};  ///< the full one
  std::uint64_t bytes = 0, run_bytes = 0;
  /// Of all of them together: each rate, then the changes by their faster rate. Adds up to the channels times
  /// the time.
  std::vector<Picoseconds> time_in, run_time_in;
  double paused_mean = 0;  ///< fraction of the time that a class of a channel was paused
};

/// One channel, in the measured time or since the start of the run.
struct ChannelResult {
  std::uint32_t kind = 0;  ///< class of its cable
  Picoseconds busy{};
  std::uint64_t bytes = 0;
  std::vector<Picoseconds>
      time_in;  ///< each rate, then the changes by their faster rate; adds up to that time
  // With pauses or drops:
  std::vector<Picoseconds> paused = {};  ///< by class: paused by the other end
  std::uint64_t frames = 0;              ///< pause frames sent over it
  std::uint64_t dropped = 0;             ///< packets lost in the input buffers of the port that it leaves
};

/// Effects of pauses or drops, over the whole run.
struct FlowResult {
  std::string name;                                ///< of the flow control
  std::uint64_t pauses = 0, spread_pauses = 0;     ///< started; of these, caused by another pause
  std::uint64_t deepest_pause = 0;                 ///< switches in the longest chain of pauses
  std::uint64_t frames = 0;                        ///< pause frames sent, including refreshes and XON
  std::uint64_t fullest = 0, buffer = 0;           ///< bytes: the highest occupancy of a buffer; its size
  std::uint64_t dropped = 0, dropped_payload = 0;  ///< packets and their bytes
  std::uint64_t messages_lost = 0;                 ///< messages with a dropped packet
  std::uint64_t sources_hit = 0, most_of_one = 0;  ///< hosts that lost packets; the most losses of one host
  std::uint64_t flows_hit = 0;                     ///< pairs of source and destination that lost packets
  std::vector<DroppedFlow> hit;                    ///< all of these, most losses first
  std::uint64_t notifications_sent = 0, notifications_received = 0;  ///< congestion notifications (802.1Qau)
};

/// Packets that arrived after a later one of the same source and destination, over the whole run, in the
/// observed flows.
struct OrderResult {
  std::uint64_t packets = 0;
  std::uint64_t seen = 0;                    ///< packets of these flows
  std::size_t one_in = 1;                    ///< one in so many flows is observed; 1: all
  Picoseconds most_overtaken{};              ///< how much later the overtaking packet had left the source
  std::uint64_t flows = 0, most_of_one = 0;  ///< pairs of source and destination; packets of one of them
  bool all_flows() const { return one_in == 1; }
};

/// One rate level, over all channels in the measured time. Where channels have several full rates, it is that
/// of the fastest, and stands for the same fraction of the others' (has_one_rate).
struct RateResult {
  BitsPerSecond rate{};
  double share = 0;           ///< of the time
  double changing_share = 0;  ///< of the time, in changes of which this is the faster rate
};

struct RunResult {
  RunStatistics statistics;
  WorkResult work;
  std::vector<ChannelKindResult> channels;
  std::vector<ChannelResult> each_channel;  ///< by id, in the measured time; only on request
  std::vector<RateResult> rates;            ///< empty when the channels' rates are not controlled
  double ideal_share = 0;                   ///< of the capacity at full rate: the power of the ideal
  RunSeries series;                         ///< empty without rate control, or when the workload finished
  RunTimeSeries time_series;                ///< the run over time, whatever its outcome
  ChannelHistory history;                   ///< of each channel; only on request
  DomainTimes domains;                      ///< where a device of the run has power domains
  std::vector<EnergyResult> energy;         ///< the same run under each power table
  std::optional<NetworkPower> draw;         ///< of the whole network, where its devices are named
  std::optional<BufferUse> buffers;         ///< where the cells of buffers were counted
  std::vector<ComponentResult> components;  ///< the same run under each component table
  std::vector<ReasonCount> reasons;         ///< of the whole run, by text; empty without rate control
  std::optional<KeptDecisions> decisions;   ///< individual ones, on request
  std::optional<SwitchSleepResult> switch_sleep;    ///< where whole switches may sleep
  std::optional<LatencyBoundResult> latency_bound;  ///< of the policy, if it has one
  std::optional<FlowResult> flow;                   ///< with pauses or drops
  std::optional<TransportResult> transport;         ///< where hosts have connections
  std::optional<OrderResult> order;                 ///< on request
  std::optional<FairnessResult> fairness;           ///< where channels are recorded, and anything was sent
  std::optional<JobResult> job;                     ///< where the traffic is a job
  std::vector<GapResult> gaps;                      ///< of its channels, by kind
  std::vector<LaneResult> lanes;                    ///< empty without virtual lanes
  std::optional<DeadlineResult> deadlines;          ///< where messages have one
  Picoseconds simulated{};
  Picoseconds added_delay{};  ///< mean of packets over the whole run, for a policy with a latency bound
                              ///< (power/policy/latency_bound.hpp)
  /// Channels and energy cover the time from measured_from to this time: measured_until or, when the workload
  /// finished, the end of the batch in which it did.
  Picoseconds metered_until{};
  std::uint64_t metered_hops = 0;  ///< packets that passed a switch in the same time
  Picoseconds window{};            ///< time within which no switch can affect another one
  bool partial = false;            ///< ended early: stopped from outside, or by a failure
  /// The reason of an early end; the figures cover the time until then. The first problem is the reason, the
  /// others are its details. Empty: no failure.
  Problems failure;
  std::uint64_t digest = 0;
};

/// True when all channels have the same full rate.
inline bool has_one_rate(const std::vector<ChannelKindResult>& kinds) {
  for (const ChannelKindResult& kind : kinds)
    if (kind.rate != kinds.front().rate) return false;
  return true;
}

}  // namespace ebb::inline results
