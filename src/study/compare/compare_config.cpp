#include "study/compare/compare_config.hpp"

#include <optional>

#include "base/problem.hpp"
#include "catalogue/policies.hpp"
#include "experiment/device/power_tables.hpp"
#include "experiment/read/configuration.hpp"
#include "experiment/read/control_config.hpp"
#include "experiment/read/run_config.hpp"
#include "experiment/read/settings.hpp"
#include "experiment/run/run_input.hpp"
#include "report/plan/device_text.hpp"
#include "study/sweep/canonical_value.hpp"
#include "study/sweep/read_sweep.hpp"
#include "study/sweep/sweep_combinations.hpp"
#include "study/sweep/sweep_network_check.hpp"

namespace ebb::inline study {
void remove_entry(Node& table, std::string_view key) {
  std::erase_if(table.entries, [&](const auto& e) { return e.key == key; });
}

namespace {

constexpr const char* policy_name = "control.policy";

/// Refuses what [sweep] allows but a comparison does not.
Problems check_sweep(const SweepConfig& sweep) {
  Problems problems;
  if (sweep.saturation)
    problems.push_back({sweep.path + ": [sweep.saturation]", "is no part of a comparison of policies",
                        "leave it out; `ebb sweep` searches for saturation"});
  for (const SweepAxis& axis : sweep.axes)
    for (const SweptParameter& p : axis.parameters)
      if (p.name.starts_with(policy_name))
        problems.push_back(p.node.problem("sweep: " + p.name,
                                          "is varied, but the policies are compared anyway",
                                          "write a [[compare]] section for each policy"));
  return problems;
}

/// A placeholder policy, so that the rest of the section can be read.
Node any_policy(const std::string& where) {
  Node node;
  node.kind = Node::Kind::text, node.text = "halve_double", node.where = where;
  return node;
}

Node without_policies(Node root) {
  remove_entry(root, "compare");
  for (auto& [key, section] : root.entries)
    if (key == "control") remove_entry(section, "policy");
  return root;
}

class Reader {
 public:
  Reader(SweepConfig sweep, Misfits misfits) : sweep_(std::move(sweep)), misfits_(misfits) {
    config_.path = sweep_.path, config_.notes = sweep_.notes;
    config_.repeats = static_cast<std::size_t>(sweep_.settings.repeats);
    sweep_.settings.repeats = 1;  // a case is one point, whatever its seeds
  }

  Result<CompareConfig> read() {
    problems_.add(check_sweep(sweep_));
    std::vector<const SweepAxis*> axes;
    for (const SweepAxis& axis : sweep_.axes) axes.push_back(&axis);
    const Combinations combinations(sweep_, axes);
    const auto count = combinations.count();
    if (!count)
      return Problem{sweep_.path, fmt::format("describes more than {} networks and workloads", most_points),
                     "cross fewer parameters, or shorter lists"};
    for (std::size_t i = 0; i < *count; ++i) {
      Node root = sweep_.base;
      std::vector<NamedFigure> parameters;
      combinations.apply(i, root, parameters);
      add_case(std::move(root), std::move(parameters));
    }
    if (problems_.empty() && config_.cases.empty())
      problems_.add({{sweep_.path, "leaves nothing to compare: its conditions exclude everything",
                      "relax [sweep.skip] or [sweep.only]"}});
    if (!problems_.empty()) return problems_.take();
    return std::move(config_);
  }

 private:
  void add_case(Node root, std::vector<NamedFigure> parameters) {
    const Node* policy = find_path(root, policy_name);
    const std::optional<Node> own =
        policy && value_text(*policy) != no_policy ? std::optional(*policy) : std::nullopt;
    set_path(root, policy_name, any_policy(root.where));
    auto input = read_run(Configuration::of(sweep_.path, root), first_ ? &*first_ : nullptr);
    if (!is_wanted(sweep_, input ? input->document : root)) return;
    if (!input) return problems_.add(input.problems());
    auto policies = policy_cases(*input, own ? &*own : nullptr, misfits_);
    if (!policies) return problems_.add(policies.problems());
    spell_alike(input->document, parameters);
    ComparedCase& one = config_.cases.emplace_back();
    one.parameters = std::move(parameters), one.root = without_policies(std::move(root));
    one.policies = std::move(*policies);
    for (const PowerTable& table : input->tables) one.tables.push_back(table.name);
    one.epoch = input->control.epoch, one.most_time = input->run.most_time;
    one.fixed_time = input->run.warm_up.v >= 0 && input->run.least_time == input->run.most_time;
    one.fastest = input->full_rate;
    if (const ControlConfig& c = input->control; c.has_off())
      one.off_and_on = c.wake.v > 0 ? c.sleep + c.wake : c.reactivation * 2;
    one.slowest = input->control.states(input->full_rate).slowest();
    one.wake = input->control.wake;
    if (const FromDevice& from = input->control.from_device; !from.file.empty())
      one.device = device_text(from.file, from.taken, from.notes);
    if (first_) return;
    for (const std::string& device : input->energy.left_out) config_.notes.push_back(left_out_note(device));
    first_ = std::move(*input);
  }

  SweepConfig sweep_;
  const Misfits misfits_;
  CompareConfig config_;
  ProblemSet problems_;
  std::optional<RunInput> first_;  ///< its device files are reused for the other cases
};

}  // namespace

Result<CompareConfig> read_comparison(const std::string& path, const Settings& settings) {
  auto sweep = read_sweep(path, settings, SweepSection::optional);
  if (!sweep) return sweep.problems();
  return read_comparison(std::move(*sweep), Misfits::refused);
}

Result<CompareConfig> read_comparison(SweepConfig sweep, Misfits misfits) {
  return Reader(std::move(sweep), misfits).read();
}

}  // namespace ebb::inline study
