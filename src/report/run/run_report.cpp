#include "report/run/run_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <span>

#include "base/fields.hpp"
#include "report/document/draw_text.hpp"
#include "report/document/figures.hpp"
#include "report/run/component_table.hpp"
#include "report/run/energy_table.hpp"
#include "report/run/flow_text.hpp"
#include "report/run/gap_table.hpp"
#include "report/run/job_text.hpp"
#include "report/run/lane_table.hpp"
#include "report/run/latency_bound_text.hpp"
#include "report/run/latency_table.hpp"
#include "report/run/rate_table.hpp"
#include "report/run/run_summary.hpp"
#include "report/run/sleep_text.hpp"
#include "report/run/transport_text.hpp"
#include "results/decisions.hpp"
#include "results/run_result.hpp"

namespace ebb::inline report {
namespace {

double share(double bits, const RunTitle& title) {
  return title.host_bits_per_second > 0 ? bits / title.host_bits_per_second : 0;
}

nlohmann::ordered_json device_json(const RunTitle& t) {
  if (t.device_file.empty()) return {};
  nlohmann::ordered_json device = {{"file", t.device_file}};
  for (const auto& [key, value] : t.from_device) device[key] = value;
  if (!t.device_notes.empty()) device["notes"] = t.device_notes;
  return device;
}

/// Null without rate control. For each reason: how often a policy gave it, and how often a requested level
/// changed.
nlohmann::ordered_json decisions_json(const RunResult& r) {
  if (r.reasons.empty() && !r.decisions) return {};
  std::uint64_t evaluations = 0, changes = 0;
  auto reasons = nlohmann::ordered_json::array();
  for (const ReasonCount& c : r.reasons) {
    reasons.push_back({{"why", c.why}, {"evaluations", c.evaluations}, {"changes", c.changes}});
    evaluations += c.evaluations, changes += c.changes;
  }
  nlohmann::ordered_json out = {{"evaluations", evaluations}, {"changes", changes}, {"reasons", reasons}};
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

/// Null where packets were dropped: then packets that were injected and have not arrived are not all under
/// way.
nlohmann::ordered_json in_network_json(const RunResult& r) {
  if (r.flow && r.flow->dropped > 0) return {};
  return r.statistics.in_network_bytes;
}

/// Adds the figures by their names to the document: the list that `--csv` prints and a store keeps, so that
/// no reader has to search an array for its row.
nlohmann::ordered_json with_figures(nlohmann::ordered_json document) {
  nlohmann::ordered_json figures = nlohmann::ordered_json::object();
  for (const NamedFigure& f : figures_of(document)) figures[f.name] = json_value(f.value);
  document["figures"] = std::move(figures);
  return document;
}

}  // namespace

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
      {"latency_bound", r.latency_bound ? latency_bound_json(*r.latency_bound) : nlohmann::ordered_json()},
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
      {"latency", json_rows(latency_table(s))},
      {"channels", json_rows(channel_table(r))},
      {"flow", flow_json(r, t.host_names)},
      {"order", order_json(r)},
      {"fairness", t.uneven ? nlohmann::ordered_json() : fairness_json(r)},
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
  if (!r.rates.empty() && !has_one_rate(r.channels)) json["several_full_rates"] = true;
  if (!t.network_notes.empty()) json["network_notes"] = t.network_notes;
  if (r.draw) json["power"] = power_json(*r.draw);
  if (r.switch_sleep) json["switches_asleep"] = switch_sleep_json(*r.switch_sleep);
  if (auto saved = domains_json(r); !saved.empty()) json["power_domains"] = std::move(saved);
  if (auto ramps = ramps_json(r); !ramps.empty()) json["power_ramps"] = std::move(ramps);
  if (r.job) json["job"] = job_json(*r.job, r.simulated);
  if (!r.gaps.empty()) json["gaps"] = json_rows(gap_table(r));
  if (!r.lanes.empty()) json["lanes"] = json_rows(lane_table(r));
  if (r.transport) json["transport"] = transport_json(*r.transport);
  if (r.deadlines) json["deadlines"] = deadline_json(*r.deadlines);
  if (r.buffers)
    json["buffers"] = {{"cell_bytes", r.buffers->cell.v},
                       {"buffers", r.buffers->buffers},
                       {"cells", r.buffers->cells},
                       {"cells_in_use", r.buffers->in_use},
                       {"cells_powered", r.buffers->powered()}};
  if (!r.components.empty()) json["components"] = json_rows(component_table(r));
  if (auto missing = no_intervals(s); !missing.empty()) json["no_intervals"] = std::move(missing);
  if (!t.flow.empty()) json["flow_control"] = t.flow;
  if (!t.pipeline.empty()) json["pipeline"] = t.pipeline;
  if (!r.failure.empty()) json["failure"] = to_text(r.failure);
  for (std::size_t i = 1; i < r.failure.size(); ++i) json["failure_details"].push_back(r.failure[i].what);
  return json;
}

std::vector<NamedFigure> run_figures(const RunTitle& title, const RunResult& result) {
  return figures_of(run_json(title, result));
}

std::string render_run(const RunTitle& title, const RunResult& result, Format format) {
  switch (format) {
    case Format::json:
      return json_text(with_figures(run_json(title, result)));
    case Format::csv:
      return to_csv(figures_row(run_figures(title, result)));
    case Format::markdown:
    case Format::text:
      break;
  }
  std::string text = format == Format::text ? title.file + "\n" : fmt::format("# {}\n\n", title.file);
  for (const Block& block : run_summary(run_json(title, result)))
    text += format == Format::text ? block_text(block) : block_markdown(block);
  text.pop_back();  // the empty line after the last block
  return text;
}

}  // namespace ebb::inline report
