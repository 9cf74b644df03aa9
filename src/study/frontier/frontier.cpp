#include "study/frontier/frontier.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/problem.hpp"
#include "base/quantity.hpp"
#include "base/units.hpp"
#include "config/node.hpp"
#include "config/read_fields.hpp"
#include "config/toml_file.hpp"
#include "experiment/read/configuration.hpp"
#include "results/run_result.hpp"
#include "study/sweep/read_sweep.hpp"

namespace ebb::inline study {
namespace {

/// Returns the texts of frontier.quick.
Result<Settings> quick_settings(const std::string& path, const Settings& settings) {
  auto file = Configuration::read(path, settings);
  if (!file) return file.problems();
  const Node* list = find_path(file->root(), "frontier.quick");
  if (!list || list->kind != Node::Kind::array)
    return Problem{path + ": frontier.quick", "is missing, so --quick changes nothing",
                   "give a list of settings, for example: quick = [\"frontier.seeds=2\"]"};
  Settings quick;
  quick.on_notice = settings.on_notice;
  for (const Node& text : list->items) quick.push_back(value_text(text));
  quick.insert(quick.end(), settings.begin(), settings.end());  // what the user says goes before
  return quick;
}

Node integer_node(std::int64_t value, const std::string& where) {
  Node node;
  node.kind = Node::Kind::integer, node.integer = value, node.where = where;
  return node;
}

std::int64_t seed_of(const Node& root) {
  const Node* seed = find_path(root, "run.seed");
  return seed && seed->kind == Node::Kind::integer ? seed->integer : 1;
}

/// A channel that knows its future: it is off in every gap that is longer than going off and coming back
/// takes, and loses that time of each, but no packet waits. That is the energy of one that pays this time at
/// full power in front of each longer gap and then changes at once.
PolicyCase clairvoyant_channel(Picoseconds off_and_on) {
  const auto parsed = parse_toml(
      fmt::format(
          "policy = {{ name = \"idle_sleep\", idle = \"{}\", idle_state = \"off\", unit = \"channel\" }}\n"
          "with = {{ control = {{ wake = \"1ps\", sleep = \"0s\", channels = \"independent\" }} }}",
          quantity_text(off_and_on)),
      "the clairvoyant channel");
  ENSURE(parsed);
  return {"clairvoyant channel: full rate or off, no packet waits", *parsed->find("policy"), "",
          *parsed->find("with"), true};
}

bool counts(const PolicyPoint& p) {
  return p.verdict && *p.verdict != Verdict::saturated && p.keeps_up() && p.no_latency.empty() && p.cost &&
         p.gain;
}

}  // namespace

Result<Frontier> read_frontier(const std::string& path, const Settings& settings, bool quick) {
  Settings all = settings;
  if (quick) {
    auto quicker = quick_settings(path, settings);
    if (!quicker) return quicker.problems();
    all = std::move(*quicker);
  }
  auto sweep = read_sweep(path, all, SweepSection::optional);
  if (!sweep) return sweep.problems();
  Frontier frontier;
  Problems problems;
  if (const Node* section = sweep->base.find("frontier"))
    read_fields(*section, "frontier", frontier.settings, problems, {"quick"});
  if (!problems.empty()) return problems;
  std::erase_if(sweep->base.entries, [](const auto& e) { return e.key == "frontier"; });
  auto families = spread_candidates(sweep->base, frontier.settings.budget);
  if (!families) return families.problems();
  frontier.families = std::move(*families);
  sweep->settings.repeats = frontier.settings.training_seeds;
  auto config = read_comparison(std::move(*sweep), Misfits::left_out);
  if (!config) return config.problems();
  frontier.training = std::move(*config);
  for (ComparedCase& one : frontier.training.cases)
    set_path(one.root, "run.seed", integer_node(seed_of(one.root) + training_seeds_from, one.root.where));
  return frontier;
}

std::vector<std::string> best_candidates(const PolicyFamily& family, const std::vector<PolicyPoint>& points,
                                         std::size_t keep) {
  std::vector<const PolicyPoint*> own;
  for (const PolicyPoint& p : points)
    if (counts(p) &&
        std::find(family.candidates.begin(), family.candidates.end(), p.policy) != family.candidates.end())
      own.push_back(&p);
  std::sort(own.begin(), own.end(), [](const auto* a, const auto* b) {
    return std::pair(*a->gain, *a->cost) < std::pair(*b->gain, *b->cost);
  });
  std::vector<const PolicyPoint*> front;  // ever more energy for ever less latency
  for (const PolicyPoint* p : own)
    if (front.empty() || *p->cost < *front.back()->cost) front.push_back(p);
  std::vector<std::string> names;
  if (front.empty()) return {family.candidates.front()};
  const std::size_t kept = std::min(keep, front.size());
  for (std::size_t i = 0; i < kept; ++i)
    names.push_back(front[kept == 1 ? 0 : i * (front.size() - 1) / (kept - 1)]->policy);
  return names;
}

CompareConfig judged_by_others(const Frontier& frontier, const std::vector<ComparedNetwork>& trained) {
  CompareConfig config = frontier.training;
  config.repeats = static_cast<std::size_t>(frontier.settings.seeds);
  for (std::size_t i = 0; i < config.cases.size(); ++i) {
    ComparedCase& one = config.cases[i];
    set_path(one.root, "run.seed", integer_node(seed_of(one.root) - training_seeds_from, one.root.where));
    std::vector<PolicyCase> judged{one.policies.front()};
    if (one.off_and_on.v > 0) judged.push_back(clairvoyant_channel(one.off_and_on));
    for (const PolicyFamily& family : frontier.families)
      for (const std::string& name : best_candidates(family, trained.at(i).comparison.points,
                                                     static_cast<std::size_t>(frontier.settings.keep)))
        for (const PolicyCase& candidate : one.policies)
          if (candidate.name == name) judged.push_back(candidate);
    one.policies = std::move(judged);
  }
  return config;
}

}  // namespace ebb::inline study
