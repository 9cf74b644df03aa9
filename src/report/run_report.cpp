#include "report/run_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <span>

#include "base/fields.hpp"
#include "report/component_table.hpp"
#include "report/draw_text.hpp"
#include "report/energy_table.hpp"
#include "report/figures.hpp"
#include "report/job_text.hpp"
#include "report/promise_text.hpp"
#include "report/rate_table.hpp"

namespace ebb::inline report {
namespace {

using Percentile = Picoseconds LatencyResult::*;
using PercentileInterval = std::optional<Interval> LatencyResult::*;
struct PercentileColumn {
  std::string key, heading;
  Percentile value;
  PercentileInterval interval;
  std::string LatencyResult::*why;
};
const std::vector<PercentileColumn> percentile_columns{
    {"p50", "p50", &LatencyResult::p50, &LatencyResult::p50_interval, &LatencyResult::p50_why},
    {"p90", "p90", &LatencyResult::p90, &LatencyResult::p90_interval, &LatencyResult::p90_why},
    {"p99", "p99", &LatencyResult::p99, &LatencyResult::p99_interval, &LatencyResult::p99_why},
    {"p999", "p99.9", &LatencyResult::p999, &LatencyResult::p999_interval, &LatencyResult::p999_why}};

/// Who reads figures wants the interval of p99; a program gets those of all percentiles.
enum class IntervalsOf { p99, all_percentiles };

using NamedLatency = std::pair<const char*, const LatencyResult*>;
std::array<NamedLatency, 3> latencies(const RunStatistics& s) {
  return {NamedLatency{"packets in the network", &s.network_latency},
          {"packets with source queue", &s.packet_latency},
          {"messages", &s.message_latency}};
}

Table latency_table(const RunStatistics& s, IntervalsOf shown) {
  Table table{.title = "latency", .columns = {{"what", "latency of"}, {"samples", "samples"}}, .rows = {}};
  const auto column = [&](std::string key, std::string heading) {
    table.columns.push_back({std::move(key), std::move(heading), "ns", Align::right, 1});
  };
  column("mean_ns", "mean"), column("half_width_ns", "+/- 95 %"), column("min_ns", "min");
  const auto has_interval = [&](const PercentileColumn& p) {
    return shown == IntervalsOf::all_percentiles || p.key == "p99";
  };
  for (const PercentileColumn& p : percentile_columns) {
    column(p.key + "_ns", p.heading);
    if (has_interval(p)) column(p.key + "_low_ns", p.heading + " from"), column(p.key + "_high_ns", "to");
  }
  column("max_ns", "max");
  for (const auto& [what, l] : latencies(s)) {
    const auto ns = [&](Picoseconds t) { return l->samples ? Cell(static_cast<double>(t.v) / 1e3) : Cell(); };
    std::vector<Cell> row{
        what, static_cast<std::int64_t>(l->samples), l->samples ? Cell(l->mean_ps / 1e3) : Cell(),
        l->samples && l->mean_half_width_ps ? Cell(*l->mean_half_width_ps / 1e3) : Cell(), ns(l->min)};
    for (const PercentileColumn& p : percentile_columns) {
      row.push_back(ns(l->*p.value));
      if (!has_interval(p)) continue;
      const auto& interval = l->*p.interval;
      row.push_back(interval ? ns(interval->low) : Cell());
      row.push_back(interval ? ns(interval->high) : Cell());
    }
    row.push_back(ns(l->max));
    table.add(std::move(row));
  }
  return table;
}

/// Why a percentile has no interval, for each that has none.
nlohmann::ordered_json no_intervals(const RunStatistics& s) {
  auto out = nlohmann::ordered_json::array();
  for (const auto& [what, l] : latencies(s))
    for (const PercentileColumn& p : percentile_columns)
      if (const std::string& why = l->*p.why; !why.empty())
        out.push_back({{"what", what}, {"percentile", p.key}, {"why", why}});
  return out;
}

/// The same for readers: of p99, and those with the same reason in one line.
std::string no_interval_lines(const RunStatistics& s) {
  std::vector<std::pair<std::string, std::string>> lines;  // the reason, and whose
  for (const auto& [what, l] : latencies(s)) {
    if (l->p99_why.empty()) continue;
    const auto same =
        std::find_if(lines.begin(), lines.end(), [&](const auto& x) { return x.first == l->p99_why; });
    if (same == lines.end())
      lines.emplace_back(l->p99_why, what);
    else
      same->second += std::string(", ") + what;
  }
  std::string out;
  for (const auto& [why, whose] : lines) out += fmt::format("p99 without an interval ({}): {}\n", whose, why);
  return out;
}

Table channel_table(const RunResult& r) {
  Table table{.title = "channels",
              .columns = {{"kind", "channels"},
                          {"channels", "number"},
                          {"utilisation_mean_percent", "busy", "%", Align::right, 2},
                          {"run_utilisation_mean_percent", "whole run: mean", "%", Align::right, 2},
                          {"run_utilisation_min_percent", "least", "%", Align::right, 2},
                          {"run_utilisation_max_percent", "most", "%", Align::right, 2}},
              .rows = {}};
  const bool pauses = r.flow && r.flow->dropped == 0 && r.flow->name != "drop";
  if (pauses) table.columns.push_back({"paused_mean_percent", "paused", "%", Align::right, 2});
  const bool metered = r.metered_until > r.statistics.measured_from;
  for (const ChannelKindResult& k : r.channels) {
    std::vector<Cell> row{k.name,
                          static_cast<std::int64_t>(k.channels),
                          metered ? Cell(k.utilisation_mean * 100) : Cell(),
                          k.run_utilisation_mean * 100,
                          k.run_utilisation_least * 100,
                          k.run_utilisation_most * 100};
    if (pauses) row.push_back(metered ? Cell(k.paused_mean * 100) : Cell());
    table.add(std::move(row));
  }
  return table;
}

double share(double bits, const RunTitle& title) {
  return title.host_bits_per_second > 0 ? bits / title.host_bits_per_second : 0;
}

double microseconds(Picoseconds t) { return static_cast<double>(t.v) / 1e6; }

/// "10,212 Gb/s"
std::string gigabits(double bits_per_second) {
  return cell_text(bits_per_second / 1e9, {"", "", "", Align::right, bits_per_second < 1e12 ? 2 : 0}) +
         " Gb/s";
}

std::string count(std::uint64_t number) { return cell_text(static_cast<std::int64_t>(number), {}); }

nlohmann::ordered_json device_json(const RunTitle& t) {
  if (t.device_file.empty()) return {};
  nlohmann::ordered_json device = {{"file", t.device_file}};
  for (const auto& [key, value] : t.from_device) device[key] = value;
  if (!t.device_notes.empty()) device["notes"] = t.device_notes;
  return device;
}

std::string heading(const RunTitle& t) {
  std::string out = t.file + "\n";
  out += fmt::format("network   {}: {} hosts, {} switches\n", t.network, count(t.hosts), count(t.switches));
  out += fmt::format("routing   {}, {} virtual channel{}\n", t.routing, t.vcs, t.vcs == 1 ? "" : "s");
  out += fmt::format("traffic   {}; seed {}\n", t.traffic, t.seed);
  if (!t.calibration.empty()) out += fmt::format("          {}\n", t.calibration);
  if (!t.flow.empty()) out += fmt::format("flow      {}\n", t.flow);
  if (!t.control.empty()) out += fmt::format("control   {}\n", t.control);
  if (!t.device_file.empty())
    out += fmt::format("device    {}\n", device_text(t.device_file, t.from_device, t.device_notes));
  return out;
}

std::string work_line(const WorkResult& w) {
  std::string out = fmt::format("work      {} messages, {} packets, {} packet-hops, {} events",
                                count(w.messages), count(w.packets), count(w.packet_hops), count(w.events));
  out += fmt::format(" in {:.2f} s of CPU time", w.cpu_seconds);
  if (w.cpu_seconds >= 0.01)
    out += fmt::format(": {:.2f} M packet-hops per CPU second",
                       static_cast<double>(w.packet_hops) / w.cpu_seconds / 1e6);
  return out + "\n";
}

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

/// What pauses or drops did in the whole run.
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

/// Null with credits.
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

/// Null where nobody asked.
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

/// Null where the channels were not told apart.
nlohmann::ordered_json fairness_json(const RunResult& r) {
  if (!r.fairness) return {};
  return {{"switches_with_hosts", r.fairness->switches},
          {"jain_index", r.fairness->jain},
          {"least_over_mean", r.fairness->least},
          {"most_over_mean", r.fairness->most}};
}

/// Where they were asked for, one by one.
std::string decisions_line(const KeptDecisions& d) {
  if (d.beyond == 0)
    return fmt::format("decisions {} changed what a channel wants, all kept\n", count(d.kept));
  return fmt::format("decisions {} changed what a channel wants: the first {} kept, {} only counted\n",
                     count(d.kept + d.beyond), count(d.kept), count(d.beyond));
}

/// A closed loop offers nothing by itself: it sends what the network lets it.
std::string load_line(const RunTitle& t, const RunStatistics& s) {
  const double accepted = s.accepted.wire_bits_per_second, offered = s.offered.wire_bits_per_second;
  if (t.closed_loop)
    return fmt::format("load      accepted {:.4f} of the hosts' rate: {} on the wire\n", share(accepted, t),
                       gigabits(accepted));
  return fmt::format("load      offered {:.4f}, accepted {:.4f} of the hosts' rate: {} of {} on the wire\n",
                     share(offered, t), share(accepted, t), gigabits(accepted), gigabits(offered));
}

std::string text_summary(const RunTitle& t, const RunResult& r) {
  const RunStatistics& s = r.statistics;
  std::string out = heading(t);
  out += fmt::format("verdict   {}{}: {}\n", name_of(s.verdict), r.partial ? " (stopped early, partial)" : "",
                     s.why);
  for (std::size_t i = 1; i < r.failure.size(); ++i) out += fmt::format("    {}\n", r.failure[i].what);
  if (r.promise) out += fmt::format("promise   {}\n", promise_text(*r.promise, t.file));
  if (r.job) out += fmt::format("job       {}\n", job_text(*r.job));
  out += load_line(t, s);
  out +=
      fmt::format("measured  from {:.3f} to {:.3f} us of {:.3f} us simulated\n\n",
                  microseconds(s.measured_from), microseconds(s.measured_until), microseconds(r.simulated));
  out += to_text(latency_table(s, IntervalsOf::p99)) + no_interval_lines(s) + "\n";
  out += to_text(channel_table(r)) + "\n";
  if (!r.rates.empty()) out += to_text(rate_table(r)) + "\n";
  if (!r.energy.empty()) out += to_text(energy_table(r)) + "\n";
  if (r.draw) out += "power     " + draw_text(*r.draw);
  if (!r.components.empty()) out += to_text(component_table(r)) + "\n";
  out += buffers_line(r);
  if (r.flow) out += flow_line(*r.flow, r.work);
  if (r.order) out += order_line(*r.order);
  if (r.fairness) out += fairness_line(*r.fairness);
  out += work_line(r.work);
  if (r.decisions) out += decisions_line(*r.decisions);
  out += fmt::format("digest    {:016x}\n", r.digest);
  return out;
}

/// Null when nothing is controlled. By reason: how often a policy gave it, and how often a wish changed.
nlohmann::ordered_json decisions_json(const RunResult& r) {
  if (r.reasons.empty()) return {};
  std::uint64_t questions = 0, changes = 0;
  auto reasons = nlohmann::ordered_json::array();
  for (const ReasonCount& c : r.reasons) {
    reasons.push_back({{"why", c.why}, {"questions", c.questions}, {"changes", c.changes}});
    questions += c.questions, changes += c.changes;
  }
  nlohmann::ordered_json out = {{"questions", questions}, {"changes", changes}, {"reasons", reasons}};
  if (r.decisions) out["kept"] = r.decisions->kept, out["not_kept"] = r.decisions->beyond;
  return out;
}

/// Null where nothing was measured: no figure is not the figure 0.
nlohmann::ordered_json load_json(const RunStatistics& s, const LoadResult& l, const RunTitle& t) {
  if (s.measured_until <= s.measured_from) return {};
  return {{"share", share(l.wire_bits_per_second, t)},
          {"packets_per_s", l.packets_per_second},
          {"wire_bits_per_s", l.wire_bits_per_second},
          {"payload_bits_per_s", l.payload_bits_per_second}};
}

/// Null where packets were dropped: what was injected and has not arrived is not under way then.
nlohmann::ordered_json in_network_json(const RunResult& r) {
  if (r.flow && r.flow->dropped > 0) return {};
  return r.statistics.in_network_bytes;
}

/// The same figures by their names, which are those of `--csv` and of a store: an array's row is named by its
/// first member, so that no reader has to search for it.
nlohmann::ordered_json with_figures(nlohmann::ordered_json document) {
  nlohmann::ordered_json figures = nlohmann::ordered_json::object();
  for (const NamedFigure& f : figures_of(document)) figures[f.name] = json_value(f.value);
  document["figures"] = std::move(figures);
  return document;
}

}  // namespace

std::string device_text(const std::string& file,
                        const std::vector<std::pair<std::string, std::string>>& given,
                        const std::string& notes) {
  std::string text;
  for (const auto& [key, value] : given) text += fmt::format("{}{} {}", text.empty() ? "" : "; ", key, value);
  if (text.empty()) text = "nothing: [control] says it all";
  return fmt::format("{} gives {}{}", file, text, notes.empty() ? "" : fmt::format(" ({})", notes));
}

nlohmann::ordered_json run_json(const RunTitle& t, const RunResult& r) {
  const RunStatistics& s = r.statistics;
  nlohmann::ordered_json json = {
      {"file", t.file},
      {"network", t.network},
      {"routing", t.routing},
      {"traffic", t.traffic},
      {"calibration",
       t.calibration.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(t.calibration)},
      {"control", t.control.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(t.control)},
      {"control_device", device_json(t)},
      {"seed", t.seed},
      {"vcs", t.vcs},
      {"hosts", t.hosts},
      {"switches", t.switches},
      {"verdict", name_of(s.verdict)},
      {"why", s.why},
      {"promise", r.promise ? promise_json(*r.promise) : nlohmann::ordered_json()},
      {"partial", r.partial},
      {"simulated_ps", r.simulated.v},
      {"measured_from_ps", s.measured_from.v},
      {"measured_until_ps", s.measured_until.v},
      {"metered_until_ps", r.metered_until.v},
      {"window_ps", r.window.v},
      {"offered", t.closed_loop ? nlohmann::ordered_json() : load_json(s, s.offered, t)},
      {"accepted", load_json(s, s.accepted, t)},
      {"source_backlog_bytes", s.source_backlog_bytes},
      {"in_network_bytes", in_network_json(r)},
      {"latency", json_rows(latency_table(s, IntervalsOf::all_percentiles))},
      {"channels", json_rows(channel_table(r))},
      {"flow", flow_json(r)},
      {"order", order_json(r)},
      {"fairness", fairness_json(r)},
      {"rates", json_rows(rate_table(r))},
      {"rates_by_kind", rates_by_kind(r)},
      {"decisions", decisions_json(r)},
      {"ideal_percent", r.metered_until > s.measured_from ? nlohmann::ordered_json(r.ideal_share * 100)
                                                          : nlohmann::ordered_json()},
      {"energy", json_rows(energy_table(r))},
      {"work",
       {{"messages", r.work.messages},
        {"packets", r.work.packets},
        {"packet_hops", r.work.packet_hops},
        {"events", r.work.events},
        {"cpu_s", r.work.cpu_seconds}}},
      {"digest", fmt::format("{:016x}", r.digest)}};
  if (r.draw) json["power"] = draw_json(*r.draw);
  if (r.job) json["job"] = job_json(*r.job);
  if (r.buffers)
    json["buffers"] = {{"cell_bytes", r.buffers->cell.v},
                       {"buffers", r.buffers->buffers},
                       {"cells", r.buffers->cells},
                       {"cells_in_use", r.buffers->in_use},
                       {"cells_powered", r.buffers->powered()}};
  if (!r.components.empty()) json["components"] = json_rows(component_table(r));
  if (auto missing = no_intervals(s); !missing.empty()) json["no_intervals"] = std::move(missing);
  if (!r.failure.empty()) json["failure"] = to_text(r.failure);
  return json;
}

std::vector<NamedFigure> run_figures(const RunTitle& title, const RunResult& result) {
  auto json = run_json(title, result);
  json.erase("no_intervals");  // words about figures, which say it by their absence
  return figures_of(json);
}

std::string render_run(const RunTitle& title, const RunResult& result, Format format) {
  switch (format) {
    case Format::json:
      return json_text(with_figures(run_json(title, result)));
    case Format::csv:
      return to_csv(figures_row(run_figures(title, result)));
    case Format::markdown:
      return to_markdown(latency_table(result.statistics, IntervalsOf::p99)) + "\n" +
             to_markdown(channel_table(result)) + "\n" +
             (result.rates.empty() ? "" : to_markdown(rate_table(result)) + "\n") +
             to_markdown(energy_table(result)) +
             (result.components.empty() ? "" : "\n" + to_markdown(component_table(result)));
    case Format::text:
      break;
  }
  return text_summary(title, result);
}

}  // namespace ebb::inline report
