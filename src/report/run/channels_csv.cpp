#include "report/run/channels_csv.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "network/channel_kinds.hpp"
#include "network/names.hpp"
#include "report/document/render.hpp"

namespace ebb::inline report {
namespace {

/// "2_5_gbps": a decimal point would need quotes in most languages that read such files. Integers give the
/// digits, because 0.7 has no exact binary fraction.
std::string key_of(BitsPerSecond rate) {
  constexpr std::int64_t giga = 1'000'000'000;
  std::string fraction = fmt::format("_{:09}", rate.v % giga);
  while (fraction.ends_with('0')) fraction.pop_back();
  return fmt::format("{}{}_gbps", rate.v / giga, fraction == "_" ? "" : fraction);
}

/// Returns a port's name, or its number on its switch where it has none.
std::string port_of(const Network& network, PortId p) {
  const std::string own = own_name_of_port(network, p);
  if (!own.empty() || network.is_host_port(p)) return own;
  return fmt::format("{}", p - network.first_port[network.owner[p]]);
}

/// "12_5_percent" of the channel's own full rate, where channels have several.
std::string share_key(BitsPerSecond rate, BitsPerSecond full) {
  std::string text = fmt::format("{:.4g}", 100 * static_cast<double>(rate.v) / static_cast<double>(full.v));
  std::replace(text.begin(), text.end(), '.', '_');
  return text + "_percent";
}

/// The slowest state is never the faster one of a change. Without control nothing changes.
std::string state_columns(const std::vector<BitsPerSecond>& levels, bool one_rate) {
  if (!one_rate && levels.size() == 1) return ",at_full_rate_ps";
  const auto key = [&](BitsPerSecond rate) {
    return one_rate ? key_of(rate) : share_key(rate, levels.back());
  };
  std::string columns;
  for (const BitsPerSecond rate : levels)
    columns += rate.v == 0 ? std::string(",off_ps") : fmt::format(",at_{}_ps", key(rate));
  for (std::size_t i = 1; i < levels.size(); ++i) columns += fmt::format(",changing_{}_ps", key(levels[i]));
  return columns;
}

std::string times(const ChannelResult& channel, std::size_t rates) {
  std::string cells;
  for (std::size_t i = 0; i < rates; ++i) cells += fmt::format(",{}", channel.time_in[i].v);
  for (std::size_t i = 1; i < rates; ++i) cells += fmt::format(",{}", channel.time_in[rates + i].v);
  return cells;
}

/// Columns for pauses and drops where they can occur. All channels have the same number of classes.
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
                         const std::vector<BitsPerSecond>& levels, Picoseconds time) {
  const bool named = !network.labels.switches.empty(), one_rate = network.has_one_rate();
  const std::vector<std::string> kinds = names_of_kinds(network);
  std::string out =
      fmt::format("channel,from,to,kind,{}{}busy_ps,bytes,utilisation{}{}\r\n", named ? "port,to_port," : "",
                  one_rate ? "" : "rate_gbps,", state_columns(levels, one_rate), flow_columns(channels));
  const auto length = static_cast<double>(std::max<std::int64_t>(1, time.v));
  for (PortId c = 0; c < channels.size(); ++c) {
    const PortId to = network.peer[c];
    out += fmt::format("{},{},{},{},", c, csv_field(name_of_owner(network, c)),
                       csv_field(name_of_owner(network, to)), csv_field(kinds[kind_of(network, c)]));
    if (named) out += fmt::format("{},{},", csv_field(port_of(network, c)), csv_field(port_of(network, to)));
    if (!one_rate) out += fmt::format("{},", network.link(c).rate.gbps());
    out += fmt::format("{},{},{}{}{}\r\n", channels[c].busy.v, channels[c].bytes,
                       static_cast<double>(channels[c].busy.v) / length, times(channels[c], levels.size()),
                       flow_cells(channels[c]));
  }
  return out;
}

std::string dropped_flows_csv(const Network& network, const std::vector<DroppedFlow>& flows) {
  const bool named = !network.labels.hosts.empty();
  std::string out =
      fmt::format("source_host,destination_host,dropped_packets{}\r\n", named ? ",source,destination" : "");
  for (const DroppedFlow& flow : flows) {
    out += fmt::format("{},{},{}", flow.source, flow.destination, flow.packets);
    if (named)
      out += fmt::format(",{},{}", csv_field(name_of_host(network, flow.source)),
                         csv_field(name_of_host(network, flow.destination)));
    out += "\r\n";
  }
  return out;
}

}  // namespace ebb::inline report
