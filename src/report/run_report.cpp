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
#include "report/flow_text.hpp"
#include "report/job_text.hpp"
#include "report/latency_table.hpp"
#include "report/promise_text.hpp"
#include "report/rate_table.hpp"

namespace ebb::inline report {
namespace {

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
