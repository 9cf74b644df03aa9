#include "report/page/run_document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/number_text.hpp"
#include "report/page/network_rows.hpp"
#include "report/page/run_charts.hpp"
#include "report/page/study_documents.hpp"

namespace ebb::inline report {
namespace {

constexpr double hours_of_a_year = 8760, usd_per_kwh = 0.07, pue = 1.6;
constexpr const char* tariff = "at $0.07 per kWh and a PUE of 1.6";

const PageJson& packets(const RunSource& run) {
  return row_named(member(run.summary, "latency"), "packets with source queue");
}

std::string microseconds(double ns) { return grouped(ns / 1e3, -1) + " us"; }

KeyFigure power_figure(const RunSource& run) {
  const auto share = ideal_channels_share(run);
  const double ideal = number_at(run.summary, "ideal_percent").value_or(0);
  if (!share) return {"-", "of full power", "this run has no power table"};
  return {fmt::format("{:.1f} %", *share * 100), "of full power",
          ideal > 0
              ? fmt::format("ideal channels; {:.2f} times the ideal of {:.1f} %", *share * 100 / ideal, ideal)
              : "ideal channels"};
}

KeyFigure saving_figure(const RunSource& run) {
  const auto power = run_power(run);
  if (!power) return {"-", "watts", "no power table tells of watts"};
  const double saved = power->full_watts - power->watts;
  return {watts_text(saved), "saved against always on",
          fmt::format("{} instead of {}; {}", watts_text(power->watts), watts_text(power->full_watts),
                      power->table)};
}

KeyFigure latency_figure(const RunSource& run) {
  const auto mean = number_at(packets(run), "mean_ns"), p99 = number_at(packets(run), "p99_ns"),
             half = number_at(packets(run), "half_width_ns");
  if (!mean) return {"-", "packet latency", "nothing arrived"};
  return {microseconds(*mean), "mean packet latency",
          fmt::format("{}p99 {}", half ? fmt::format("+/- {}; ", microseconds(*half)) : "",
                      p99 ? microseconds(*p99) : "-")};
}

KeyFigure verdict_figure(const RunSource& run) {
  return {text_at(run.summary, "verdict"), "verdict", text_at(run.summary, "why")};
}

/// What it draws, what that costs, and what was saved, a sentence each.
std::vector<std::string> money_sentences(const RunSource& run) {
  const auto power = run_power(run);
  if (!power) return {};
  const Year now = year_of(power->watts), always = year_of(power->full_watts);
  return {fmt::format("The channels draw {} on average ({}). At full rate all the time they would draw {}.",
                      watts_text(power->watts), power->table, watts_text(power->full_watts)),
          fmt::format("Kept up for a year that is {} kWh, and {} {}.", grouped(std::round(now.kwh), 0),
                      money_text(now.usd), tariff),
          always.kwh > now.kwh * 1.0005
              ? fmt::format("Against always on, {} kWh and {} a year are saved: {:.1f} %.",
                            grouped(std::round(always.kwh - now.kwh), 0), money_text(always.usd - now.usd),
                            100 * (1 - power->watts / power->full_watts))
              : std::string("Nothing is saved against always on.")};
}

/// The whole network by its plan, with the plan's own price; empty without one.
std::vector<std::string> network_sentences(const RunSource& run) {
  const PageJson& power = member(run.summary, "power");
  const auto watts = number_at(power, "total_w"), full = number_at(power, "always_on_w");
  if (!watts || !full) return {};
  const auto of = [&](const char* key) { return number_at(power, key).value_or(0); };
  std::vector<std::string> sentences = {
      fmt::format("The whole network, switches and adapters included, draws {} of {} always on. A year of "
                  "that is {} kWh and {} "
                  "instead of {}: {} less, at ${:g} per kWh and a PUE of {:g}.",
                  watts_text(*watts), watts_text(*full), grouped(std::round(of("kwh_per_year")), 0),
                  money_text(of("usd_per_year")), money_text(of("always_on_usd_per_year")),
                  money_text(of("saved_usd_per_year")), of("price_usd_per_kwh"), of("pue"))};
  if (const std::string missing = text_at(power, "not_stated"); !missing.empty())
    sentences.push_back(fmt::format("Not stated, and counted as nothing: {}.", missing));
  return sentences;
}

std::string latency_sentence(const RunSource& run) {
  const auto mean = number_at(packets(run), "mean_ns"), p99 = number_at(packets(run), "p99_ns");
  if (!mean || !p99) return "No packet arrived in the measured time.";
  std::string text = fmt::format("A packet takes {} on average, and 99 of 100 take less than {}.",
                                 microseconds(*mean), microseconds(*p99));
  const auto full = number_at(run.summary, "promise.full_rate_ns"),
             more = number_at(run.summary, "promise.increase_ns");
  if (full && more)
    text += fmt::format(" At full rate it was {}, so the power saved costs {}.", microseconds(*full),
                        microseconds(*more));
  else if (!text_at(run.summary, "control").empty())
    text +=
        " How much of that saving power costs, `ebb compare-policies` tells, or a second run at full rate in "
        "this "
        "report.";
  return text;
}

/// The second run against the first.
std::vector<std::string> comparison_sentences(const std::vector<RunSource>& runs) {
  std::vector<std::string> all;
  const auto first = ideal_channels_share(runs[0]);
  const auto first_mean = number_at(packets(runs[0]), "mean_ns"),
             first_p99 = number_at(packets(runs[0]), "p99_ns");
  for (std::size_t i = 1; i < runs.size(); ++i) {
    const auto share = ideal_channels_share(runs[i]);
    const auto mean = number_at(packets(runs[i]), "mean_ns"), p99 = number_at(packets(runs[i]), "p99_ns");
    std::string text = runs[i].name;
    if (first && share)
      text +=
          fmt::format(" draws {:.1f} % of full power, {} {:.1f} %", *share * 100, runs[0].name, *first * 100);
    if (mean && first_mean && p99 && first_p99)
      text += fmt::format("{} a packet takes {} instead of {} on average (p99 {} instead of {})",
                          first && share ? ";" : ":", microseconds(*mean), microseconds(*first_mean),
                          microseconds(*p99), microseconds(*first_p99));
    all.push_back(text + ".");
  }
  return all;
}

std::string title_of(const std::vector<RunSource>& runs) {
  if (runs.size() > 1) return fmt::format("{} runs laid over each other", runs.size());
  const auto share = ideal_channels_share(runs[0]), mean = number_at(packets(runs[0]), "mean_ns");
  if (text_at(runs[0].summary, "control").empty())
    return mean ? fmt::format("At full rate all the time, a packet takes {}", microseconds(*mean))
                : std::string("A run at full rate");
  if (!share || !mean) return "A run of " + runs[0].name;
  return fmt::format("{:.0f} % of full power, at {} a packet", *share * 100, microseconds(*mean));
}

std::string lead_of(const RunSource& run) {
  const PageJson& s = run.summary;
  const std::string control = text_at(s, "control");
  return fmt::format("{} on {} with {} hosts and {} switches, {} routing. {}", text_at(s, "traffic"),
                     text_at(s, "network"), grouped(number_at(s, "hosts").value_or(0), 0),
                     grouped(number_at(s, "switches").value_or(0), 0), text_at(s, "routing"),
                     control.empty() ? "All channels stay at full rate." : control + ".");
}

/// Everything that it takes to run it again.
Table origin_table(const std::vector<RunSource>& runs) {
  Table table{.title = "where this comes from",
              .columns = {{"run", "run"},
                          {"seed", "seed"},
                          {"verdict", "verdict"},
                          {"digest", "digest"},
                          {"version", "ebb"}},
              .rows = {}};
  for (const RunSource& run : runs)
    table.add({run.name, json_cell(member(run.summary, "seed")), text_at(run.summary, "verdict"),
               text_at(run.summary, "digest"), run.version});
  table.notes.push_back(
      "`ebb run` with the configuration below, and the same version of ebb, gives the same digest");
  return table;
}

/// Of a list of objects, or of one object: its words and numbers, a line each.
Table table_of(const std::string& title, const PageJson& json) {
  if (!json.is_object()) return table_of_rows(title, json);
  Table table{.title = title, .columns = {{"what", "what"}, {"value", "value"}}, .rows = {}};
  for (const auto& [key, value] : json.items())
    if (!value.is_structured()) table.add({heading_text(column_of(key)), json_cell(value)});
  return table;
}

NetworkView network_view(const RunSource& run, bool several) {
  auto data = std::make_shared<PageJson>();
  (*data)["name"] = run.name;
  PageJson network = run.network, history = run.history;
  const bool together = fit_for_page(network, history);
  (*data)["network"] = std::move(network);
  (*data)["history"] = std::move(history);
  (*data)["rates_bits_per_s"] = member(run.course, "rates_bits_per_s");
  return {several ? "The network over time: " + run.name : "The network over time",
          together ? "There are too many channels for a page, so those between the same two places are shown "
                     "together, by "
                     "their means. series.json in the results folder has each of them."
                   : "Every channel, from the start of the run. Move the slider or press play; choose a "
                     "channel or a switch "
                     "to see its history and why it changed.",
          std::move(data)};
}

}  // namespace

Year year_of(double watts) {
  const double kwh = watts * hours_of_a_year / 1e3;
  return {kwh, kwh * pue * usd_per_kwh};
}

std::string watts_text(double watts) {
  if (std::abs(watts) >= 1e6) return grouped(watts / 1e6, 2) + " MW";
  return std::abs(watts) >= 1e4 ? grouped(watts / 1e3, 1) + " kW" : grouped(watts, watts < 10 ? 2 : 0) + " W";
}

std::string money_text(double usd) { return fmt::format("${}", grouped(usd, std::abs(usd) < 100 ? 2 : 0)); }

Document run_document(const std::vector<RunSource>& runs) {
  Document document{.title = title_of(runs), .lead = runs.size() == 1 ? lead_of(runs[0]) : "", .blocks = {}};
  const bool several = runs.size() > 1;
  if (several)
    for (const std::string& text : comparison_sentences(runs)) document.add(Sentence{text});
  for (const RunSource& run : runs) {
    if (several) document.add(Heading{run.name}), document.add(Sentence{lead_of(run)});
    document.add(
        KeyFigures{{power_figure(run), saving_figure(run), latency_figure(run), verdict_figure(run)}});
    if (several) continue;
    for (const std::string& text : money_sentences(run)) document.add(Sentence{text});
    for (const std::string& text : network_sentences(run)) document.add(Sentence{text});
    document.add(Sentence{latency_sentence(run)});
  }
  if (several) document.add(differences(runs));
  for (Chart& chart : run_charts(runs)) document.add(std::move(chart));
  for (const RunSource& run : runs)
    if (run.network.is_object() && run.history.is_object()) document.add(network_view(run, several));
  document.add(Heading{"Numbers"});
  for (const RunSource& run : runs)
    for (const auto& [title, path] : {std::pair{"latency", "latency"},
                                      {"channels", "channels"},
                                      {"rates", "rates"},
                                      {"flow control", "flow"},
                                      {"flows that lost most", "flow.flows_with_most_drops"},
                                      {"packets out of order", "order"},
                                      {"fairness between switches", "fairness"},
                                      {"energy", "energy"},
                                      {"power of the whole network", "power"},
                                      {"reasons", "decisions.reasons"}}) {
      Table table = table_of(several ? run.name + ": " + title : title, member(run.summary, path));
      if (!table.rows.empty()) document.add(std::move(table));
    }
  document.add(origin_table(runs));
  for (const RunSource& run : runs)
    if (!run.config.empty())
      document.add(Listing{several ? "configuration of " + run.name : "configuration", run.config});
  return document;
}

}  // namespace ebb::inline report
