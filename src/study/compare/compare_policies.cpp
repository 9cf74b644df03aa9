#include "study/compare/compare_policies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "base/fields.hpp"
#include "base/spelling.hpp"
#include "base/units.hpp"
#include "report/document/figure_word.hpp"
#include "report/policy/policy_columns.hpp"
#include "report/policy/policy_report.hpp"
#include "results/named_figure.hpp"
#include "results/run_result.hpp"
#include "store/stored_run.hpp"
#include "study/compare/hinted_point.hpp"
#include "study/compare/seed_pairs.hpp"
#include "study/record/stored_basis.hpp"

namespace ebb::inline study {
namespace {

std::optional<double> scaled(std::optional<double> value, double by) {
  return value ? std::optional(*value * by) : std::nullopt;
}

/// Returns 0 when the figure is the same with every seed.
std::optional<double> half_width(const StoredRun& mean, const std::string& name) {
  if (const auto known = figure(mean, std::string(half_width_of) + name)) return known;
  const bool same = figure(mean, std::string(seeds_figure)).value_or(1) > 1 && figure(mean, name);
  return same ? std::optional(0.0) : std::nullopt;
}

std::optional<PolicyPower> power_of(const StoredRun& mean) {
  const auto total = figure(mean, "power.total_w");
  if (!total) return std::nullopt;
  const auto value = [&](const char* name) { return figure(mean, std::string("power.") + name).value_or(0); };
  return PolicyPower{.total_w = *total,
                     .kwh_per_year = value("kwh_per_year"),
                     .usd_per_year = value("usd_per_year"),
                     .saved_usd_per_year = value("saved_usd_per_year")};
}

void set_power(const StoredRun& mean, PolicyPoint& point) {
  point.draw = power_of(mean);
  point.half_width.total_w = half_width(mean, "power.total_w");
  point.half_width.kwh_per_year = half_width(mean, "power.kwh_per_year");
  point.half_width.usd_per_year = half_width(mean, "power.usd_per_year");
  point.half_width.saved_usd_per_year = half_width(mean, "power.saved_usd_per_year");
}

/// Reads the worst verdict from the text of mean_run(): "saturated, 2 of 5".
std::optional<Verdict> verdict_in(const std::string& text) {
  std::optional<Verdict> found;
  const auto names = names_of(Verdict{});
  for (std::size_t i = 0; i < names.size(); ++i)
    if (text.starts_with(names[i])) found = static_cast<Verdict>(i);
  return found;
}

void set_latencies(const std::vector<SeedPair>& pairs, PolicyPoint& point) {
  const auto set = [&](const char* name, std::optional<double> PolicyPoint::*value,
                       std::optional<double> PolicySpread::*half) {
    const auto grown = difference(pairs, name);
    if (grown) point.*value = grown->mean, point.half_width.*half = grown->half_width;
  };
  set(packet_mean, &PolicyPoint::mean_increase_ps, &PolicySpread::mean_increase_ps);
  set(packet_p99, &PolicyPoint::p99_increase_ps, &PolicySpread::p99_increase_ps);
  set(message_mean, &PolicyPoint::message_increase_ps, &PolicySpread::message_increase_ps);
}

PolicyPoint point_of(const std::string& name, const SeedGroup& group, const SeedGroup& full,
                     const PolicyComparison& comparison) {
  PolicyPoint point{.policy = name, .of_full = {}};
  const auto pairs = pairs_of(group, full);
  point.no_latency = why_no_latency(pairs, group);
  point.of_full.resize(comparison.tables.size()), point.half_width.of_full.resize(comparison.tables.size());
  point.asked.resize(comparison.asked.size()), point.half_width.asked.resize(comparison.asked.size());
  if (group.empty()) return point;
  const StoredRun mean = mean_run(group);
  point.seeds = pairs.size();
  point.verdict_text = mean.verdict, point.verdict = verdict_in(mean.verdict);
  for (std::size_t i = 0; i < comparison.tables.size(); ++i) {
    const std::string share = energy_figure(mean, comparison.tables[i]);
    point.of_full[i] = scaled(figure(mean, share), 0.01);
    point.half_width.of_full[i] = scaled(half_width(mean, share), 0.01);
  }
  for (std::size_t i = 0; i < comparison.asked.size(); ++i)
    point.asked[i] = figure(mean, comparison.asked[i]),
    point.half_width.asked[i] = half_width(mean, comparison.asked[i]);
  point.carried_of_full = carried_share(pairs);
  if (const auto job = job_shares(pairs))
    point.run_time_increase = job->run_time - 1, point.job_energy = job->energy,
    point.job_energy_between_switches = job->energy_between_switches;
  point.latency_bound = latency_bound_of(pairs);
  set_power(mean, point);
  if (point.no_latency.empty()) set_latencies(pairs, point);
  return point;
}

/// A computed point without a run. Its latency is that of full rate.
PolicyPoint computed(const char* name, const PolicyComparison& comparison) {
  PolicyPoint point{.policy = name, .of_full = {}, .verdict_text = "computed"};
  point.of_full.resize(comparison.tables.size()), point.half_width.of_full.resize(comparison.tables.size());
  point.asked.resize(comparison.asked.size());
  point.mean_increase_ps = point.p99_increase_ps = point.message_increase_ps = 0;
  return point;
}

PolicyPoint ideal_point(const StoredRun& full, const PolicyComparison& comparison) {
  PolicyPoint point = computed("ideal: energy proportional to bits", comparison);
  for (std::size_t i = 0; i < comparison.tables.size(); ++i) {
    const std::string name = fmt::format("energy.{}.", figure_word(comparison.tables[i]));
    const auto of_full = figure(full, name + "of_full_percent"),
               of_ideal = figure(full, name + "times_ideal");
    if (of_full && of_ideal && !figure(full, name + "total_of_full_percent"))
      point.of_full[i] = *of_full / 100 / *of_ideal;
  }
  return point;
}

/// Full rate while sending, the slowest rate otherwise, no transition time. Only for power proportional to
/// the rate.
PolicyPoint clairvoyant_point(const StoredRun& full, const ComparedCase& one,
                              const PolicyComparison& comparison) {
  PolicyPoint point = computed("clairvoyant: full rate or slowest", comparison);
  const double busy = figure(full, "ideal_percent").value_or(0) / 100;
  if (!comparison.tables.empty())
    point.of_full[0] =
        busy + (1 - busy) * static_cast<double>(one.slowest.v) / static_cast<double>(one.fastest.v);
  return point;
}

/// In the order of `ids`; runs that are not stored are omitted.
SeedGroup stored(const std::vector<std::string>& ids, const RunsById& runs) {
  SeedGroup group;
  for (const std::string& id : ids)
    if (const auto run = runs.find(id); run != runs.end()) group.push_back(run->second);
  return group;
}

/// The power tables that the run at full rate was evaluated with.
std::vector<std::string> known_tables(const ComparedCase& one, const StoredRun& full) {
  std::vector<std::string> tables;
  for (const std::string& table : one.tables) {
    const std::string name = fmt::format("energy.{}.of_full_percent", figure_word(table));
    if (std::any_of(full.figures.begin(), full.figures.end(), [&](const auto& f) { return f.name == name; }))
      tables.push_back(table);
  }
  return tables;
}

/// Watts at full rate under each table; nothing where the table states none.
std::vector<std::optional<double>> full_watts(const PolicyComparison& comparison, const StoredRun& full) {
  const double seconds =
      (figure(full, "metered_until_ps").value_or(0) - figure(full, "measured_from_ps").value_or(0)) * 1e-12;
  std::vector<std::optional<double>> watts;
  for (const std::string& table : comparison.tables) {
    const std::string name = fmt::format("energy.{}.", figure_word(table));
    const auto joules = figure(full, name + "channels_j");
    const double base = figure(full, name + "base_j").value_or(0);
    watts.push_back(joules && seconds > 0 ? std::optional((*joules + base) / seconds) : std::nullopt);
  }
  return watts;
}

/// True when a run ends at another time than the run at full rate. A difference of up to a thousandth is the
/// last packet's and does not count.
bool have_own_ends(const SeedGroup& runs, Picoseconds full) {
  constexpr double hardly = 1e-3;
  const double end = static_cast<double>(full.v);
  return std::any_of(runs.begin(), runs.end(), [&](const StoredRun& run) {
    const auto own = figure(run, "measured_until_ps");
    return own && run.verdict == name_of(Verdict::finished) && std::abs(*own - end) > hardly * end;
  });
}

/// Names for each policy another one that is certainly better. A latency that is unknown decides nothing.
void mark_beaten(const std::vector<SeedGroup>& groups, PolicyComparison& comparison) {
  if (comparison.tables.empty()) return;
  const std::size_t first = comparison.points.size() - groups.size();  // computed ones come before
  const auto counts = [&](std::size_t i) {
    const PolicyPoint& p = comparison.points[first + i];
    return p.no_latency.empty() && p.keeps_up() && !p.is_bound;
  };
  for (std::size_t i = 0; i < groups.size(); ++i)
    for (std::size_t other = 0; other < groups.size() && counts(i); ++other)
      if (other != i && counts(other) &&
          certainly_better(pairs_of(groups[other], groups[i]), comparison.tables.front())) {
        comparison.points[first + i].beaten_by = comparison.points[first + other].policy;
        break;
      }
}

void judge(const JudgedBy& by, PolicyComparison& comparison) {
  const std::string cost = by.x.empty() ? default_cost_of(comparison) : by.x,
                    gain = by.y.empty() ? default_gain(comparison) : by.y;
  for (PolicyPoint& p : comparison.points)
    p.cost = policy_value(comparison, p, cost), p.gain = policy_value(comparison, p, gain);
  mark_best(comparison.points);
}

}  // namespace

PolicyComparison put_together(const ComparedCase& one, const CaseIds& ids, const RunsById& runs,
                              const JudgedBy& judged_by) {
  PolicyComparison comparison;
  comparison.fixed_time = one.fixed_time;
  comparison.device = one.device, comparison.policies = one.policies.size();
  comparison.asked = judged_by.columns;
  for (const std::string& axis : {judged_by.x, judged_by.y})
    if (!axis.empty() && !is_policy_column(axis) &&
        std::find(comparison.asked.begin(), comparison.asked.end(), axis) == comparison.asked.end())
      comparison.asked.push_back(axis);
  if (ids.empty()) return comparison;
  comparison.seeds = ids.front().size();
  const SeedGroup full = stored(ids.front(), runs);
  if (std::none_of(full.begin(), full.end(), [](const StoredRun& run) { return run.finished(); }))
    return comparison;
  const StoredRun mean = mean_run(full);
  const auto time = [&](const char* name) {
    return Picoseconds{static_cast<std::int64_t>(figure(mean, name).value_or(0))};
  };
  comparison.tables = known_tables(one, mean);
  comparison.full_watts = full_watts(comparison, mean);
  comparison.measured_from = time("measured_from_ps"), comparison.measured_until = time("measured_until_ps");
  comparison.mean_ps = scaled(figure(mean, packet_mean), ps_per_ns);
  comparison.p99_ps = scaled(figure(mean, packet_p99), ps_per_ns);
  comparison.points = {ideal_point(mean, comparison), clairvoyant_point(mean, one, comparison)};
  SeedGroup all;
  std::vector<SeedGroup> groups;
  for (std::size_t i = 0; i < one.policies.size(); ++i)
    if (SeedGroup group = stored(ids[i], runs); !group.empty()) {
      comparison.points.push_back(point_of(one.policies[i].name, group, full, comparison));
      comparison.points.back().is_bound = one.policies[i].is_bound;
      all.insert(all.end(), group.begin(), group.end());
      groups.push_back(std::move(group));
    }
  mark_beaten(groups, comparison);
  if (auto hinted = hinted_point(mean, one.wake, all)) {
    hinted->of_full.resize(comparison.tables.size()), hinted->asked.resize(comparison.asked.size());
    hinted->half_width.of_full.resize(comparison.tables.size());
    comparison.points.insert(comparison.points.begin() + 2, std::move(*hinted));
  }
  comparison.basis = basis_of(all);
  comparison.own_ends = have_own_ends(all, comparison.measured_until);
  judge(judged_by, comparison);
  return comparison;
}

Problems unknown_names(const JudgedBy& by, const std::vector<PolicyComparison>& comparisons,
                       const RunsById& runs) {
  std::set<std::string> known;
  for (const auto& [id, run] : runs)
    for (const NamedFigure& f : run.figures) known.insert(f.name);
  for (const PolicyComparison& comparison : comparisons)
    for (const std::string& key : policy_column_keys(comparison)) known.insert(key);
  std::vector<std::pair<std::string, std::string>> asked{{"--x", by.x}, {"--y", by.y}};
  for (const std::string& column : by.columns) asked.emplace_back("--column", column);
  Problems problems;
  for (const auto& [option, name] : asked) {
    if (name.empty() || known.contains(name)) continue;
    const std::string guess = nearest(name, {known.begin(), known.end()});
    problems.push_back({option, fmt::format("names no figure: \"{}\"", name),
                        guess.empty()
                            ? "`ebb compare-policies --json` and `ebb results export --json` list them"
                            : fmt::format("did you mean \"{}\"?", guess)});
  }
  return problems;
}

void mark_best(std::vector<PolicyPoint>& points) {
  const auto counts = [](const PolicyPoint& p) {
    return p.verdict && *p.verdict != Verdict::saturated && p.keeps_up() && p.no_latency.empty() && p.cost &&
           p.gain && !p.is_bound;
  };
  const auto beaten = [&](const PolicyPoint& p) {
    return std::any_of(points.begin(), points.end(), [&](const PolicyPoint& other) {
      if (!counts(other)) return false;
      const double energy = *other.gain - *p.gain, delay = *other.cost - *p.cost;
      return energy <= 0 && delay <= 0 && (energy < 0 || delay < 0);
    });
  };
  for (PolicyPoint& p : points) {
    const bool unbeaten = counts(p) && !beaten(p), undecided = p.verdict == Verdict::undecided;
    p.best = unbeaten && !undecided, p.may_be_best = unbeaten && undecided;
  }
}

}  // namespace ebb::inline study
