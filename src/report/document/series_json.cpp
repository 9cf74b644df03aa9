#include "report/document/series_json.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/fields.hpp"
#include "base/units.hpp"
#include "network/names.hpp"
#include "report/document/packed_bytes.hpp"
#include "report/document/render.hpp"
#include "report/network/network_picture.hpp"
#include "results/cell.hpp"
#include "results/run_series.hpp"

namespace ebb::inline report {
namespace {

using Json = nlohmann::ordered_json;

/// Six digits are more than a picture shows, and need a third of the bytes.
Json rounded(double value) {
  if (!std::isfinite(value)) return nullptr;
  if (value == 0) return 0;
  return std::stod(fmt::format("{:.6g}", value));
}

Json rounded(const std::optional<double>& value) { return value ? rounded(*value) : Json(); }

template <class Value>
Json of_each(const RunTimeSeries& time_series, Value&& value) {
  Json list = Json::array();
  for (const SeriesSpan& span : time_series.spans) list.push_back(value(span));
  return list;
}

std::size_t states_in(const RunTimeSeries& time_series) {
  std::size_t states = 0;
  for (const SeriesSpan& span : time_series.spans)
    for (const KindInBatch& kind : span.kinds) states = std::max(states, kind.time_in.size());
  return states;
}

/// Returns how many channels were in a state, on average over the span.
double channels_in(const SeriesSpan& span, std::size_t state, Picoseconds length) {
  std::int64_t time = 0;
  for (const KindInBatch& kind : span.kinds)
    if (state < kind.time_in.size()) time += kind.time_in[state].v;
  return static_cast<double>(time) / static_cast<double>(std::max<std::int64_t>(1, length.v));
}

/// The reference of the ideal: the capacity at full rate.
double carried_bits(const SeriesSpan& span) {
  std::uint64_t bytes = 0;
  for (const KindInBatch& kind : span.kinds) bytes += kind.bytes;
  return 8 * static_cast<double>(bytes);
}

/// A constant value is written once.
Json watts_json(const std::vector<std::optional<double>>& watts) {
  Json list = Json::array();
  for (const auto& value : watts) list.push_back(rounded(value));
  for (const Json& value : list)
    if (value != list[0]) return list;
  return list.empty() ? Json() : list[0];
}

/// A span in which nothing arrived has no latency.
Json if_any(const SeriesSpan& span, Json latency) { return span.packets > 0 ? std::move(latency) : Json(); }

Json power_json(const RunTimeSeries& time_series) {
  Json all = Json::array();
  for (const SeriesPower& power : time_series.power) {
    Json watts = Json::array();
    for (const auto& value : power.watts) watts.push_back(rounded(value));
    all.push_back({{"table", power.table}, {"watts", watts}, {"full_watts", watts_json(power.full_watts)}});
  }
  return all;
}

Json latency_json(const LatencyCurve& curve) {
  const auto times = [](const std::vector<Picoseconds>& values) {
    Json list = Json::array();
    for (const Picoseconds value : values) list.push_back(value.v);
    return list;
  };
  return {{"percent", curve.percent},
          {"network_ps", times(curve.network)},
          {"packet_ps", times(curve.packet)},
          {"message_ps", times(curve.message)}};
}

std::uint64_t channels_of(const RunResult& result) {
  std::uint64_t channels = 0;
  for (const ChannelKindResult& kind : result.channels) channels += kind.channels;
  return channels;
}

}  // namespace

Json time_series_json(const RunResult& r) {
  const RunTimeSeries& c = r.time_series;
  Json rates = Json::array(), states = Json::array();
  for (const RateResult& rate : r.rates) rates.push_back(rate.rate.v);
  for (std::size_t state = 0; state < states_in(c); ++state)
    states.push_back(
        of_each(c, [&](const SeriesSpan& s) { return rounded(channels_in(s, state, c.length)); }));
  return {
      {"span_ps", c.length.v},
      {"spans", c.spans.size()},
      {"measured_first", c.first},
      {"measured_end", c.end},
      {"channels", channels_of(r)},
      {"rates_bits_per_s", rates},
      {"offered_bytes", of_each(c, [](const auto& s) { return s.offered_bytes; })},
      {"accepted_bytes", of_each(c, [](const auto& s) { return s.accepted_bytes; })},
      {"carried_bits", of_each(c, [](const auto& s) { return carried_bits(s); })},
      {"packets", of_each(c, [](const auto& s) { return s.packets; })},
      {"latency_mean_ps", of_each(c, [](const auto& s) { return if_any(s, rounded(s.latency_mean_ps)); })},
      {"latency_p50_ps", of_each(c, [](const auto& s) { return if_any(s, s.latency_p50.v); })},
      {"latency_p99_ps", of_each(c, [](const auto& s) { return if_any(s, s.latency_p99.v); })},
      {"source_backlog_bytes", of_each(c, [](const auto& s) { return s.source_backlog_bytes; })},
      {"in_network_bytes", of_each(c, [](const auto& s) { return s.in_network_bytes; })},
      {"changes", of_each(c, [](const auto& s) { return s.changes; })},
      {"channels_in_state", states},
      {"power", power_json(c)},
      {"latency", latency_json(c.latency)}};
}

namespace {

/// "watts_infiniband_36_as_cabled"
std::string watts_key(const std::string& table) {
  std::string key = "watts_";
  for (const char c : table)
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'))
      key += c;
    else if (key.back() != '_')
      key += '_';
  return key;
}

std::string state_key(const RunResult& result, std::size_t state) {
  if (result.rates.empty()) return "channels_at_full_rate";
  const std::size_t level_count = result.rates.size();
  return fmt::format("channels_{}_{:g}_gbps", state < level_count ? "at" : "changing",
                     result.rates[state % level_count].rate.gbps());
}

}  // namespace

std::string time_series_csv(const RunResult& result) {
  const Json time_series = time_series_json(result);
  std::vector<std::pair<std::string, Json>> lists;
  for (const char* name :
       {"offered_bytes", "accepted_bytes", "carried_bits", "packets", "latency_mean_ps", "latency_p50_ps",
        "latency_p99_ps", "source_backlog_bytes", "in_network_bytes", "changes"})
    lists.emplace_back(name, time_series[name]);
  for (std::size_t state = 0; state < time_series["channels_in_state"].size(); ++state)
    lists.emplace_back(state_key(result, state), time_series["channels_in_state"][state]);
  for (const Json& power : time_series["power"])
    lists.emplace_back(watts_key(power["table"].get<std::string>()), power["watts"]);
  Table table{.title = "", .columns = {{"from_ps", "from_ps"}}, .rows = {}};
  for (const auto& [name, list] : lists) table.columns.push_back({name, name});
  for (std::size_t i = 0; i < result.time_series.spans.size(); ++i) {
    std::vector<Cell> row = {static_cast<std::int64_t>(i) * result.time_series.length.v};
    for (const auto& [name, list] : lists) row.push_back(json_cell(list[i]));
    table.add(std::move(row));
  }
  return to_csv(table);
}

Json network_json(const Network& network) {
  const NetworkPicture picture = network_picture(network);
  Json places = Json::array();
  for (const PicturePlace& place : picture.places)
    places.push_back({place.name, rounded(place.x), rounded(place.y)});
  std::vector<std::int32_t> from, to;
  std::vector<std::uint8_t> kind;
  // A switch is its number, a host -1 minus its number.
  const auto end = [&](PortId p) {
    return network.is_host_port(p) ? -1 - static_cast<std::int32_t>(network.host_at(p))
                                   : static_cast<std::int32_t>(network.owner[p]);
  };
  for (PortId p = 0; p < network.channels(); ++p) {
    from.push_back(end(p)), to.push_back(end(network.peer[p]));
    kind.push_back(network.link_class[p]);
  }
  Json kinds = Json::array(), media = Json::array();
  for (const LinkClass& link : network.classes)
    kinds.push_back(link.name), media.push_back(name_of(link.medium));
  Json json = {{"switches", network.switches()},
               {"hosts", network.hosts},
               {"channels", network.channels()},
               {"places", places},
               {"place_of", packed(picture.place_of)},
               {"kinds", kinds},
               {"media", media},
               {"from", packed(from)},
               {"to", packed(to)},
               {"kind", packed(std::span<const std::uint8_t>(kind))}};
  if (network.labels.switches.empty()) return json;
  Json& names = json["channel_names"] = Json::array();
  for (PortId p = 0; p < network.channels(); ++p)
    names.push_back(
        fmt::format("{} \u2192 {}", name_of_port(network, p), name_of_port(network, network.peer[p])));
  return json;
}

Json history_json(const ChannelHistory& h, const DecisionHistory* decisions) {
  const auto plane = [](const std::vector<std::uint8_t>& bytes) {
    return packed(std::span<const std::uint8_t>(bytes));
  };
  Json json = {{"span_ps", h.length.v},          {"spans", h.spans},      {"channels", h.channels},
               {"whole", ChannelHistory::whole}, {"busy", plane(h.busy)}, {"rate", plane(h.rate)},
               {"state", plane(h.state)}};
  if (!decisions) return json;
  json["reasons"] = decisions->reasons();
  json["why"] = plane(decisions->why(h.length, h.spans));
  json["changes"] = plane(decisions->changes(h.length, h.spans));
  return json;
}

Json ranks_json(const RankHistory& ranks) {
  if (ranks.ranks == 0) return nullptr;
  return {{"span_ps", ranks.length.v},
          {"spans", ranks.spans},
          {"ranks", ranks.ranks},
          {"whole", RankHistory::whole},
          {"computing", packed(std::span<const std::uint8_t>(ranks.computing))}};
}

std::string series_text(const RunResult& result, const Network& network, const DecisionHistory* decisions,
                        const RankHistory& ranks, const std::string& program) {
  Json json = {{"format", series_format},
               {"version", series_version},
               {"program", program},
               {"time_series", time_series_json(result)}};
  json["network"] = network_json(network);
  json["history"] = history_json(result.history, decisions);
  if (Json of_job = ranks_json(ranks); !of_job.is_null()) json["ranks"] = std::move(of_job);
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace ebb::inline report
