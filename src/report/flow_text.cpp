#include "report/flow_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

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
  if (f.most_hit.empty()) return "";
  std::string line = fmt::format("          {} flows were hit; most:", count(f.flows_hit));
  for (std::size_t i = 0; i < std::min<std::size_t>(3, f.most_hit.size()); ++i) {
    const DroppedFlow& flow = f.most_hit[i];
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

nlohmann::ordered_json flows_json(const FlowResult& f) {
  nlohmann::ordered_json flows = nlohmann::ordered_json::array();
  for (const DroppedFlow& flow : f.most_hit)
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

std::string order_line(const OrderResult& o, const WorkResult& w) {
  if (o.packets == 0 && o.all_flows)
    return "order     every packet arrived before all later ones of its flow\n";
  return fmt::format(
      "order     {}{} packets ({}) of {} flows arrived after a later one of their flow, which had left up to "
      "{:.1f} ns later; {} of one flow\n",
      o.all_flows ? "" : "at least ", count(o.packets), percent(o.packets, w.packets), count(o.flows),
      static_cast<double>(o.most_behind.v) / 1e3, count(o.most_of_one));
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
          {"most_behind_ps", r.order->most_behind.v},
          {"out_of_order_flows", r.order->flows},
          {"most_out_of_order_of_one_flow", r.order->most_of_one},
          {"every_flow_counted", r.order->all_flows}};
}

}  // namespace ebb::inline report
