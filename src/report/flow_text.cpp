#include "report/flow_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>

#include "report/render.hpp"

namespace ebb::inline report {
namespace {

std::string count(std::uint64_t number) { return cell_text(static_cast<std::int64_t>(number), {}); }

std::string percent(std::uint64_t part, std::uint64_t whole) {
  return fmt::format(
      "{:.2f} %", 100.0 * static_cast<double>(part) / static_cast<double>(std::max<std::uint64_t>(1, whole)));
}

/// Who lost packets, from whom to whom.
std::string flows_line(const FlowResult& f) {
  if (f.hit.empty()) return "";
  std::string line = fmt::format("          {} flows were hit; most:", count(f.flows_hit));
  for (std::size_t i = 0; i < std::min<std::size_t>(3, f.hit.size()); ++i) {
    const DroppedFlow& flow = f.hit[i];
    line += fmt::format("{} host {} to {} ({} packets)", i == 0 ? "" : ",", flow.source, flow.destination,
                        count(flow.packets));
  }
  return line + "\n";
}

std::string notices_line(const FlowResult& f) {
  if (f.notices_sent == 0) return "";
  return fmt::format("notices   {} of congestion were sent, {} have come to the switch of their source\n",
                     count(f.notices_sent), count(f.notices_heard));
}

/// The few that lost most; dropped_flows.csv has all.
nlohmann::ordered_json flows_json(const FlowResult& f) {
  constexpr std::size_t named = 10;
  nlohmann::ordered_json flows = nlohmann::ordered_json::array();
  for (const DroppedFlow& flow : std::span(f.hit).first(std::min(named, f.hit.size())))
    flows.push_back({{"source", flow.source}, {"destination", flow.destination}, {"packets", flow.packets}});
  return flows;
}

}  // namespace

std::string flow_line(const FlowResult& f, const WorkResult& w) {
  if (f.name == "drop")
    return fmt::format(
        "dropped   {} packets ({} of those that ended) of {} sources, {} of one at most; {} messages "
        "lost\n{}{}",
        count(f.dropped), percent(f.dropped, f.dropped + w.packets), count(f.sources_hit),
        count(f.most_of_one), count(f.messages_lost), flows_line(f), notices_line(f));
  return fmt::format(
      "pauses    {}, {} of them caused by another one; the longest chain has {}; {} pause "
      "frames; at most {} of {} bytes in a buffer\n{}",
      count(f.pauses), percent(f.spread_pauses, f.pauses), count(f.deepest_pause), count(f.frames),
      count(f.fullest), count(f.buffer), notices_line(f));
}

std::string order_line(const OrderResult& o) {
  const std::string where =
      o.all_flows() ? ""
                    : fmt::format(" ({} packets of one flow in {} were looked at)", count(o.seen), o.one_in);
  if (o.seen == 0) return fmt::format("order     nothing is known of it{}\n", where);
  if (o.packets == 0)
    return fmt::format("order     every packet arrived before all later ones of its flow{}\n", where);
  return fmt::format(
      "order     {} packets ({}) of {} flows arrived after a later one of their flow, which had left up to "
      "{:.1f} ns later; {} of one flow{}\n",
      count(o.packets), percent(o.packets, o.seen), count(o.flows),
      static_cast<double>(o.most_behind.v) / 1e3, count(o.most_of_one), where);
}

std::string fairness_line(const FairnessResult& f) {
  return fmt::format(
      "sources   {} switches with hosts send with a fairness of {:.4f} (Jain's index; 1 when all send the "
      "same): {:.1f} to {:.1f} % of their mean\n",
      count(f.switches), f.jain, 100 * f.least, 100 * f.most);
}

nlohmann::ordered_json flow_json(const RunResult& r) {
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
          {"flows_with_most_drops", flows_json(f)},
          {"notices_sent", f.notices_sent},
          {"notices_heard", f.notices_heard}};
}

nlohmann::ordered_json order_json(const RunResult& r) {
  if (!r.order) return {};
  return {{"out_of_order_packets", r.order->packets},
          {"packets_looked_at", r.order->seen},
          {"one_flow_in", r.order->one_in},
          {"most_behind_ps", r.order->most_behind.v},
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
