#include "study/sweep/sweep_plan.hpp"

#include <set>

#include "config/node.hpp"
#include "experiment/read/configuration.hpp"
#include "results/named_figure.hpp"
#include "study/sweep/canonical_value.hpp"
#include "study/sweep/point_collector.hpp"
#include "study/sweep/sweep_combinations.hpp"

namespace ebb::inline study {
namespace {

class Planner {
 public:
  Planner(const SweepConfig& config, std::uint64_t memory)
      : config_(config), collector_(config.path, memory), problems_(collector_.problems()) {}

  Result<SweepPlan> plan() {
    std::vector<const SweepAxis*> all, others;
    for (const SweepAxis& axis : config_.axes) {
      all.push_back(&axis);
      if (axis.parameters.front().name != load_name) others.push_back(&axis);
    }
    if (!config_.saturation || others.size() < all.size()) collect(all, plan_.points, false);
    if (config_.saturation) collect(others, plan_.searches, true);
    if (problems_.empty()) collector_.check_networks(plan_.points), collector_.check_networks(plan_.searches);
    if (problems_.empty() && plan_.points.empty() && plan_.searches.empty())
      problems_.add({{config_.path, "leaves no point: its conditions exclude every one",
                      "relax [sweep.skip] or [sweep.only]"}});
    if (!problems_.empty()) return problems_.take();
    note_idle_conditions();
    for (std::string& note : collector_.notes()) plan_.notes.push_back(std::move(note));
    return std::move(plan_);
  }

 private:
  void collect(const std::vector<const SweepAxis*>& axes, std::vector<SweepPoint>& points, bool searches) {
    const Combinations combinations(config_, axes);
    const auto count = combinations.count();
    if (!count)
      return problems_.add({{config_.path, fmt::format("describes more than {} points", most_points),
                             "cross fewer parameters, or shorter lists"}});
    std::set<std::string> ids;
    for (std::size_t i = 0; i < *count; ++i) {
      Node root = config_.base;
      std::vector<NamedFigure> parameters;
      combinations.apply(i, root, parameters);
      if (searches) set_path(root, load_name, number_node(config_.saturation->to, root.where));
      add_point(std::move(root), std::move(parameters), searches, ids, points);
    }
  }

  void add_point(Node root, std::vector<NamedFigure> parameters, bool search, std::set<std::string>& ids,
                 std::vector<SweepPoint>& points) {
    auto input = collector_.read(root);
    for (const auto* list : {&config_.skip, &config_.only})
      for (const PointCondition& c : *list)
        if (c.holds(input ? input->document : root)) held_.insert(&c);
    // A point may be skipped because it is invalid. Then only the file's own values are known.
    if (!is_wanted(config_, input ? input->document : root, search ? load_name : "")) {
      plan_.left_out += !search;
      return;
    }
    if (!input) return problems_.add(input.problems());
    spell_alike(input->document, parameters);
    plan_.duplicates +=
        !collector_.add(std::move(*input), std::move(root), std::move(parameters), ids, points);
  }

  /// Usually a mistake: a value that no point has, or one of another kind.
  void note_idle_conditions() {
    for (const auto* list : {&config_.skip, &config_.only})
      for (const PointCondition& c : *list)
        if (!held_.contains(&c))
          plan_.notes.push_back(fmt::format("{}: [{}] holds for no point", c.where, c.name));
  }

  const SweepConfig& config_;
  PointCollector collector_;
  ProblemSet& problems_;
  std::set<const PointCondition*> held_;  ///< the conditions that are true for some point
  SweepPlan plan_;
};

}  // namespace

Result<SweepPlan> plan_sweep(const SweepConfig& config, std::uint64_t memory) {
  return Planner(config, memory).plan();
}

}  // namespace ebb::inline study
