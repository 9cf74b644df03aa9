#include "study/compare/over_seeds.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

#include "base/ensure.hpp"
#include "results/named_figure.hpp"
#include "statistics/seed_means.hpp"

namespace ebb::inline study {
namespace {

/// The configuration without the seed of [run]; other sections may have seeds of their own.
std::string without_seed(const StoredRun& run) {
  std::string text = "\n" + run.config;
  const std::size_t section = text.find("\n[run]\n");
  if (section == std::string::npos) return text;
  const std::size_t seed = text.find("\nseed = ", section), next = text.find("\n[", section + 1);
  if (seed == std::string::npos || seed > next) return text;
  return text.erase(seed, text.find('\n', seed + 1) - seed);
}

/// From the best to the worst.
constexpr std::array<std::string_view, 5> verdicts{"finished", "steady", "undecided", "saturated",
                                                   failed_verdict};

/// "saturated", or "saturated, 2 of 5" when the others ended better.
std::string worst_verdict(const SeedGroup& group) {
  for (auto verdict = verdicts.rbegin(); verdict != verdicts.rend(); ++verdict) {
    const auto count = std::count_if(group.begin(), group.end(),
                                     [&](const StoredRun& run) { return run.verdict == *verdict; });
    if (count == static_cast<std::ptrdiff_t>(group.size())) return std::string(*verdict);
    if (count > 0) return fmt::format("{}, {} of {}", *verdict, count, group.size());
  }
  return group.front().verdict;
}

/// True when doubles differ only by rounding, as sums of the same numbers in another order do.
bool differ_by_rounding(const SeedMean& mean) {
  return mean.half_width && *mean.half_width <= 1e-9 * std::abs(mean.mean);
}

/// Adds the mean of a figure over the runs. Adds nothing where a run lacks it, or texts differ.
void add_mean(const std::string& name, const std::vector<const StoredRun*>& runs,
              std::vector<NamedFigure>& out) {
  const Cell first = figure_named(runs.front()->figures, name);
  std::vector<double> values;
  bool same = true;
  for (const StoredRun* run : runs) {
    const Cell value = figure_named(run->figures, name);
    same = same && value.value() == first.value();
    if (const auto v = number_in(value)) values.push_back(*v);
  }
  if (same) {
    out.push_back({name, first});
    return;
  }
  if (values.size() != runs.size()) return;
  const SeedMean mean = mean_over_seeds(values);
  out.push_back({name, mean.mean});
  if (mean.half_width && has_spread(name) && !differ_by_rounding(mean))
    out.push_back({std::string(half_width_of) + name, *mean.half_width});
}

}  // namespace

bool is_own_interval(std::string_view name) {
  return name.find("half_width") != name.npos || name.ends_with("_low_ns") || name.ends_with("_high_ns");
}

bool has_spread(std::string_view name) {
  for (const std::string_view sort : {"_ps", "_j", ".samples"})
    if (name.ends_with(sort)) return false;
  for (const std::string_view sort : {".min_", ".max_", "_min_", "_max_"})
    if (name.find(sort) != name.npos) return false;
  for (const std::string_view section : {"work.", "decisions."})
    if (name.starts_with(section)) return false;
  return true;
}

std::optional<double> number_in(const Cell& cell) {
  if (const auto* i = std::get_if<std::int64_t>(&cell.value())) return static_cast<double>(*i);
  if (const auto* d = std::get_if<double>(&cell.value())) return *d;
  return std::nullopt;
}

std::vector<SeedGroup> groups_by_seed(const std::vector<StoredRun>& runs) {
  std::vector<SeedGroup> groups;
  std::map<std::pair<std::string, std::string>, std::size_t> known;
  for (const StoredRun& run : runs) {
    const auto [at, is_new] =
        known.try_emplace({run.version, run.kind == "run" ? without_seed(run) : run.id}, groups.size());
    if (is_new) groups.emplace_back();
    groups[at->second].push_back(run);
  }
  for (SeedGroup& group : groups)
    std::stable_sort(group.begin(), group.end(),
                     [](const StoredRun& a, const StoredRun& b) { return a.seed < b.seed; });
  return groups;
}

StoredRun mean_run(const SeedGroup& group) {
  ENSURE(!group.empty());
  StoredRun mean = group.front();
  if (group.size() == 1) return mean;
  std::erase_if(mean.parameters, [](const NamedFigure& p) { return p.name == seed_parameter; });
  mean.verdict = worst_verdict(group);
  mean.figures.clear(), mean.digest.clear(), mean.summary.clear(), mean.why.clear();
  mean.wall_s = mean.cpu_s = 0;
  std::vector<const StoredRun*> finished;
  for (const StoredRun& run : group) {
    mean.wall_s += run.wall_s, mean.cpu_s += run.cpu_s;
    mean.peak_memory_bytes = std::max(mean.peak_memory_bytes, run.peak_memory_bytes);
    if (run.finished()) finished.push_back(&run);
  }
  mean.figures.push_back({std::string(seeds_figure), static_cast<std::int64_t>(finished.size())});
  if (finished.empty()) return mean;
  for (const NamedFigure& f : finished.front()->figures)
    if (f.name != series_figure && f.name != "seed" && (finished.size() == 1 || !is_own_interval(f.name)))
      add_mean(f.name, finished, mean.figures);
  return mean;
}

bool is_mean(const StoredRun& run) { return figure_named(run.figures, seeds_figure).value().index() != 0; }

std::vector<StoredRun> over_seeds(const std::vector<StoredRun>& runs) {
  std::vector<StoredRun> means;
  for (const SeedGroup& group : groups_by_seed(runs)) means.push_back(mean_run(group));
  return means;
}

}  // namespace ebb::inline study
