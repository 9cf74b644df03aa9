#include "study/compare/compare_plan.hpp"

#include <algorithm>
#include <set>

#include "base/quantity.hpp"
#include "base/units.hpp"
#include "catalogue/policies.hpp"
#include "config/node.hpp"
#include "experiment/read/configuration.hpp"
#include "results/named_figure.hpp"
#include "results/run_result.hpp"
#include "study/compare/over_seeds.hpp"
#include "study/sweep/point_collector.hpp"
#include "study/sweep/point_id.hpp"
#include "study/sweep/sweep_combinations.hpp"

namespace ebb::inline study {
namespace {

/// The time span that all runs of a case measure. It is the same for all, so that they see the same traffic.
struct MeasuredTime {
  Picoseconds warm_up{}, end{};
};

Picoseconds time_in(const StoredRun& run, std::string_view name) {
  return {static_cast<std::int64_t>(number_in(figure_named(run.figures, name)).value_or(0))};
}

/// Returns four times the length of the run at full rate, because latencies under control vary more. The
/// warm-up is at least 50 epochs, or half of most_time if that is less. The end is at most the file's
/// most_time. Returns nothing when the workload ends by itself (all runs go to its end) or the file fixes the
/// time.
std::optional<MeasuredTime> measured_time(const StoredRun& full, const ComparedCase& one) {
  if (full.verdict == name_of(Verdict::finished) || one.fixed_time) return std::nullopt;
  const Picoseconds from = time_in(full, "measured_from_ps");
  const Picoseconds length = time_in(full, "measured_until_ps") - from;
  MeasuredTime time;
  time.warm_up = std::max(from, std::min(Picoseconds{one.most_time.v / 2}, one.epoch * 50));
  time.end = std::min(one.most_time, time.warm_up + length * 4);
  return time;
}

Node text_node(std::string text, const std::string& where) {
  Node node;
  node.kind = Node::Kind::text, node.text = std::move(text), node.where = where;
  return node;
}

void set_time(const MeasuredTime& time, Node& root, std::vector<NamedFigure>& parameters) {
  const std::string end = quantity_text(time.end);
  set_path(root, "run.warm_up", text_node(quantity_text(time.warm_up), root.where));
  for (const char* key : {"run.least_time", "run.most_time"}) set_path(root, key, text_node(end, root.where));
  // Keeps it apart from the first run at full rate, which has the same most_time but may end earlier.
  parameters.push_back({"run.least_time", end});
}

class Planner {
 public:
  Planner(const CompareConfig& config, std::uint64_t memory)
      : config_(config), collector_(config.path, memory) {}

  /// Adds one run per seed. `time` may be null.
  std::vector<std::string> add(const ComparedCase& one, const PolicyCase& policy, const MeasuredTime* time,
                               std::size_t repeats) {
    std::vector<std::string> ids;
    for (std::size_t repeat = 0; repeat < repeats; ++repeat) {
      Node root = run_under(one.root, policy);
      std::vector<NamedFigure> parameters = one.parameters;
      parameters.push_back({"control.policy", policy.name});
      if (time) set_time(*time, root, parameters);
      if (config_.repeats > 1) set_repeat(repeat, root, parameters);
      ids.push_back(add_point(std::move(root), std::move(parameters)));
    }
    return ids;
  }

  Result<ComparePlan> finish(std::vector<CaseIds> ids) {
    if (collector_.problems().empty()) collector_.check_networks(plan_.points);
    if (!collector_.problems().empty()) return collector_.problems().take();
    return ComparePlan{std::move(plan_), std::move(ids)};
  }

 private:
  std::string add_point(Node root, std::vector<NamedFigure> parameters) {
    auto input = collector_.read(root);
    if (!input) {
      collector_.problems().add(input.problems());
      return {};
    }
    std::string id = point_id(input->document, input->contents);
    collector_.add(std::move(*input), std::move(root), std::move(parameters), ids_, plan_.points);
    return id;
  }

  const CompareConfig& config_;
  PointCollector collector_;
  std::set<std::string> ids_;
  SweepPlan plan_;
};

}  // namespace

Result<ComparePlan> plan_lengths(const CompareConfig& config, std::uint64_t memory) {
  Planner planner(config, memory);
  std::vector<CaseIds> ids;
  for (const ComparedCase& one : config.cases)
    ids.push_back({planner.add(one, one.policies.front(), nullptr, 1)});
  return planner.finish(std::move(ids));
}

Result<ComparePlan> plan_policies(const CompareConfig& config, const std::vector<CaseIds>& lengths,
                                  const RunsById& runs, std::uint64_t memory) {
  Planner planner(config, memory);
  std::vector<CaseIds> ids;
  for (std::size_t i = 0; i < config.cases.size(); ++i) {
    const ComparedCase& one = config.cases[i];
    CaseIds& of_case = ids.emplace_back();
    const auto full = runs.find(lengths[i].front().front());
    if (full == runs.end() || !full->second.finished()) continue;
    const auto time = measured_time(full->second, one);
    for (const PolicyCase& policy : one.policies)
      of_case.push_back(planner.add(one, policy, time ? &*time : nullptr, config.repeats));
  }
  return planner.finish(std::move(ids));
}

}  // namespace ebb::inline study
