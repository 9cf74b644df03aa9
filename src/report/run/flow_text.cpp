#include "report/run/flow_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>

#include "report/document/number_text.hpp"
#include "report/page/json_reader.hpp"
#include "results/dropped_flow.hpp"

namespace ebb::inline report {
namespace {

std::string count(const PageJson& json, const char* key) { return grouped(whole_at(json, key)); }

std::string percent(std::int64_t part, std::int64_t of) {
  return fmt::format("{:.2f} %",
                     100.0 * static_cast<double>(part) / static_cast<double>(std::max<std::int64_t>(1, of)));
}

/// Returns one end of a flow by its name, or by its number where hosts have none.
std::string end_of(const PageJson& flow, const std::string& key, const char* word) {
  const std::string name = text_at(flow, key + "_name");
  return name.empty() ? fmt::format("{}{}", word, whole_at(flow, key)) : name;
}

/// The flows that lost packets.
std::string flows_text(const PageJson& f) {
  const PageJson& flows = member(f, "flows_with_most_drops");
  if (!flows.is_array() || flows.empty()) return "";
  std::string line = fmt::format("\n{} flows were hit; most:", count(f, "flows_with_drops"));
  for (std::size_t i = 0; i < std::min<std::size_t>(3, flows.size()); ++i)
    line += fmt::format("{} {} to {} ({} packets)", i == 0 ? "" : ",", end_of(flows[i], "source", "host "),
                        end_of(flows[i], "destination", ""), count(flows[i], "packets"));
  return line;
}

void add_flow(const PageJson& f, std::int64_t arrived, NamedLines& lines) {
  const std::int64_t dropped = whole_at(f, "dropped_packets");
  if (text_at(f, "name") == "drop")
    lines.add(
        "dropped",
        fmt::format("{} packets ({} of those that ended) of {} sources, {} of one at most; {} messages "
                    "lost{}",
                    grouped(dropped), percent(dropped, dropped + arrived), count(f, "sources_with_drops"),
                    count(f, "most_drops_of_one_source"), count(f, "messages_lost"), flows_text(f)));
  else
    lines.add("pauses",
              fmt::format("{}, {} of them caused by another one; the longest chain has {}; {} pause "
                          "frames; at most {} of {} bytes in a buffer",
                          count(f, "pauses"), percent(whole_at(f, "spread_pauses"), whole_at(f, "pauses")),
                          count(f, "deepest_pause"), count(f, "pause_frames"),
                          count(f, "fullest_buffer_bytes"), count(f, "buffer_bytes")));
  if (whole_at(f, "congestion_notifications_sent") > 0)
    lines.add("notifications", fmt::format("of congestion: {} sent, {} reached the switch of their source",
                                           count(f, "congestion_notifications_sent"),
                                           count(f, "congestion_notifications_received")));
}

std::string order_text(const PageJson& o) {
  const bool all = true_at(o, "every_flow_counted");
  const std::string where = all ? ""
                                : fmt::format(" ({} packets of one flow in {} were looked at)",
                                              count(o, "packets_looked_at"), whole_at(o, "one_flow_in"));
  const std::int64_t late = whole_at(o, "out_of_order_packets"), seen = whole_at(o, "packets_looked_at");
  if (seen == 0) return "nothing is known of it" + where;
  if (late == 0) return "every packet arrived before all later ones of its flow" + where;
  return fmt::format(
      "{} packets ({}) of {} flows arrived after a later one of their flow, which had left up to "
      "{:.1f} ns later; {} of one flow{}",
      grouped(late), percent(late, seen), count(o, "out_of_order_flows"),
      number_at(o, "most_behind_ps").value_or(0) / 1e3, count(o, "most_out_of_order_of_one_flow"), where);
}

std::string fairness_text(const PageJson& f) {
  return fmt::format(
      "{} switches with hosts send with a fairness of {:.4f} (Jain's index; 1 when all send the "
      "same): {:.1f} to {:.1f} % of their mean",
      count(f, "switches_with_hosts"), number_at(f, "jain_index").value_or(0),
      100 * number_at(f, "least_over_mean").value_or(0), 100 * number_at(f, "most_over_mean").value_or(0));
}

/// The few flows with most losses; dropped_flows.csv has all.
nlohmann::ordered_json flows_json(const FlowResult& f, const std::vector<std::string>& host_names) {
  constexpr std::size_t named = 10;
  nlohmann::ordered_json flows = nlohmann::ordered_json::array();
  for (const DroppedFlow& flow : std::span(f.hit).first(std::min(named, f.hit.size()))) {
    flows.push_back({{"source", flow.source}, {"destination", flow.destination}, {"packets", flow.packets}});
    if (flow.source < host_names.size() && flow.destination < host_names.size())
      flows.back()["source_name"] = host_names[flow.source],
      flows.back()["destination_name"] = host_names[flow.destination];
  }
  return flows;
}

}  // namespace

void add_flow_lines(const PageJson& summary, NamedLines& lines) {
  if (const PageJson& flow = member(summary, "flow"); flow.is_object())
    add_flow(flow, whole_at(summary, "work.packets"), lines);
  if (const PageJson& order = member(summary, "order"); order.is_object())
    lines.add("order", order_text(order));
  if (const PageJson& fairness = member(summary, "fairness"); fairness.is_object())
    lines.add("sources", fairness_text(fairness));
}

nlohmann::ordered_json flow_json(const RunResult& r, const std::vector<std::string>& host_names) {
  if (!r.flow) return {};
  const FlowResult& f = *r.flow;
  return {{"name", f.name},
          {"pauses", f.pauses},
          {"spread_pauses", f.spread_pauses},
          {"deepest_pause", f.deepest_pause},
          {"pause_frames", f.frames},
          {"fullest_buffer_bytes", f.fullest},
          {"buffer_bytes", f.buffer},
          {"dropped_packets", f.dropped},
          {"dropped_payload_bytes", f.dropped_payload},
          {"messages_lost", f.messages_lost},
          {"sources_with_drops", f.sources_hit},
          {"most_drops_of_one_source", f.most_of_one},
          {"flows_with_drops", f.flows_hit},
          {"flows_with_most_drops", flows_json(f, host_names)},
          {"congestion_notifications_sent", f.notifications_sent},
          {"congestion_notifications_received", f.notifications_received}};
}

nlohmann::ordered_json order_json(const RunResult& r) {
  if (!r.order) return {};
  return {{"out_of_order_packets", r.order->packets},
          {"packets_looked_at", r.order->seen},
          {"one_flow_in", r.order->one_in},
          {"most_behind_ps", r.order->most_overtaken.v},
          {"out_of_order_flows", r.order->flows},
          {"most_out_of_order_of_one_flow", r.order->most_of_one},
          {"every_flow_counted", r.order->all_flows()}};
}

nlohmann::ordered_json fairness_json(const RunResult& r) {
  if (!r.fairness) return {};
  return {{"switches_with_hosts", r.fairness->switches},
          {"jain_index", r.fairness->jain},
          {"least_over_mean", r.fairness->least},
          {"most_over_mean", r.fairness->most}};
}

}  // namespace ebb::inline report
