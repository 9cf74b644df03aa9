#include "report/run/run_summary.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/rounded_time.hpp"
#include "base/units.hpp"
#include "report/document/draw_text.hpp"
#include "report/document/number_text.hpp"
#include "report/page/row_table.hpp"
#include "report/plan/device_text.hpp"
#include "report/run/component_table.hpp"
#include "report/run/energy_table.hpp"
#include "report/run/flow_text.hpp"
#include "report/run/gap_table.hpp"
#include "report/run/job_text.hpp"
#include "report/run/lane_table.hpp"
#include "report/run/latency_bound_text.hpp"
#include "report/run/latency_table.hpp"
#include "report/run/rate_table.hpp"
#include "report/run/sleep_text.hpp"
#include "report/run/transport_text.hpp"

namespace ebb::inline report {
namespace {

std::string count(const PageJson& json, std::string_view path) { return grouped(whole_at(json, path)); }

/// "10,212 Gb/s"
std::string gigabits(double bits_per_second) {
  return grouped(bits_per_second / 1e9, bits_per_second < 1e12 ? 2 : 0) + " Gb/s";
}

std::string device_of(const PageJson& device) {
  std::vector<std::pair<std::string, std::string>> given;
  for (const auto& [key, value] : device.items())
    if (key != "file" && key != "notes" && value.is_string()) given.emplace_back(key, value);
  return device_text(text_at(device, "file"), given, text_at(device, "notes"));
}

/// Adds what was run.
void add_parts(const PageJson& s, NamedLines& lines) {
  const auto add_if_any = [&](const char* name, const char* key) {
    if (const std::string text = text_at(s, key); !text.empty()) lines.add(name, text);
  };
  const std::int64_t vcs = whole_at(s, "vcs");
  std::string network = fmt::format("{}: {} hosts, {} switches", text_at(s, "network"), count(s, "hosts"),
                                    count(s, "switches"));
  for (const std::string& note : texts_at(s, "network_notes")) network += "\n" + note;
  lines.add("network", network);
  lines.add("routing",
            fmt::format("{}, {} virtual channel{}", text_at(s, "routing"), vcs, vcs == 1 ? "" : "s"));
  std::string traffic = fmt::format("{}; seed {}", text_at(s, "traffic"), whole_at(s, "seed"));
  if (const std::string computed = text_at(s, "calibration"); !computed.empty()) traffic += "\n" + computed;
  lines.add("traffic", traffic);
  add_if_any("flow", "flow_control");
  add_if_any("pipeline", "pipeline");
  add_if_any("control", "control");
  if (const PageJson& device = member(s, "control_device"); device.is_object())
    lines.add("device", device_of(device));
}

std::string verdict_of(const PageJson& s) {
  std::string text = fmt::format("{}{}: {}", text_at(s, "verdict"),
                                 true_at(s, "partial") ? " (stopped early, partial)" : "", text_at(s, "why"));
  if (const PageJson& more = member(s, "failure_details"); more.is_array())
    for (const PageJson& line : more)
      if (line.is_string()) text += "\n" + line.get<std::string>();
  return text;
}

/// A closed loop has no offered load: it sends what the network accepts.
std::string load_of(const PageJson& s) {
  const auto accepted = number_at(s, "accepted.share"), offered = number_at(s, "offered.share");
  const auto bits = [&](const char* path) { return gigabits(number_at(s, path).value_or(0)); };
  if (!accepted) return "not known: nothing was measured";
  if (!offered)
    return fmt::format("accepted {:.4f} of the hosts' rate: {} on the wire", *accepted,
                       bits("accepted.wire_bits_per_s"));
  return fmt::format("offered {:.4f}, accepted {:.4f} of the hosts' rate: {} of {} on the wire", *offered,
                     *accepted, bits("accepted.wire_bits_per_s"), bits("offered.wire_bits_per_s"));
}

/// A workload that ends by itself ends within a batch, and channels are metered to the end of that batch.
std::string measured_of(const PageJson& s) {
  const auto time = [&](const char* key) { return rounded_text(Picoseconds{whole_at(s, key)}); };
  std::string text = fmt::format("from {} to {} of {} simulated", time("measured_from_ps"),
                                 time("measured_until_ps"), time("simulated_ps"));
  if (const auto until = number_at(s, "metered_until_ps");
      until && *until != number_at(s, "measured_until_ps") && *until > number_at(s, "measured_from_ps"))
    text += fmt::format("; channels, rates and energy to {}, the end of the batch", time("metered_until_ps"));
  return text;
}

NamedLines head_of(const PageJson& s) {
  NamedLines lines;
  add_parts(s, lines);
  lines.add("verdict", verdict_of(s));
  if (const PageJson& latency_bound = member(s, "latency_bound"); latency_bound.is_object())
    lines.add("bound", latency_bound_text(latency_bound, text_at(s, "file")));
  if (const PageJson& job = member(s, "job"); job.is_object()) lines.add("job", job_text(job));
  lines.add("load", load_of(s));
  lines.add("measured", measured_of(s));
  return lines;
}

/// The reasons of missing intervals: of p99, and those with the same reason in one line.
std::vector<std::string> no_interval_notes(const PageJson& missing) {
  std::vector<std::pair<std::string, std::string>> reasons;  // and whose
  if (missing.is_array())
    for (const PageJson& one : missing) {
      if (text_at(one, "percentile") != "p99") continue;
      const std::string why = text_at(one, "why"), what = text_at(one, "what");
      const auto same =
          std::find_if(reasons.begin(), reasons.end(), [&](const auto& x) { return x.first == why; });
      if (same == reasons.end())
        reasons.emplace_back(why, what);
      else
        same->second += ", " + what;
    }
  std::vector<std::string> notes;
  for (const auto& [why, whose] : reasons)
    notes.push_back(fmt::format("p99 without an interval ({}): {}", whose, why));
  return notes;
}

constexpr const char* shares_note =
    "rates of the fastest channels; one with another full rate has the same share of its own (rates_by_kind)";

/// With the energy of channels whose power is proportional to their rate.
std::vector<std::string> rate_notes(const PageJson& rows) {
  std::vector<std::string> notes;
  double power = 0;
  const double fastest = number_at(rows.back(), "rate_gbps").value_or(0);
  for (const PageJson& row : rows) {
    const double rate = number_at(row, "rate_gbps").value_or(0),
                 time = number_at(row, "time_percent").value_or(0);
    power += fastest > 0 ? (time + number_at(row, "changing_percent").value_or(0)) * rate / fastest : 0;
    if (time == 100) notes.push_back(fmt::format("no channel was ever at another rate than {:g} Gb/s", rate));
  }
  notes.push_back(fmt::format(
      "ideal channels, whose power is proportional to their rate, use {:.2f} % of always full rate", power));
  return notes;
}

/// The joules of each kind of channel are between the table's name and the columns of all runs.
std::vector<Column> columns_of_energy(const PageJson& rows) {
  std::vector<Column> columns{{"table", "power table"}};
  const std::vector<Column> known = energy_columns();
  if (!rows.empty() && rows[0].is_object())
    for (const auto& [key, value] : rows[0].items()) {
      if (key == "table") continue;
      if (key == known.front().key) break;
      columns.push_back(column_of(key));
      columns.back().align = Align::right;
    }
  columns.insert(columns.end(), known.begin(), known.end());
  return columns;
}

/// A study of latency needs no energy: the one row of a run without control is only for files and pages.
PageJson energy_asked_for(const PageJson& s) {
  const PageJson& rows = member(s, "energy");
  const bool for_watts = rows.is_array() && rows.size() == 1 && text_at(s, "control").empty() &&
                         text_at(rows[0], "table") == cabled_table;
  return for_watts ? PageJson::array() : rows;
}

std::vector<Table> tables_of(const PageJson& s) {
  const PageJson& rates = member(s, "rates");
  const PageJson energy = energy_asked_for(s);
  std::vector<Table> tables{
      table_of_rows("latency", member(s, "latency"), latency_columns(IntervalsOf::p99)),
      table_of_rows("channels", member(s, "channels"), channel_columns()),
      table_of_rows("rates", rates, rate_columns()),
      table_of_rows("energy", energy, energy.is_array() ? columns_of_energy(energy) : std::vector<Column>{}),
      table_of_rows("components", member(s, "components"), component_columns()),
      table_of_rows("virtual lanes, whole run", member(s, "lanes"), lane_columns()),
      table_of_rows("gaps between packets, whole job", member(s, "gaps"), gap_columns())};
  tables[0].notes = no_interval_notes(member(s, "no_intervals"));
  show_rates_whole(tables[2]);
  if (!tables[2].rows.empty())
    tables[2].notes =
        true_at(s, "several_full_rates") ? std::vector<std::string>{shares_note} : rate_notes(rates);
  tables[3].notes = {energy_note(number_at(s, "ideal_percent").value_or(0))};
  tables[4].notes = {"adapters are the hosts'; see docs/howto/components.md"};
  std::erase_if(tables, [](const Table& table) { return table.rows.empty(); });
  return tables;
}

std::string buffers_of(const PageJson& b) {
  return fmt::format("{} of {} cells of {} B in use on average, {} powered if buffers sleep; {} buffers",
                     grouped(number_at(b, "cells_in_use").value_or(0), 1), count(b, "cells"),
                     whole_at(b, "cell_bytes"), grouped(number_at(b, "cells_powered").value_or(0), 1),
                     count(b, "buffers"));
}

std::string work_of(const PageJson& w) {
  const double cpu = number_at(w, "cpu_s").value_or(0);
  std::string text = fmt::format("{} messages, {} packets, {} packet-hops, {} events in {:.2f} s of CPU time",
                                 count(w, "messages"), count(w, "packets"), count(w, "packet_hops"),
                                 count(w, "events"), cpu);
  if (cpu >= 0.01)
    text += fmt::format(": {:.2f} M packet-hops per CPU second",
                        number_at(w, "packet_hops").value_or(0) / cpu / 1e6);
  return text;
}

/// Individual decisions, where they were requested.
std::string decisions_of(const PageJson& d) {
  const std::int64_t kept = whole_at(d, "kept"), beyond = whole_at(d, "not_kept");
  if (beyond == 0) return fmt::format("{} changed the requested rate, all kept", grouped(kept));
  return fmt::format("{} changed the requested rate: the first {} kept, {} only counted",
                     grouped(kept + beyond), grouped(kept), grouped(beyond));
}

NamedLines tail_of(const PageJson& s) {
  NamedLines lines;
  if (const PageJson& power = member(s, "power"); power.is_object()) {
    const bool lacks_savings =
        member(s, "control").is_string() && number_at(power, "total_w") && member(power, "ports_w").is_null();
    lines.add("power",
              draw_text(power) + (lacks_savings ? std::string("\n") + unknown_saving_text : std::string()));
  }
  if (const PageJson& asleep = member(s, "switches_asleep"); asleep.is_object())
    lines.add("asleep", switch_sleep_text(asleep));
  if (const PageJson& saved = member(s, "power_domains"); saved.is_array())
    lines.add("domains", domains_text(saved));
  if (const PageJson& ramps = member(s, "power_ramps"); ramps.is_array())
    lines.add("ramps", ramps_text(ramps));
  if (const PageJson& buffers = member(s, "buffers"); buffers.is_object())
    lines.add("buffers", buffers_of(buffers));
  if (const PageJson& deadlines = member(s, "deadlines"); deadlines.is_object())
    lines.add("deadlines", deadline_text(deadlines));
  add_flow_lines(s, lines);
  if (const PageJson& transport = member(s, "transport"); transport.is_object())
    lines.add("transport", transport_text(transport));
  if (const PageJson& work = member(s, "work"); work.is_object()) lines.add("work", work_of(work));
  if (number_at(s, "decisions.kept")) lines.add("decisions", decisions_of(member(s, "decisions")));
  lines.add("digest", text_at(s, "digest"));
  return lines;
}

}  // namespace

std::vector<Block> run_summary(const PageJson& summary) {
  std::vector<Block> blocks{head_of(summary)};
  for (Table& table : tables_of(summary)) blocks.emplace_back(std::move(table));
  blocks.emplace_back(tail_of(summary));
  return blocks;
}

}  // namespace ebb::inline report
