#include "report/page/run_document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/rounded_time.hpp"
#include "report/document/joined_words.hpp"
#include "report/document/number_text.hpp"
#include "report/page/network_rows.hpp"
#include "report/page/origin.hpp"
#include "report/page/row_table.hpp"
#include "report/page/run_chart_parts.hpp"
#include "report/page/run_charts.hpp"
#include "report/run/run_summary.hpp"

namespace ebb::inline report {
namespace {

constexpr double hours_of_a_year = 8760, usd_per_kwh = 0.07, pue = 1.6;

const PageJson& packets(const RunSource& run) {
  return row_named(member(run.summary, "latency"), "packets with source queue");
}

std::string time_text(double ns) { return rounded_text({std::llround(ns * 1e3)}, 4); }

/// Without power there is no card. The power of ideal channels is shown beside it.
std::optional<KeyFigure> power_figure(const RunSource& run) {
  const auto told = stated_share(run);
  if (!told) return std::nullopt;
  std::string note = told->whose;
  if (const auto ideal = ideal_channels_share(run); ideal && told->whose != "ideal channels")
    note += fmt::format("; ideal channels: {:.1f} %", *ideal * 100);
  if (const double least = number_at(run.summary, "ideal_percent").value_or(0); least > 0)
    note += fmt::format("; the bits alone: {:.1f} %", least);
  return KeyFigure{fmt::format("{:.1f} %", told->share * 100), "of full power", note};
}

std::optional<KeyFigure> saving_figure(const RunSource& run) {
  auto power = run_power(run);
  const auto watts = number_at(run.summary, "power.total_w"),
             full = number_at(run.summary, "power.always_on_w");
  if (watts && full) power = RunPower{"the whole network", *watts, *full};
  if (!power) return std::nullopt;
  const double saved = power->full_watts - power->watts;
  return KeyFigure{watts_text(saved), "saved against always on",
                   fmt::format("{} instead of {}; {}", watts_text(power->watts),
                               watts_text(power->full_watts), power->table)};
}

bool is_controlled(const RunSource& run) { return !text_at(run.summary, "control").empty(); }

/// The power, where nothing is saved.
std::optional<KeyFigure> draw_figure(const RunSource& run) {
  const auto power = run_power(run);
  if (!power) return std::nullopt;
  return KeyFigure{watts_text(power->watts), "used by the channels",
                   fmt::format("{}, at full rate all the time", power->table)};
}

std::optional<KeyFigure> load_figure(const RunSource& run) {
  const auto accepted = number_at(run.summary, "accepted.share"),
             offered = number_at(run.summary, "offered.share");
  if (!accepted) return std::nullopt;
  return KeyFigure{fmt::format("{:.1f} %", *accepted * 100), "of the hosts' rate arrives",
                   offered ? fmt::format("of {:.1f} % that are offered", *offered * 100)
                           : "hosts send what the network lets them"};
}

KeyFigure latency_figure(const RunSource& run) {
  const auto mean = number_at(packets(run), "mean_ns"), p99 = number_at(packets(run), "p99_ns"),
             half = number_at(packets(run), "half_width_ns");
  if (!mean) return {"-", "packet latency", "nothing arrived"};
  return {time_text(*mean), "mean packet latency",
          fmt::format("{}p99 {}", half ? fmt::format("+/- {}; ", time_text(*half)) : "",
                      p99 ? time_text(*p99) : "-")};
}

/// What a job or a video is run for: its time, its deadlines.
std::optional<KeyFigure> purpose_figure(const RunSource& run) {
  if (const PageJson& job = member(run.summary, "job"); job.is_object()) {
    const auto took = number_at(job, "run_time_ps");
    const std::string operations = grouped(number_at(job, "operations").value_or(0), 0);
    const auto step = number_at(job, "step_time_ps"), exposed = number_at(job, "exposed_percent");
    const std::string more =
        exposed ? fmt::format("; {:.1f} % of it exposed communication", *exposed) : std::string();
    if (step) return KeyFigure{time_text(*step / 1e3), "a training step", operations + " operations" + more};
    if (took) return KeyFigure{time_text(*took / 1e3), "the job took", operations + " operations" + more};
    return KeyFigure{"not finished", "the job",
                     fmt::format("{} of {} operations done", whole_at(job, "done"), operations)};
  }
  const PageJson& deadlines = member(run.summary, "deadlines");
  if (!deadlines.is_object()) return std::nullopt;
  const std::int64_t missed = whole_at(deadlines, "late") + whole_at(deadlines, "unfinished"),
                     all = missed + whole_at(deadlines, "in_time");
  if (all == 0) return std::nullopt;
  return KeyFigure{
      fmt::format("{:.2f} %", 100 * static_cast<double>(all - missed) / static_cast<double>(all)),
      "of the messages kept their deadline",
      fmt::format("{} of {}, within {}", grouped(all - missed), grouped(all),
                  time_text(number_at(deadlines, "allowed_ps").value_or(0) / 1e3))};
}

KeyFigure verdict_figure(const RunSource& run) {
  return {text_at(run.summary, "verdict"), "verdict", text_at(run.summary, "why")};
}

/// Power, its cost, and savings, a sentence each. Where the run has a plan, its devices and its price are the
/// only ones on the page (network_sentences).
std::vector<std::string> money_sentences(const RunSource& run) {
  const auto power = run_power(run);
  if (!power || number_at(run.summary, "power.total_w")) return {};
  const Year now = year_of(power->watts), always = year_of(power->full_watts);
  const std::string year = fmt::format("Kept up for a year that is {} kWh, and {} {}.",
                                       grouped(std::round(now.kwh), 0), money_text(now.usd), tariff);
  if (!is_controlled(run))
    return {fmt::format("The channels use {} ({}), at full rate all the time.", watts_text(power->watts),
                        power->table),
            year};
  return {fmt::format("The channels use {} on average ({}). At full rate all the time they would use {}.",
                      watts_text(power->watts), power->table, watts_text(power->full_watts)),
          year,
          always.kwh > now.kwh * 1.0005
              ? fmt::format("Against always on, {} kWh and {} a year are saved: {:.1f} %.",
                            grouped(std::round(always.kwh - now.kwh), 0), money_text(always.usd - now.usd),
                            100 * (1 - power->watts / power->full_watts))
              : std::string("Nothing is saved against always on.")};
}

/// The whole network by its plan, with the plan's own price; empty without a plan.
std::vector<std::string> network_sentences(const RunSource& run) {
  const PageJson& power = member(run.summary, "power");
  const auto watts = number_at(power, "total_w"), full = number_at(power, "always_on_w");
  if (!watts || !full) return {};
  const auto of = [&](const char* key) { return number_at(power, key).value_or(0); };
  std::vector<std::string> sentences = {
      fmt::format("The whole network, switches and adapters included, uses {} of {} always on. A year of "
                  "that is {} kWh and {} "
                  "instead of {}: {} less, at ${:g} per kWh and a PUE of {:g}.",
                  watts_text(*watts), watts_text(*full), grouped(std::round(of("kwh_per_year")), 0),
                  money_text(of("usd_per_year")), money_text(of("always_on_usd_per_year")),
                  money_text(of("saved_usd_per_year")), of("price_usd_per_kwh"), of("pue"))};
  if (const auto missing = texts_at(power, "missing_numbers"); !missing.empty())
    sentences.push_back(fmt::format("Not stated, and counted as nothing: {}.", joined_words(missing)));
  return sentences;
}

std::string latency_sentence(const RunSource& run) {
  const auto mean = number_at(packets(run), "mean_ns"), p99 = number_at(packets(run), "p99_ns");
  if (!mean || !p99) return "No packet arrived in the measured time.";
  std::string text = fmt::format("A packet takes {} on average, and 99 of 100 take less than {}.",
                                 time_text(*mean), time_text(*p99));
  const auto full = number_at(run.summary, "latency_bound.full_rate_ns"),
             more = number_at(run.summary, "latency_bound.increase_ns");
  if (full && more)
    text += fmt::format(" At full rate it was {}, so the power saved costs {}.", time_text(*full),
                        time_text(*more));
  else if (ideal_channels_share(run).value_or(1) < 0.9995)
    text += " To see what the saving costs, compare with a full-rate run: `ebb compare-policies`.";
  return text;
}

/// The power of a run and its cost in a year: of the whole network at its plan's price, else of its channels.
struct Bill {
  std::string whose, price;
  double watts = 0;
  Year year;
};
std::optional<Bill> bill_of(const RunSource& run) {
  const PageJson& plan = member(run.summary, "power");
  const auto number = [&](const char* key) { return number_at(plan, key).value_or(0); };
  if (const auto watts = number_at(plan, "total_w"))
    return Bill{"the whole network",
                fmt::format("at ${:g} per kWh and a PUE of {:g}", number("price_usd_per_kwh"), number("pue")),
                *watts,
                {number("kwh_per_year"), number("usd_per_year")}};
  const auto power = run_power(run);
  if (!power) return std::nullopt;
  return Bill{"channels: " + power->table, tariff, power->watts, year_of(power->watts)};
}

/// "b uses 259 W, a 383 W (…). In a year that is 1,086 kWh and $122 less, …". Empty where one of them is
/// unknown or of something else.
std::string bill_sentence(const RunSource& first, const RunSource& run) {
  const auto theirs = bill_of(first), ours = bill_of(run);
  if (!theirs || !ours || theirs->whose != ours->whose || theirs->price != ours->price) return "";
  const double kwh = ours->year.kwh - theirs->year.kwh, usd = ours->year.usd - theirs->year.usd;
  std::string text = fmt::format("{} uses {}, {} {} ({}).", run.name, watts_text(ours->watts), first.name,
                                 watts_text(theirs->watts), ours->whose);
  if (std::abs(ours->watts - theirs->watts) <= 5e-4 * theirs->watts) return text + " That is the same.";
  return text + fmt::format(" In a year that is {} kWh and {} {}, {}.", grouped(std::round(std::abs(kwh)), 0),
                            money_text(std::abs(usd)), kwh < 0 ? "less" : "more", ours->price);
}

/// The second run against the first.
std::vector<std::string> comparison_sentences(const std::vector<RunSource>& runs) {
  std::vector<std::string> all;
  const auto first = stated_share(runs[0]);
  const auto first_mean = number_at(packets(runs[0]), "mean_ns"),
             first_p99 = number_at(packets(runs[0]), "p99_ns");
  for (std::size_t i = 1; i < runs.size(); ++i) {
    auto share = stated_share(runs[i]);
    if (share && first && share->whose != first->whose) share.reset();  // they cannot be compared
    const auto mean = number_at(packets(runs[i]), "mean_ns"), p99 = number_at(packets(runs[i]), "p99_ns");
    std::string text = runs[i].name;
    if (first && share)
      text += fmt::format(" uses {:.1f} % of full power, {} {:.1f} % ({})", share->share * 100, runs[0].name,
                          first->share * 100, share->whose);
    if (mean && first_mean && p99 && first_p99)
      text += fmt::format("{} a packet takes {} instead of {} on average (p99 {} instead of {})",
                          first && share ? ";" : ":", time_text(*mean), time_text(*first_mean),
                          time_text(*p99), time_text(*first_p99));
    all.push_back(text + ".");
    if (const std::string bill = bill_sentence(runs[0], runs[i]); !bill.empty()) all.push_back(bill);
  }
  return all;
}

std::string title_of(const std::vector<RunSource>& runs) {
  if (runs.size() > 1) return fmt::format("{} runs in the same charts", runs.size());
  const auto share = stated_share(runs[0]);
  const auto mean = number_at(packets(runs[0]), "mean_ns");
  if (const auto purpose = purpose_figure(runs[0])) {
    const std::string power = is_controlled(runs[0]) && share
                                  ? fmt::format(", with {:.0f} % of full power", share->share * 100)
                                  : "";
    return purpose->what == "the job took" ? fmt::format("The job takes {}{}", purpose->value, power)
                                           : fmt::format("{} {}{}", purpose->value, purpose->what, power);
  }
  if (!is_controlled(runs[0]))
    return mean ? fmt::format("At full rate all the time, a packet takes {}", time_text(*mean))
                : std::string("A run at full rate");
  if (!share || !mean) return "A run of " + runs[0].name;
  return fmt::format("{:.0f} % of full power{}, and a packet takes {}", share->share * 100,
                     share->whose == "ideal channels" ? " with ideal channels" : "", time_text(*mean));
}

/// Replaces charts without a line.
std::string single_span_sentence(const RunSource& run) {
  return fmt::format(
      "Nothing of {} is drawn over time: all of it is in one span of {}. A longer run has more of them.",
      run.name, time_text(number_at(run.time_series, "span_ps").value_or(0) / 1e3));
}

std::string lead_of(const RunSource& run) {
  const PageJson& s = run.summary;
  const std::string control = text_at(s, "control");
  const double switches = number_at(s, "switches").value_or(0);
  return fmt::format("{} on {} with {} hosts and {} {}, {} routing. {}", text_at(s, "traffic"),
                     text_at(s, "network"), grouped(number_at(s, "hosts").value_or(0), 0),
                     grouped(switches, 0), switches == 1 ? "switch" : "switches", text_at(s, "routing"),
                     control.empty() ? "All channels stay at full rate." : control + ".");
}

/// What is needed to repeat the runs.
Origin origin_of_runs(const std::vector<RunSource>& runs) {
  const bool plugin = runs[0].version.find(".plugin-") != std::string::npos;
  Origin origin{.command = plugin ? "ebb --plugin FILE run config.toml" : "ebb run config.toml",
                .version = runs[0].version};
  for (const RunSource& run : runs) {
    const std::string whose = runs.size() > 1 ? " of " + run.name : "";
    origin.runs.push_back({run.name, whole_at(run.summary, "seed"), text_at(run.summary, "verdict"),
                           text_at(run.summary, "digest"), run.version});
    origin.files.push_back({"configuration" + whose + " (config.toml)", run.config});
  }
  return origin;
}

/// The tables of `ebb run`, and those shown only on a page.
void add_numbers(const RunSource& run, bool several, Document& document) {
  const std::string whose = several ? run.name + ": " : "";
  std::vector<Block> blocks = run_summary(run.summary);
  for (const auto& [title, path] :
       {std::pair{"flows that lost most", "flow.flows_with_most_drops"}, {"reasons", "decisions.reasons"}})
    blocks.emplace_back(table_of_rows(title, member(run.summary, path)));
  for (Block& block : blocks) {
    if (auto* table = std::get_if<Table>(&block)) {
      if (table->rows.empty()) continue;
      table->title = whose + table->title;
    }
    document.blocks.push_back(std::move(block));
  }
}

constexpr const char* job_over_time =
    "One row for each host of the job: computing, or waiting for messages and sending them. Below it, what "
    "the channels carry.";

/// The hosts of the job, and what passes as a percentage of the channels' capacity at full rate.
PageJson ranks_and_load(const RunSource& run) {
  PageJson ranks = run.ranks;
  ranks["load"] = ideal_percent(run);
  ranks["load_span_ps"] = number_at(run.time_series, "span_ps").value_or(0);
  return ranks;
}

constexpr const char* each_channel =
    "Every channel, from the start of the run. Move the slider or press play; choose a channel or a switch "
    "to "
    "see its history and why it changed.";
constexpr const char* channels_together =
    "There are too many channels for a page, so those between the same two places are shown together, by "
    "their "
    "means. series.json in the results folder has each of them.";

}  // namespace

Year year_of(double watts) {
  const double kwh = watts * hours_of_a_year / 1e3;
  return {kwh, kwh * pue * usd_per_kwh};
}

std::string watts_text(double watts) {
  if (watts == 0) return "0 W";
  if (std::abs(watts) >= 1e6) return grouped(watts / 1e6, 2) + " MW";
  return std::abs(watts) >= 1e4 ? grouped(watts / 1e3, 1) + " kW" : grouped(watts, watts < 10 ? 2 : 0) + " W";
}

std::string money_text(double usd) { return fmt::format("${}", grouped(usd, std::abs(usd) < 100 ? 2 : 0)); }

std::shared_ptr<const PageJson> shown_network(const std::string& name, const PageJson& rates,
                                              const PageJson& network) {
  return std::make_shared<const PageJson>(
      PageJson{{"name", name}, {"rates_bits_per_s", rates}, {"network", network}});
}

Document run_document(const std::vector<RunSource>& runs) {
  Document document{.title = title_of(runs), .lead = runs.size() == 1 ? lead_of(runs[0]) : "", .blocks = {}};
  const bool several = runs.size() > 1;
  if (several)
    for (const std::string& text : comparison_sentences(runs)) document.add(Sentence{text});
  for (const RunSource& run : runs) {
    if (several) document.add(Heading{run.name}), document.add(Sentence{lead_of(run)});
    KeyFigures cards;
    if (const auto purpose = purpose_figure(run)) cards.figures.push_back(*purpose);
    const std::size_t before = cards.figures.size();
    const bool planned = member(run.summary, "power").is_object();
    for (const auto& card : is_controlled(run) || planned ? std::array{power_figure(run), saving_figure(run)}
                                                          : std::array{draw_figure(run), load_figure(run)})
      if (card) cards.figures.push_back(*card);
    if (cards.figures.size() == before)
      if (const auto load = load_figure(run)) cards.figures.push_back(*load);
    for (const KeyFigure& card : {latency_figure(run), verdict_figure(run)}) cards.figures.push_back(card);
    document.add(std::move(cards));
    for (const std::string& text : money_sentences(run)) document.add(Sentence{text});
    for (const std::string& text : network_sentences(run)) document.add(Sentence{text});
    if (!several) document.add(Sentence{latency_sentence(run)});
  }
  if (several) document.add(differences(runs));
  for (const RunSource& run : runs)
    if (whole_at(run.time_series, "spans") == 1) document.add(Sentence{single_span_sentence(run)});
  for (Chart& chart : run_charts(runs)) document.add(std::move(chart));
  for (const RunSource& run : runs)
    if (run.ranks.is_object())
      document.add(RankView{several ? "The job over time: " + run.name : "The job over time", job_over_time,
                            std::make_shared<const PageJson>(ranks_and_load(run))});
  for (const RunSource& run : runs)
    if (run.network.is_object() && run.history.is_object()) {
      PageJson network = run.network, history = run.history;
      const bool together = fit_for_page(network, history);
      document.add(NetworkView{several ? "The network over time: " + run.name : "The network over time",
                               together ? channels_together : each_channel,
                               shown_network(run.name, member(run.time_series, "rates_bits_per_s"), network),
                               std::make_shared<const PageJson>(std::move(history))});
    }
  for (const RunSource& run : runs) {
    document.add(Heading{several ? "Numbers of " + run.name : "Numbers"});
    add_numbers(run, several, document);
  }
  add_origin(origin_of_runs(runs), "the configuration below, as a file, gives the same digest", document);
  return document;
}

}  // namespace ebb::inline report
