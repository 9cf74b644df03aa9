#include "planner/sizing.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "planner/capex.hpp"
#include "planner/network_power.hpp"
#include "planner/plan.hpp"
#include "planner/plan_rules.hpp"

namespace ebb::inline planner {
namespace {

/// Channels of the even cut over those that uniform traffic fills, as far as uplinks let it come there.
double bisection_share(const Candidate& candidate, const Facts& facts) {
  if (facts.hosts < 1 || facts.bisection_cables < 0) return 0;
  const double cut = 4 * static_cast<double>(facts.bisection_cables) / static_cast<double>(facts.hosts);
  return std::min({1.0, cut, candidate.uplink_share});
}

/// The most ports that the switch has at this rate, on any medium that it knows.
std::int64_t ports_at_rate(const PlanInput& like) {
  std::int64_t most = 0;
  for (const Medium medium : all_media)
    if (const LinkPower* row = like.row(like.switch_device, medium, like.cables.rate))
      most = std::max(most, like.switch_device.ports_at(*row));
  return most;
}

/// The [cables] section says how long signals take, at 5 ns for a metre.
double metres_of(const Cables& cables, Medium medium) {
  constexpr double ps_per_metre = 5'000;
  return static_cast<double>(cables.delay(medium).v) / ps_per_metre;
}

/// A candidate put into the plan.
PlanInput planned(const PlanInput& like, const Candidate& candidate) {
  PlanInput input = like;
  input.facts = candidate.topology->facts();
  std::string text;
  for (const auto& [key, value] : candidate.parameters)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", key, value);
  input.topology = fmt::format("{} ({})", candidate.name, text);
  input.name = candidate.name;
  return input;
}

SizedNetwork sized(PlanInput input, const Candidate& candidate, const SizeQuestion& question) {
  if (question.rules) input.rules = plan_rules(*candidate.topology, input.facts, input.cables);
  SizedNetwork network{.family = candidate.family,
                       .name = candidate.name,
                       .parameters = candidate.parameters,
                       .plan = make_plan(input),
                       .bisection_share = bisection_share(candidate, input.facts),
                       .growth = input.facts.hosts - question.hosts,
                       .capex = capex_of(input),
                       .cable_metres = {}};
  for (const Medium medium : all_media)
    network.cable_metres[static_cast<std::size_t>(medium)] = metres_of(input.cables, medium);
  return network;
}

/// Of one family: the best so far, and why the others are none.
struct Family {
  std::string name, why;
  const Candidate* best = nullptr;
  double watts = 0, most_bisection = 0;
};

Family& family_of(std::vector<Family>& families, const std::string& name) {
  for (Family& family : families)
    if (family.name == name) return family;
  return families.emplace_back(Family{.name = name, .why = {}});
}

/// Bisection comes out a little below its round figure where a number does not divide.
constexpr double nearly = 0.999;

void consider(const PlanInput& like, const SizeQuestion& question, const Candidate& candidate,
              Family& family) {
  const PlanInput input = planned(like, candidate);
  const double share = bisection_share(candidate, input.facts);
  family.most_bisection = std::max(family.most_bisection, share);
  if (share < nearly * question.bisection) {
    if (!family.best)
      family.why = fmt::format("its bisection is {:.0f} % at most", 100 * family.most_bisection);
    return;
  }
  if (const Problems problems = check_fit(input); !problems.empty()) {
    if (!family.best) family.why = problems.front().where + ": " + problems.front().what;
    return;
  }
  const double watts = network_power(input, like.settings.load).total().v;
  if (!family.best || watts < family.watts) family.best = &candidate, family.watts = watts;
}

}  // namespace

SizeAnswer size_networks(const PlanInput& like, SizeQuestion question) {
  question.ports = ports_at_rate(like);
  std::vector<Family> families;
  for (std::string& name : family_names(question))
    families.push_back({.name = std::move(name),
                        .why = fmt::format("no size of it has {} hosts with switches of {} ports",
                                           question.hosts, question.ports)});
  const std::vector<Candidate> all = candidates(question);
  for (const Candidate& candidate : all)
    consider(like, question, candidate, family_of(families, candidate.family));
  SizeAnswer answer;
  for (const Family& family : families)
    if (family.best)
      answer.networks.push_back(sized(planned(like, *family.best), *family.best, question));
    else
      answer.others.push_back({family.name, family.why});
  return answer;
}

}  // namespace ebb::inline planner
