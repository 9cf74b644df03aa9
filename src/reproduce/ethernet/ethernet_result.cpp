#include "reproduce/ethernet/ethernet_result.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/ensure.hpp"
#include "network/dragonfly_shape.hpp"
#include "results/run_result.hpp"
#include "results/run_time_series.hpp"
#include "statistics/seed_means.hpp"
#include "study/sweep/known_runs.hpp"

namespace ebb::inline reproduce {
namespace {

/// Without pause frames, which are part of a channel's bytes.
double packet_bytes(const ChannelResult& channel) {
  constexpr double frame_bytes = 64;  // the default, which papers/benito-network.toml keeps
  return static_cast<double>(channel.bytes) - frame_bytes * static_cast<double>(channel.frames);
}

/// Calls `each` for the cables of a group that lead directly to the next one.
template <class Each>
void each_straight_cable(const DragonflyShape& shape, std::uint32_t group, const Each& each) {
  const std::uint32_t next = (group + 1) % shape.groups;
  for (std::uint32_t n = 0; n < dragonfly_links(shape, group, next); ++n)
    each(dragonfly_global_port(shape, {group, dragonfly_slot(shape, group, next, n)}));
}

bool is_owner(const DragonflyShape& shape, SwitchId s) {
  bool owns = false;
  each_straight_cable(shape, shape.group_of(s), [&](GlobalPort at) { owns |= at.switch_id == s; });
  return owns;
}

/// Bytes on all global cables, and on the cables from each group directly to the next.
struct GlobalBytes {
  double all = 0, straight = 0;
};

GlobalBytes global_bytes(const Network& network, const DragonflyShape& shape, const RunResult& run) {
  GlobalBytes bytes;
  for (PortId c = 0; c < network.switch_ports(); ++c)
    if (c - network.first_port[network.owner[c]] >= shape.first_global_port())
      bytes.all += packet_bytes(run.each_channel[c]);
  for (std::uint32_t group = 0; group < shape.groups; ++group)
    each_straight_cable(shape, group, [&](GlobalPort at) {
      bytes.straight += packet_bytes(run.each_channel[network.first_port[at.switch_id] + at.port]);
    });
  return bytes;
}

/// Under adversarial traffic, only packets without a detour take a cable directly to the next group; a detour
/// takes two others. So packets in flight hardly matter.
double adversarial_detours(const GlobalBytes& bytes) {
  const double around = (bytes.all - bytes.straight) / 2;
  return around / (around + bytes.straight);
}

double bytes_delivered(const Network& network, const RunResult& run) {
  double delivered = 0;
  for (PortId c = 0; c < network.switch_ports(); ++c)
    if (network.is_host_port(network.peer[c])) delivered += packet_bytes(run.each_channel[c]);
  return delivered;
}

void add_fairness(const DragonflyShape& shape, const FairnessResult& fairness, EthernetResult& result) {
  const std::vector<double>& sent = fairness.sent;
  const double mean = std::accumulate(sent.begin(), sent.end(), 0.0) / static_cast<double>(sent.size());
  double owners = 0, count = 0;
  for (SwitchId s = 0; s < sent.size(); ++s)
    if (is_owner(shape, s)) owners += sent[s], ++count;
  result.fairness = fairness.jain, result.least = fairness.least, result.most = fairness.most;
  result.owners = owners / count / mean;
}

std::optional<double> scaled(const std::optional<double>& value, double factor) {
  return value ? std::optional(*value * factor) : std::nullopt;
}

/// Relative change from the first to the second half of the measured spans.
double latency_drift(const RunTimeSeries& time_series) {
  const auto mean_of_spans = [&](std::size_t first, std::size_t end) {
    double sum = 0, packets = 0;
    for (std::size_t i = first; i < end; ++i) {
      const auto count = static_cast<double>(time_series.spans[i].packets);
      sum += count * time_series.spans[i].latency_mean_ps, packets += count;
    }
    return packets > 0 ? sum / packets : 0;
  };
  const std::size_t half = (time_series.first + time_series.end) / 2;
  const double before = mean_of_spans(time_series.first, half), after = mean_of_spans(half, time_series.end);
  return before > 0 ? after / before - 1 : 0;
}

/// Reports by how much the latency changes, when that is considerable and significant.
std::string still_moves(const std::vector<EthernetResult>& runs) {
  constexpr double little = 0.02;
  std::vector<double> drifts;
  for (const EthernetResult& run : runs) drifts.push_back(run.drift);
  const SeedMean drift = mean_over_seeds(drifts);
  if (std::abs(drift.mean) < std::max(little, drift.half_width.value_or(0))) return {};
  return fmt::format(
      "from the first to the second half of the measured time the latency changes by {:+.0f} %",
      100 * drift.mean);
}

/// Four runs are the fewest whose spread is meaningful.
Measured mean_over(const std::vector<EthernetResult>& runs, bool undecided,
                   Measured EthernetResult::*figure) {
  if (runs.size() < 4) return runs.front().*figure;
  std::vector<double> values;
  for (const EthernetResult& run : runs) values.push_back((run.*figure).value);
  const SeedMean mean = mean_over_seeds(values);
  return {mean.mean, undecided ? std::nullopt : mean.half_width};
}

}  // namespace

EthernetResult ethernet_result(const Network& network, const RunResult& run, bool adversarial) {
  const auto& shape = std::get<DragonflyShape>(network.shape);
  const RunStatistics& statistics = run.statistics;
  const double hosts_rate = network.hosts * static_cast<double>(network.classes[0].rate.v);
  EthernetResult result;
  result.latency_us = {statistics.packet_latency.mean_ps / 1e6,
                       scaled(statistics.packet_latency.mean_half_width_ps, 1e-6)};
  result.accepted = {statistics.accepted.wire_bits_per_second / hosts_rate,
                     scaled(statistics.accepted_half_width_bits_per_second, 1 / hosts_rate)};
  const GlobalBytes global = global_bytes(network, shape, run);
  result.global_cables = global.all / bytes_delivered(network, run);
  if (adversarial) result.detours = adversarial_detours(global);
  if (run.fairness) add_fairness(shape, *run.fairness, result);
  const double offered = statistics.offered.wire_bits_per_second / hosts_rate;
  result.shown = KnownRun{std::string(name_of(statistics.verdict)), offered, result.accepted.value,
                          result.accepted.within}
                     .shows();
  result.drift = latency_drift(run.time_series);
  if (statistics.verdict == Verdict::undecided) {
    result.undecided = statistics.why;
    result.latency_us.within = result.accepted.within = std::nullopt;
  }
  result.saturated_runs = result.shown == Steadiness::saturated;
  return result;
}

EthernetResult mean_of(const std::vector<EthernetResult>& one_by_one) {
  ENSURE(!one_by_one.empty() && (one_by_one.size() == 1 || one_by_one.size() >= 4));
  EthernetResult mean = one_by_one.front();
  if (one_by_one.size() > 1) mean.undecided = still_moves(one_by_one);
  const bool undecided = !mean.undecided.empty();
  mean.latency_us = mean_over(one_by_one, undecided, &EthernetResult::latency_us);
  mean.accepted = mean_over(one_by_one, undecided, &EthernetResult::accepted);
  mean.runs = static_cast<int>(one_by_one.size()), mean.saturated_runs = 0;
  for (const auto figure : {&EthernetResult::detours, &EthernetResult::global_cables, &EthernetResult::least,
                            &EthernetResult::most, &EthernetResult::owners, &EthernetResult::fairness}) {
    double sum = 0;
    for (const EthernetResult& run : one_by_one) sum += run.*figure;
    mean.*figure = sum / mean.runs;
  }
  for (const EthernetResult& run : one_by_one) mean.saturated_runs += run.saturated_runs;
  return mean;
}

}  // namespace ebb::inline reproduce
