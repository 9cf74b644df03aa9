#include "report/policy/policy_notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/fields.hpp"
#include "base/rounded_time.hpp"
#include "report/document/draw_text.hpp"
#include "report/document/render.hpp"
#include "report/run/power_part.hpp"
#include "results/named_figure.hpp"

namespace ebb::inline report {
namespace {

/// The latency of a policy that does not keep up is meaningless.
std::string broken_text(const PolicyPoint& p) {
  const std::string bound = fmt::format("{}: latency bound exceeded: {} latency may grow by {}", p.policy,
                                        p.latency_bound->of, rounded_text(p.latency_bound->bound));
  if (!p.no_latency.empty() || !p.latency_bound->increase_ps) return bound + ", and it is saturated";
  return bound + fmt::format(" and grew by {}", rounded_text({std::llround(*p.latency_bound->increase_ps)}));
}

/// Returns the policies with this mark.
std::string names_of_marked(const PolicyComparison& comparison, bool PolicyPoint::*mark) {
  std::string names;
  for (const PolicyPoint& p : comparison.points)
    if (p.*mark) names += (names.empty() ? "" : ", ") + p.policy;
  return names;
}

bool lacks_energy(const PolicyPoint& p) {
  return std::any_of(p.of_full.begin(), p.of_full.end(), [](const auto& share) { return !share; });
}

/// True when all policies have the same power, because no port power is known.
bool lacks_savings(const PolicyComparison& c) {
  constexpr PowerPart ports = power_parts[1];
  static_assert(ports.key == "ports_w");
  std::vector<double> watts;
  for (const PolicyPoint& p : c.points)
    if (p.draw) watts.push_back(p.draw->total_w);
  return c.basis && c.basis->known && watts.size() > 1 && !ports.is_known({}, c.basis->missing) &&
         std::all_of(watts.begin(), watts.end(), [&](double w) { return w == watts[0]; });
}

/// "traffic.load 0.3, topology mesh": identifies one of several networks.
std::string whose(const ComparedNetwork& network) {
  std::string text;
  for (const NamedFigure& p : network.parameters)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", p.name, cell_text(p.value, {}));
  return text;
}

std::vector<std::string> notes_on_points(const PolicyComparison& c) {
  std::vector<std::string> notes;
  for (const PolicyPoint& p : c.points)
    if (!p.no_latency.empty()) notes.push_back(fmt::format("no latency of {}: {}", p.policy, p.no_latency));
  for (const PolicyPoint& p : c.points)
    if (p.no_latency.empty() && !p.keeps_up())
      notes.push_back(fmt::format(
          "{}: the traffic ended, but took {:.1f} times as long as at full rate; it does not keep up",
          p.policy, 1 / *p.carried_of_full));
  for (const PolicyPoint& p : c.points)
    if (p.broken()) notes.push_back(broken_text(p));
  return notes;
}

/// Returns the heading of a column's key: "energy (ideal)", "mean latency +"; else the key.
std::string words_of(const PolicyComparison& c, const std::string& key) {
  if (key == default_cost) return "mean latency";
  if (key == cost_of_job) return "time of the job";
  if (key == job_columns()[1].column.key) return "energy of its channels";
  if (key == power_columns()[0].column.key) return "power of the network";
  for (const std::string& table : c.tables)
    if (key == energy_column(table).key) return fmt::format("energy ({})", table);
  return key;
}

/// Half of the interval of a column's value; 0 where there is none.
double half_width(const PolicyComparison& c, const PolicyPoint& p, const std::string& key) {
  for (const auto* list : {&latency_columns(), &job_columns(), &power_columns()})
    for (const PolicyColumn& column : *list)
      if (column.column.key == key) return column.half_width ? column.half_width(p).value_or(0) : 0;
  const PolicySpread& half = p.half_width;
  for (std::size_t i = 0; i < c.tables.size() && i < half.of_full.size(); ++i)
    if (energy_column(c.tables[i]).key == key) return 100 * half.of_full[i].value_or(0);
  for (std::size_t i = 0; i < c.asked.size() && i < half.asked.size(); ++i)
    if (c.asked[i] == key) return half.asked[i].value_or(0);
  return 0;
}

/// Returns stars that the intervals over seeds do not confirm: another policy is certainly lower in one
/// figure, and not certainly higher in the other.
std::vector<std::string> doubtful_stars(const PolicyComparison& c, const JudgedAxes& axes) {
  std::vector<std::string> notes;
  for (const PolicyPoint& p : c.points)
    for (const PolicyPoint& other : c.points) {
      if (!p.best || !other.best || &p == &other) continue;
      if (!p.gain || !p.cost || !other.gain || !other.cost) continue;
      const double gain_apart = half_width(c, p, axes.y) + half_width(c, other, axes.y),
                   cost_apart = half_width(c, p, axes.x) + half_width(c, other, axes.x),
                   gain_more = *other.gain - *p.gain, cost_more = *other.cost - *p.cost;
      const auto add = [&](const std::string& less, const std::string& same) {
        notes.push_back(
            fmt::format("the star of {} is within the intervals: {} has less {} for certain, and its "
                        "{} is not more for certain",
                        p.policy, other.policy, words_of(c, less), words_of(c, same)));
      };
      if (cost_more < -cost_apart && gain_more > 0 && gain_more <= gain_apart) add(axes.x, axes.y);
      if (gain_more < -gain_apart && cost_more > 0 && cost_more <= cost_apart) add(axes.y, axes.x);
    }
  return notes;
}

std::string best_note(const PolicyComparison& c, const JudgedAxes& axes) {
  const std::string sure = names_of_marked(c, &PolicyPoint::best),
                    open = names_of_marked(c, &PolicyPoint::may_be_best);
  std::string text =
      fmt::format("* best: nothing that carries {:.0f} % of the load has both less {} and less {}: {}",
                  100 * keeps_up_from, words_of(c, axes.y), words_of(c, axes.x),
                  !sure.empty()  ? sure
                  : open.empty() ? "none"
                                 : "none for certain");
  if (!open.empty())
    text += fmt::format(
        "; the same holds, as far as it was measured, of those that are undecided{}: {}",
        c.fixed_time ? " at the end of the time that was requested" : " (a longer run.most_time decides)",
        open);
  return text;
}

}  // namespace

JudgedAxes axes_of(const PolicyComparison& c, JudgedAxes axes) {
  if (axes.x.empty()) axes.x = default_cost_of(c);
  if (axes.y.empty()) axes.y = default_gain(c);
  return axes;
}

namespace {

/// A workload that ends by itself ends when it has been carried, so the measured time differs between
/// policies.
std::string time_note(const PolicyComparison& c) {
  const std::string from = rounded_text(c.measured_from, 6), until = rounded_text(c.measured_until, 6);
  if (c.own_ends)
    return fmt::format(
        "each from {} to the end of its traffic, at always full rate {}; energy and "
        "watts are of full rate for as long as the policy itself took",
        from, until);
  return fmt::format("energy and latency of the same time, from {} to {}", from, until);
}

std::string full_rate_text(const PolicyComparison& c) {
  if (!c.mean_ps || !c.p99_ps)
    return "not known, because no packet was measured there, at least with one seed";
  return fmt::format("mean {}, p99 (interpolated) {}", rounded_text({std::llround(*c.mean_ps)}, 4),
                     rounded_text({std::llround(*c.p99_ps)}, 4));
}

std::vector<std::string> notes_of(const PolicyComparison& c, const JudgedAxes& axes) {
  std::vector<std::string> notes;
  if (!c.tables.empty()) notes.emplace_back(share_note);
  notes.push_back("latency of packets, source queue included, over that of always full rate: " +
                  full_rate_text(c));
  notes.push_back(time_note(c));
  if (c.seeds > 1)
    notes.push_back(
        fmt::format("means over {} seeds; what a latency grew by is compared seed by seed; +/- is half of "
                    "the 95 % interval",
                    c.seeds));
  if (c.basis)
    for (std::string& note : basis_notes(*c.basis)) notes.push_back(std::move(note));
  if (lacks_savings(c)) notes.emplace_back(unknown_saving_text);
  if (!c.device.empty()) notes.push_back("rates and times: " + c.device);
  const bool draws =
      std::any_of(c.points.begin(), c.points.end(), [](const auto& p) { return bool(p.draw); });
  if (!draws && std::any_of(c.points.begin(), c.points.end(), lacks_energy))
    notes.push_back(
        "no energy: the device does not say the power of a state that occurred; computed points have one "
        "where "
        "power is proportional to the rate");
  for (std::string& note : notes_on_points(c)) notes.push_back(std::move(note));
  const JudgedAxes judged = axes_of(c, axes);
  if (judged.y.empty()) return notes;
  notes.push_back(best_note(c, judged));
  for (std::string& note : doubtful_stars(c, judged)) notes.push_back(std::move(note));
  return notes;
}

}  // namespace

std::vector<std::string> policy_notes(const std::vector<ComparedNetwork>& networks, const JudgedAxes& axes) {
  struct Note {
    std::string text;
    std::vector<std::string> of;
  };
  std::vector<Note> all;
  std::size_t compared = 0;
  for (const ComparedNetwork& network : networks) {
    if (network.comparison.points.empty()) continue;
    ++compared;
    for (std::string& text : notes_of(network.comparison, axes)) {
      const auto known = std::find_if(all.begin(), all.end(), [&](const Note& n) { return n.text == text; });
      if (known == all.end())
        all.push_back({std::move(text), {whose(network)}});
      else
        known->of.push_back(whose(network));
    }
  }
  std::vector<std::string> notes;
  for (const Note& note : all)
    notes.push_back(note.of.size() == compared ? note.text
                                               : fmt::format("{}: {}", fmt::join(note.of, "; "), note.text));
  return notes;
}

}  // namespace ebb::inline report
