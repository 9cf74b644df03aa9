#include "study/sweep_plan.hpp"

#include <algorithm>
#include <set>

#include "config/write_toml.hpp"
#include "experiment/run_config.hpp"
#include "study/sweep_combinations.hpp"
#include "study/sweep_network_check.hpp"
#include "study/sweep_values.hpp"

namespace ebb::inline study {
namespace {

class Planner {
 public:
  Planner(const SweepConfig& config, std::uint64_t memory) : config_(config), memory_(memory) {}

  Result<SweepPlan> plan() {
    std::vector<const Axis*> all, others;
    for (const Axis& axis : config_.axes) {
      all.push_back(&axis);
      if (axis.parameters.front().name != load_name) others.push_back(&axis);
    }
    if (!config_.saturation || others.size() < all.size()) collect(all, plan_.points, false);
    if (config_.saturation) collect(others, plan_.searches, true);
    if (problems_.empty()) check_networks();
    if (problems_.empty() && plan_.points.empty() && plan_.searches.empty())
      problems_.add({{config_.path, "leaves no point: its conditions exclude every one",
                      "relax [sweep.skip] or [sweep.only]"}});
    if (!problems_.empty()) return problems_.take();
    note_idle_conditions();
    if (first_)
      for (const std::string& device : first_->energy.left_out) plan_.notes.push_back(left_out_note(device));
    return std::move(plan_);
  }

 private:
  void collect(const std::vector<const Axis*>& axes, std::vector<SweepPoint>& points, bool searches) {
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
    auto input = read_run(Configuration::of(config_.path, root), first_ ? &*first_ : nullptr);
    for (const auto* list : {&config_.skip, &config_.only})
      for (const Condition& c : *list)
        if (c.holds(input ? input->document : root)) held_.insert(&c);
    // A point may be left out because it cannot be: then only what the file says of it is known.
    if (!is_wanted(config_, input ? input->document : root, search ? load_name : "")) {
      plan_.left_out += !search;
      return;
    }
    if (!input) return problems_.add(input.problems());
    SweepPoint point = point_of(*input, std::move(root), std::move(parameters));
    if (!first_) first_ = std::move(*input);
    if (ids.insert(point.id).second)
      points.push_back(std::move(point));
    else
      ++plan_.duplicates;
  }

  /// Most often a slip: a value that no point has, or one of another kind.
  void note_idle_conditions() {
    for (const auto* list : {&config_.skip, &config_.only})
      for (const Condition& c : *list)
        if (!held_.contains(&c))
          plan_.notes.push_back(fmt::format("{}: [{}] holds for no point", c.where, c.name));
  }

  /// Points with the same network one after the other.
  void check_networks() {
    NetworkCheck check(config_.path, memory_, first_ ? &*first_ : nullptr);
    for (auto* list : {&plan_.points, &plan_.searches}) {
      std::vector<std::pair<std::string, std::size_t>> order;
      for (std::size_t i = 0; i < list->size(); ++i)
        order.emplace_back(toml_value(*(*list)[i].root.find("topology")), i);
      std::sort(order.begin(), order.end());
      for (const auto& [network, i] : order) check.check((*list)[i], problems_);
    }
  }

  const SweepConfig& config_;
  const std::uint64_t memory_;
  std::optional<RunInput> first_;  ///< whose device files serve the others
  ProblemSet problems_;
  std::set<const Condition*> held_;  ///< by some point
  SweepPlan plan_;
};

}  // namespace

Result<SweepPlan> plan_sweep(const SweepConfig& config, std::uint64_t memory) {
  return Planner(config, memory).plan();
}

}  // namespace ebb::inline study
