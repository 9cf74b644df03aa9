#include "study/compare_policies.hpp"

#include <algorithm>
#include <mutex>
#include <optional>

#include "experiment/prepared_run.hpp"
#include "experiment/run_config.hpp"
#include "report/run_report.hpp"
#include "study/policy_cases.hpp"
#include "study/side_by_side.hpp"

namespace ebb::inline study {
namespace {

/// The stretch of time that all runs measure, so that differences are the policies' and not the traffic's:
/// four times that of the run at full rate, because latencies under control vary more, after a warm-up that
/// is long for the policies too; but the file's most_time holds, and at least half of it is measured where
/// the warm-up at full rate leaves as much.
void measure_alike(const RunResult& full, Picoseconds epoch, RunSettings& settings) {
  const RunStatistics& s = full.statistics;
  if (s.verdict == Verdict::finished) return;  // all of them to the end of the workload
  const Picoseconds length = s.measured_until - s.measured_from, most = settings.most_time;
  const Picoseconds half{most.v / 2};
  settings.warm_up = std::max(s.measured_from, std::min(half, epoch * 50));
  settings.least_time = settings.most_time = std::min(most, settings.warm_up + length * 4);
}

/// With the switches' base, where the table knows it.
std::optional<double> share_of(const EnergyResult& energy) {
  return energy.total_of_full ? energy.total_of_full : energy.of_full;
}

/// A short run may not have seen enough to call it saturated; what it carried tells all the same.
std::string why_no_latency(const RunStatistics& s, double carried) {
  if (s.verdict == Verdict::finished) return {};
  if (s.verdict == Verdict::saturated) return "saturated, " + s.why;
  if (carried >= keeps_up_from) return {};
  return fmt::format("it carried only {:.1f} % of what always full rate did", 100 * carried);
}

class Comparison {
 public:
  Comparison(std::string path, std::vector<std::string> settings, const CompareHooks& hooks)
      : path_(std::move(path)), settings_(std::move(settings)), hooks_(hooks) {}

  Result<PolicyComparison> run_all() {
    const auto file = Configuration::read(path_, settings_);
    if (!file) return file.problems();
    const Node* control = file->root().find("control");
    const Node* own = control ? control->find("policy") : nullptr;
    settings_.push_back("control.policy=halve_double");  // every case brings its own
    auto input = read_run(path_, settings_);
    if (!input) return input.problems();
    auto cases = policy_cases(*input, own);
    if (!cases) return cases.problems();
    cases_ = std::move(*cases);
    results_.resize(cases_.size()), done_.resize(cases_.size());
    if (hooks_.note)
      for (const std::string& device : input->energy.left_out) hooks_.note(left_out_note(device));
    epoch_ = input->control.epoch;
    if (const FromDevice& from = input->control.from_device; !from.file.empty())
      device_ = device_text(from.file, from.taken, from.notes);
    slowest_ = input->control.states(input->cables.rate).slowest();
    fastest_ = input->cables.rate;
    if (Problems problems = measure_baseline(std::move(*input)); !problems.empty()) return problems;
    run_one(0);  // at full rate: what all others are held against
    side_by_side(cases_.size() - 1, jobs_, [this](std::size_t i) { run_one(i + 1); });
    if (!problems_.empty()) return problems_;
    return put_together();
  }

 private:
  /// At full rate, first by the file's own rules, which say for how long; then over the common stretch.
  Problems measure_baseline(RunInput input) {
    settings_used_ = input.run;
    input.control.policy = nullptr;
    auto prepared = prepare_run(std::move(input));
    if (!prepared) return prepared.problems();
    const std::uint64_t room = memory_of_machine() / std::max<std::uint64_t>(1, (*prepared)->memory);
    jobs_ = std::clamp<std::size_t>(hooks_.jobs, 1, std::max<std::uint64_t>(1, room));
    auto result = run(**prepared);
    if (!result) return result.problems();
    measure_alike(*result, epoch_, settings_used_);
    return {};
  }

  void run_one(std::size_t i) {
    auto result = run_case(cases_[i]);
    const std::lock_guard lock(mutex_);
    if (!result)
      problems_.insert(problems_.end(), result.problems().begin(), result.problems().end());
    else
      results_[i] = std::move(*result), done_[i] = true;
    if (result && hooks_.finished) hooks_.finished(cases_[i].name, results_[i].statistics.verdict);
    if (result && hooks_.so_far) hooks_.so_far(put_together());
  }

  Result<RunResult> run_case(PolicyCase& which) {
    auto input = read_run(path_, settings_);
    if (!input) return input.problems();
    input->control.policy = std::move(which.policy);
    input->run = settings_used_;
    input->run.threads = 1;
    auto prepared = prepare_run(std::move(*input));
    if (!prepared) return prepared.problems();
    (*prepared)->policy_place = std::move(which.place);
    if ((*prepared)->control_config.policy) (*prepared)->full_rate = results_[0].statistics;
    if (Problems problems = learn_full_rate_once(**prepared); !problems.empty()) return problems;
    return run(**prepared);
  }

  /// All promises learn the same of full rate: the first one finds it out, the others wait for it.
  Problems learn_full_rate_once(PreparedRun& prepared) {
    if (prepared.simulation) return {};
    const std::lock_guard lock(full_rate_mutex_);
    prepared.full_rate_latency = full_rate_latency_;
    Problems problems = learn_full_rate(prepared);
    full_rate_latency_ = prepared.full_rate_latency;
    return problems;
  }

  /// Of those that are done; the one at full rate is.
  PolicyComparison put_together() const {
    PolicyComparison comparison;
    comparison.device = device_, comparison.policies = cases_.size();
    const RunResult& full = results_[0];
    for (const EnergyResult& e : full.energy) comparison.tables.push_back(e.table);
    comparison.measured_from = full.statistics.measured_from;
    comparison.measured_until = full.statistics.measured_until;
    comparison.mean_ps = full.statistics.packet_latency.mean_ps;
    comparison.p99_ps = full.statistics.packet_latency.p99_interpolated_ps;
    comparison.points = {ideal_point(full), clairvoyant_point(full, comparison.tables.size())};
    for (std::size_t i = 0; i < cases_.size(); ++i)
      if (done_[i]) comparison.points.push_back(point_of(cases_[i].name, results_[i], full));
    mark_best(comparison.points);
    return comparison;
  }

  static PolicyPoint ideal_point(const RunResult& full) {
    PolicyPoint point{.policy = "ideal: energy proportional to bits", .of_full = {}, .why = {}};
    for (const EnergyResult& e : full.energy)
      point.of_full.push_back(e.of_full && e.of_ideal && !e.total_of_full
                                  ? std::optional(*e.of_full / *e.of_ideal)
                                  : std::nullopt);
    point.mean_increase_ps = point.p99_increase_ps = point.message_increase_ps = 0;
    return point;
  }

  /// Full rate while it sends, the slowest otherwise, no changes; only for power proportional to the rate.
  PolicyPoint clairvoyant_point(const RunResult& full, std::size_t tables) const {
    PolicyPoint point{.policy = "clairvoyant: full rate or slowest", .of_full = {}, .why = {}};
    point.of_full.resize(tables);
    const double u = full.ideal_share;
    if (tables > 0)
      point.of_full[0] = u + (1 - u) * static_cast<double>(slowest_.v) / static_cast<double>(fastest_.v);
    point.mean_increase_ps = point.p99_increase_ps = point.message_increase_ps = 0;
    return point;
  }

  static PolicyPoint point_of(const std::string& name, const RunResult& result, const RunResult& full) {
    const RunStatistics &s = result.statistics, &f = full.statistics;
    PolicyPoint point{.policy = name, .of_full = {}, .verdict = s.verdict, .why = s.why};
    for (const EnergyResult& e : full.energy) {
      point.of_full.emplace_back();
      for (const EnergyResult& own : result.energy)
        if (own.table == e.table) point.of_full.back() = share_of(own);
    }
    if (f.accepted.wire_bits_per_second > 0)
      point.carried_of_full = s.accepted.wire_bits_per_second / f.accepted.wire_bits_per_second;
    point.no_latency = why_no_latency(s, point.carried_of_full.value_or(1));
    point.promise = result.promise, point.draw = result.draw;
    if (!point.no_latency.empty()) return point;
    point.mean_increase_ps = s.packet_latency.mean_ps - f.packet_latency.mean_ps;
    point.p99_increase_ps = s.packet_latency.p99_interpolated_ps - f.packet_latency.p99_interpolated_ps;
    point.message_increase_ps = s.message_latency.mean_ps - f.message_latency.mean_ps;
    return point;
  }

  std::string path_;
  std::vector<std::string> settings_;
  const CompareHooks& hooks_;
  std::vector<PolicyCase> cases_;
  std::vector<RunResult> results_;
  std::vector<bool> done_;
  RunSettings settings_used_;
  Picoseconds epoch_{};
  std::string device_;
  BitsPerSecond slowest_{}, fastest_{};
  std::size_t jobs_ = 1;
  std::mutex mutex_, full_rate_mutex_;
  std::optional<FullRateLatency> full_rate_latency_;
  Problems problems_;
};

}  // namespace

void mark_best(std::vector<PolicyPoint>& points) {
  const auto counts = [](const PolicyPoint& p) {
    return p.verdict && *p.verdict != Verdict::saturated && p.keeps_up() && p.mean_increase_ps &&
           !p.of_full.empty() && p.of_full[0];
  };
  for (PolicyPoint& p : points) {
    p.best = counts(p);
    if (!p.best) continue;
    for (const PolicyPoint& other : points) {
      if (!counts(other)) continue;
      const double energy = *other.of_full[0] - *p.of_full[0],
                   delay = *other.mean_increase_ps - *p.mean_increase_ps;
      if (energy <= 0 && delay <= 0 && (energy < 0 || delay < 0)) p.best = false;
    }
  }
}

Result<PolicyComparison> compare_policies(const std::string& path, const std::vector<std::string>& settings,
                                          const CompareHooks& hooks) {
  return Comparison(path, settings, hooks).run_all();
}

}  // namespace ebb::inline study
