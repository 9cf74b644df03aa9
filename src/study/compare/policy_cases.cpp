#include "study/compare/policy_cases.hpp"

#include <memory>

#include "base/fields.hpp"
#include "base/problem.hpp"
#include "catalogue/policies.hpp"
#include "config/toml_file.hpp"
#include "config/write_toml.hpp"
#include "experiment/fit/part_fit.hpp"
#include "experiment/fit/run_fit.hpp"
#include "experiment/read/configuration.hpp"
#include "experiment/read/run_config.hpp"
#include "experiment/run/run_title.hpp"
#include "network/network.hpp"

namespace ebb::inline study {
namespace {

/// Removes what is not a parameter of the policy.
Node without_extras(Node item) {
  std::erase_if(item.entries, [](const auto& e) { return e.key == "label" || e.key == "with"; });
  return item;
}

/// Sets all values of a table in `root`, under dotted names. A table with a name is a value: a whole section.
void set_all(const Node& table, const std::string& prefix, Node& root) {
  for (const auto& [key, node] : table.entries)
    if (node.kind == Node::Kind::table && !node.find("name"))
      set_all(node, prefix + key + ".", root);
    else
      set_path(root, prefix + key, node);
}

/// A text that is equal for policies with equal parameters, whether they are written or defaults.
std::string meaning_of(const Node& policy) {
  const Node table = policy.kind == Node::Kind::text ? table_named(policy) : policy;
  const Node* name = table.find("name");
  std::string meaning = name ? name->text : "";
  if (const auto* entry = find_entry(policies(), meaning))
    for (const FieldInfo& f : entry->fields()) {
      const Node* given = table.find(f.name);
      const auto initial = parse_toml(f.name + " = " + f.initial, "default");
      meaning +=
          fmt::format(", {} = {}", f.name, given ? toml_value(*given) : toml_value(*initial->find(f.name)));
    }
  return meaning;
}

void add_listed(const Node& item, const std::string& path, std::vector<PolicyCase>& cases,
                Problems& problems) {
  const Node* label = item.find("label");
  if (label && label->kind != Node::Kind::text) {
    problems.push_back(
        label->problem(path + ".label", "is no text", "what the policy is called in the table"));
    return;
  }
  const Node* with = item.find("with");
  if (with && with->kind != Node::Kind::table) {
    problems.push_back(with->problem(path + ".with", "is no table",
                                     "for example: with = { routing = \"dynamic_butterfly\" }"));
    return;
  }
  const Node node = without_extras(item);
  if (read_named(policies(), node, path, problems))
    cases.push_back({label && !label->text.empty() ? label->text : described(node), node, meaning_of(node),
                     with ? *with : Node{}});
}

/// Puts the file's own policy first, and removes its duplicate.
void add_own(const Node& own, std::vector<PolicyCase>& cases, Problems& problems) {
  std::vector<PolicyCase> first;
  add_listed(own, "control.policy", first, problems);
  if (first.empty()) return;
  std::erase_if(cases, [&](const PolicyCase& c) { return c.meaning == first[0].meaning; });
  cases.insert(cases.begin(), std::move(first[0]));
}

/// `where` is the file that problems name.
void add_default(const std::string& toml, const std::string& where, std::vector<PolicyCase>& cases) {
  const auto parsed = parse_toml("policy = " + toml, "default");
  ENSURE(parsed);
  Node policy = *parsed->find("policy");
  for (auto& [key, value] : policy.entries) value.where = where;
  policy.where = where;
  cases.push_back({described(policy), policy, meaning_of(policy), {}});
}

/// The case was read before and is valid.
std::unique_ptr<Policy> policy_of(const PolicyCase& which) {
  Problems problems;
  auto policy = read_named(policies(), which.policy, "policy", problems);
  ENSURE(policy && problems.empty());
  return policy;
}

bool suits(const RunInput& input, const PolicyCase& which) {
  const auto policy = policy_of(which);
  return fit_policy(input, *policy).empty() && fits_routing(*policy, *input.routing);
}

/// Why the policy cannot work in the run of `input`, or in its own variant of it; empty when it can.
Problems misfit(const RunInput& input, const PolicyCase& which) {
  const auto policy = policy_of(which);
  if (which.with.entries.empty()) return fit_policy(input, *policy);
  const auto own = read_run(Configuration::of(input.file.where, run_under(input.file, which)), &input);
  return own ? fit_policy(*own, *policy) : own.problems();
}
/// Only the built network shows whether another routing works on it.
bool suits_own(const RunInput& input, const PolicyCase& which) {
  if (which.with.entries.empty()) return suits(input, which);
  auto own = read_run(Configuration::of(input.file.where, run_under(input.file, which)), &input);
  if (!own || !suits(*own, which)) return false;
  const Network network = own->topology->build(own->cables);
  return static_cast<bool>(fit_run(*own, network, memory_of_machine()));
}

/// One of each kind, and a fixed policy for every rate.
std::vector<PolicyCase> default_cases(const RateLevels& levels, const std::string& where) {
  std::vector<PolicyCase> cases;
  for (std::size_t i = levels.slowest_level(); i + 1 < levels.size(); ++i)
    add_default(fmt::format("{{ name = \"static\", rate = \"{}\" }}", quantity_text(levels[i])), where,
                cases);
  for (const char* toml :
       {R"("halve_double")", R"("lowest_highest")", R"("hysteresis")", R"("ewma")", R"("holt")",
        R"("queue_aware")", R"({ name = "queue_aware", idle_state = "off" })", R"("sliding_window")",
        R"({ name = "idle_sleep", idle = "300ns" })",
        R"({ name = "idle_sleep", idle = "300ns", idle_state = "off" })",
        R"({ name = "latency_bound", bound = "20us" })", R"({ name = "latency_bound", bound = "2us" })",
        R"("dynamic_topology")", R"("link_shutdown")"})
    add_default(toml, where, cases);
  return cases;
}

}  // namespace

Node run_under(Node root, const PolicyCase& policy) {
  // A run at full rate needs nothing of [control]: networks that differ only there share it.
  if (value_text(policy.policy) == no_policy)
    std::erase_if(root.entries, [](const auto& e) { return e.key == "control"; });
  set_all(policy.with, "", root);
  set_path(root, "control.policy", policy.policy);
  return root;
}

Result<std::vector<PolicyCase>> policy_cases(const RunInput& input, const Node* own, Misfits misfits) {
  std::vector<PolicyCase> cases;
  Problems problems;
  if (input.control.states(input.full_rate).size() < 2)
    return Problem{
        "[control] rates",
        fmt::format("do not end with the cables' {}: channels have one rate, and no policy a choice",
                    quantity_text(input.full_rate)),
        "give the rates that channels can have in a [control] section"};
  const Node* list = input.file.find("compare");
  if (!list) {
    cases = default_cases(input.control.states(input.full_rate), input.file.where);
    std::erase_if(cases, [&](const PolicyCase& c) { return !suits(input, c); });
    if (own) add_own(*own, cases, problems);
  } else if (list->kind == Node::Kind::table) {
    add_listed(*list, "compare", cases, problems);
  } else if (list->kind == Node::Kind::array) {
    for (std::size_t i = 0; i < list->items.size(); ++i)
      add_listed(list->items[i], fmt::format("compare[{}]", i), cases, problems);
  } else {
    problems.push_back(
        list->problem("compare", "is no list of policies", "write a [[compare]] section for each"));
  }
  if (list && misfits == Misfits::left_out)
    std::erase_if(cases, [&](const PolicyCase& c) { return !suits_own(input, c); });
  else if (list)
    for (const PolicyCase& c : cases)
      for (Problem p : misfit(input, c)) {
        p.where = list->where + ": compare, " + c.name + ": " + p.where;
        problems.push_back(std::move(p));
      }
  if (!problems.empty()) return problems;
  Node none;
  none.kind = Node::Kind::text, none.text = no_policy, none.where = input.file.where;
  cases.insert(cases.begin(), PolicyCase{"always full rate", none, "", {}});
  return cases;
}

}  // namespace ebb::inline study
