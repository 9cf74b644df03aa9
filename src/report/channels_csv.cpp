#include "report/channels_csv.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ebb::inline report {
namespace {

/// "2_5_gbps": a point would need quotes in most languages that read such files. Whole numbers make the
/// digits, as 0.7 has none that a computer's fractions can give back.
std::string key_of(BitsPerSecond rate) {
  constexpr std::int64_t giga = 1'000'000'000;
  std::string fraction = fmt::format("_{:09}", rate.v % giga);
  while (fraction.ends_with('0')) fraction.pop_back();
  return fmt::format("{}{}_gbps", rate.v / giga, fraction == "_" ? "" : fraction);
}

/// As the summary calls it: a cable to a host is two kinds of channels.
std::string kind_of(const Network& network, PortId channel) {
  if (network.is_host_port(channel)) return "from host";
  return network.is_host_port(network.peer[channel]) ? "to host" : network.link(channel).name;
}

/// The slowest state is never the faster one of a change, and without control nothing changes.
std::string state_columns(const std::vector<BitsPerSecond>& ladder) {
  std::string columns;
  for (const BitsPerSecond rate : ladder)
    columns += rate.v == 0 ? std::string(",off_ps") : fmt::format(",at_{}_ps", key_of(rate));
  for (std::size_t i = 1; i < ladder.size(); ++i)
    columns += fmt::format(",changing_{}_ps", key_of(ladder[i]));
  return columns;
}

std::string times(const ChannelResult& channel, std::size_t rates) {
  std::string cells;
  for (std::size_t i = 0; i < rates; ++i) cells += fmt::format(",{}", channel.time_in[i].v);
  for (std::size_t i = 1; i < rates; ++i) cells += fmt::format(",{}", channel.time_in[rates + i].v);
  return cells;
}

/// Columns for pauses and drops where there may be some: all channels have as many classes.
std::string flow_columns(const std::vector<ChannelResult>& channels) {
  if (channels.empty() || channels[0].paused.empty()) return {};
  std::string columns = ",pause_frames,port_dropped_packets";
  for (std::size_t i = 0; i < channels[0].paused.size(); ++i) columns += fmt::format(",paused_{}_ps", i);
  return columns;
}

std::string flow_cells(const ChannelResult& channel) {
  if (channel.paused.empty()) return {};
  std::string cells = fmt::format(",{},{}", channel.frames, channel.dropped);
  for (const Picoseconds time : channel.paused) cells += fmt::format(",{}", time.v);
  return cells;
}

}  // namespace

std::string channels_csv(const Network& network, const std::vector<ChannelResult>& channels,
                         const std::vector<BitsPerSecond>& ladder, Picoseconds time) {
  std::string out = "channel,from,to,kind,busy_ps,bytes,utilisation" + state_columns(ladder) +
                    flow_columns(channels) + "\r\n";
  const auto end = [&](PortId p) {
    return network.is_host_port(p) ? fmt::format("host {}", network.host_at(p))
                                   : fmt::format("switch {}", network.owner[p]);
  };
  const auto length = static_cast<double>(std::max<std::int64_t>(1, time.v));
  for (PortId c = 0; c < channels.size(); ++c)
    out +=
        fmt::format("{},{},{},{},{},{},{}{}{}\r\n", c, end(c), end(network.peer[c]), kind_of(network, c),
                    channels[c].busy.v, channels[c].bytes, static_cast<double>(channels[c].busy.v) / length,
                    times(channels[c], ladder.size()), flow_cells(channels[c]));
  return out;
}

std::string dropped_flows_csv(const std::vector<DroppedFlow>& flows) {
  std::string out = "source_host,destination_host,dropped_packets\r\n";
  for (const DroppedFlow& flow : flows)
    out += fmt::format("{},{},{}\r\n", flow.source, flow.destination, flow.packets);
  return out;
}

}  // namespace ebb::inline report
