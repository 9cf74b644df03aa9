#include "tasks/sleep/sleep_task.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <numeric>
#include <utility>

#include "base/problem.hpp"
#include "base/quantity.hpp"
#include "base/units.hpp"
#include "engine/run/run_hooks.hpp"
#include "experiment/energy/network_power.hpp"
#include "experiment/read/run_config.hpp"
#include "experiment/run/prepared_run.hpp"
#include "planner/money.hpp"
#include "planner/network_power.hpp"
#include "planner/plan_settings.hpp"
#include "power/control/rate_levels.hpp"
#include "results/plan_result.hpp"
#include "results/policy_comparison.hpp"
#include "statistics/seed_means.hpp"
#include "study/compare/side_by_side.hpp"
#include "tasks/sleep/day_of_load.hpp"
#include "tasks/sleep/scaled_ports.hpp"
#include "tasks/sleep/sleep_setup.hpp"

namespace ebb::inline tasks {
namespace {

constexpr std::size_t seeds = 3;
constexpr Picoseconds longest_run{50'000'000'000};  // 50 ms; beyond, short runs are none

/// The outcome of one run.
struct SleepRun {
  bool done = false;
  std::string failure{};
  double saved_w = 0, carried = 0, mean_ps = 0, p99_ps = 0;
  std::vector<std::string> as_full{};
};

class SleepStudy {
 public:
  SleepStudy(const SleepSetup& setup, std::vector<double> day, const SleepObserver& observer)
      : setup_(setup),
        observer_(observer),
        day_(std::move(day)),
        loads_(simulated_loads(day_)),
        runs_(setup.policies.size() * loads_.size() * seeds) {}

  SleepResult run(std::size_t jobs) {
    study::side_by_side(runs_.size(), jobs, [&](std::size_t i) {
      if (stops()) return;
      runs_[i] = simulated(i);
      const std::scoped_lock lock(mutex_);
      if (observer_.progress) observer_.progress(++done_, runs_.size());
    });
    return combined();
  }

 private:
  bool stops() const { return observer_.stop && *observer_.stop; }

  /// Full rate first: `i` counts policies, then loads, then seeds.
  const SleepRun& at(std::size_t policy, std::size_t load, std::size_t seed) const {
    return runs_[(policy * loads_.size() + load) * seeds + seed];
  }

  SleepRun simulated(std::size_t i) const {
    const std::size_t seed = i % seeds, load = i / seeds % loads_.size(), policy = i / seeds / loads_.size();
    SleepRun run{.done = true};
    const auto failed = [&](const Problems& problems) {
      run.failure = problems.front().what;
      return run;
    };
    if (loads_[load] <= 0 && policy == 0) return run;
    auto input = read_run(sleep_run(setup_, setup_.policies[policy], std::max(loads_[load], 1e-4),
                                    static_cast<std::int64_t>(seed) + 1));
    if (!input) return failed(input.problems());
    const RateLevels states = input->control.states(input->full_rate);
    auto prepared = prepare_run(std::move(*input));
    if (!prepared) return failed(prepared.problems());
    RunHooks hooks;
    hooks.stop = observer_.stop;
    const auto result = run_or_problems(**prepared, hooks);
    if (!result) return failed(result.problems());
    if (stops()) return {};
    run.carried = result->statistics.accepted.wire_bits_per_second;
    run.mean_ps = result->statistics.packet_latency.mean_ps;
    run.p99_ps = result->statistics.packet_latency.p99_interpolated_ps;
    if (const auto power = network_power(setup_.plan, states, {}, with_ports_of(setup_.plan, *result))) {
      run.saved_w = power->always_on.total().v - power->drawn.total().v;
      run.as_full = power->as_full;
    }
    return run;
  }

  /// The mean over the day of what one seed says.
  double saved_over_day(std::size_t policy, std::size_t seed) const {
    std::vector<double> saved;
    for (std::size_t load = 0; load < loads_.size(); ++load) saved.push_back(at(policy, load, seed).saved_w);
    double sum = 0;
    for (const double load : day_) sum += at_load(load, loads_, saved);
    return sum / static_cast<double>(day_.size());
  }

  bool is_complete(std::size_t policy) const {
    for (const std::size_t p : {std::size_t{0}, policy})
      for (std::size_t i = 0; i < loads_.size() * seeds; ++i)
        if (!runs_[p * loads_.size() * seeds + i].done) return false;
    return true;
  }

  SleepSaving saving_of(std::size_t policy) const {
    SleepSaving saving{.policy = setup_.policies[policy].name};
    std::vector<double> saved, added_mean, added_p99;
    for (std::size_t seed = 0; seed < seeds; ++seed) {
      for (std::size_t load = 0; load < loads_.size(); ++load) {
        const SleepRun &run = at(policy, load, seed), &full = at(0, load, seed);
        for (const std::string& failure : {full.failure, run.failure})
          if (!failure.empty()) saving.failure = failure;
        if (run.carried < keeps_up_from * full.carried) saving.keeps_up = false;
      }
      saved.push_back(saved_over_day(policy, seed));
      const SleepRun &run = at(policy, loads_.size() - 1, seed), &full = at(0, loads_.size() - 1, seed);
      added_mean.push_back((run.mean_ps - full.mean_ps) / 1e3);
      added_p99.push_back((run.p99_ps - full.p99_ps) / 1e3);
    }
    const auto mean = mean_over_seeds(saved);
    saving.saved_w = {mean.mean, mean.half_width};
    if (saving.failure.empty() && saving.keeps_up) {
      saving.added_mean_ns = mean_over_seeds(added_mean).mean;
      saving.added_p99_ns = mean_over_seeds(added_p99).mean;
    }
    const Tariff tariff{setup_.plan.settings.price_usd_per_kwh, setup_.plan.settings.pue, 1};
    const PlanMoney year = cost_of(Watts{mean.mean}, tariff);
    saving.kwh_per_year = year.facility_kwh;
    saving.usd_per_year.mean = year.usd;
    if (mean.half_width) saving.usd_per_year.half_width = cost_of(Watts{*mean.half_width}, tariff).usd;
    return saving;
  }

  SleepResult combined() const {
    SleepResult result;
    result.loads = loads_, result.interpolated = simulated_loads(day_).size() < distinct(day_);
    result.seeds = seeds, result.measured = sleep_measured(setup_);
    result.partial = stops();
    for (std::size_t policy = 1; policy < setup_.policies.size(); ++policy)
      if (is_complete(policy)) result.policies.push_back(saving_of(policy));
    std::stable_sort(result.policies.begin(), result.policies.end(),
                     [](const SleepSaving& a, const SleepSaving& b) { return rank(a) > rank(b); });
    for (const SleepRun& run : runs_)
      for (const std::string& state : run.as_full)
        if (std::find(result.as_full.begin(), result.as_full.end(), state) == result.as_full.end())
          result.as_full.push_back(state);
    return result;
  }

  static std::size_t distinct(std::vector<double> loads) {
    std::sort(loads.begin(), loads.end());
    return static_cast<std::size_t>(std::unique(loads.begin(), loads.end()) - loads.begin());
  }
  static std::pair<int, double> rank(const SleepSaving& saving) {
    return {!saving.failure.empty() ? 0 : saving.keeps_up ? 2 : 1, saving.saved_w.mean};
  }

  const SleepSetup& setup_;
  const SleepObserver& observer_;
  const std::vector<double> day_, loads_;
  std::vector<SleepRun> runs_;
  std::mutex mutex_;
  std::size_t done_ = 0;
};

std::string levels_text(const std::vector<BitsPerSecond>& levels) {
  std::string text;
  for (const BitsPerSecond level : levels)
    text += (text.empty() ? "" : ", ") + (level.v > 0 ? quantity_text(level) : std::string("off"));
  return text;
}

std::string too_slow_text(const SleepSetup& setup) {
  return fmt::format(
      "what sleeping saves is not known from short runs: ports take {} to change ({}), so policies would "
      "have "
      "to be simulated for {}; `ebb off` finds links that stay off for hours",
      quantity_text(setup.change), setup.change_from,
      quantity_text(sleep_warm_up(setup) + sleep_measured(setup)));
}

}  // namespace

Result<SleepResult> sleep_savings(const SleepOptions& options, const SleepObserver& observer) {
  auto setup = sleep_setup(options.file, options.settings);
  if (!setup) return setup.problems();
  SleepResult nothing;
  nothing.nothing = setup->nothing;
  if (nothing.nothing.empty() && sleep_warm_up(*setup) + sleep_measured(*setup) > longest_run)
    nothing.nothing = too_slow_text(*setup);
  std::vector<double> day{setup->plan.settings.load};
  if (!options.day.empty()) {
    auto read = read_day_of_load(options.day);
    if (!read) return read.problems();
    day = std::move(*read);
  }
  if (!nothing.nothing.empty()) return nothing;
  const double mean_load = std::accumulate(day.begin(), day.end(), 0.0) / static_cast<double>(day.size());
  SleepResult result = SleepStudy(*setup, std::move(day), observer).run(options.jobs);
  const PlanSettings& s = setup->plan.settings;
  result.network_w = network_power(setup->plan, mean_load).total().v;
  result.usd_per_kwh = s.price_usd_per_kwh, result.pue = s.pue;
  result.levels = levels_text(setup->levels), result.network = setup->network;
  result.change = setup->change, result.change_from = setup->change_from;
  return result;
}

}  // namespace ebb::inline tasks
