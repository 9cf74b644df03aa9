#include "planner/sizing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "planner/capex.hpp"
#include "planner/fit.hpp"
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
                       .power_known = check_power(input).empty(),
                       .bisection_share = bisection_share(candidate, input.facts),
                       .growth = input.facts.hosts - question.hosts,
                       .most_hosts = {},
                       .capex = capex_of(input),
                       .cable_metres = {}};
  for (const Medium medium : all_media)
    network.cable_metres[static_cast<std::size_t>(medium)] = metres_of(input.cables, medium);
  return network;
}

/// Of one family: the best so far, and what became of the others.
struct Family {
  NetworkFamily family;
  const Candidate* best = nullptr;
  double measure = 0;         ///< of the best: what it draws, or its switches where nobody knows that
  double most_bisection = 0;  ///< of all sizes that hold the hosts; 0: there are none
  std::string misfit = {};    ///< of the first that has the bisection, but does not fit its devices
};

/// Bisection comes out a little below its round figure where a number does not divide.
constexpr double nearly = 0.999;

void consider(const PlanInput& like, const SizeQuestion& question, const Candidate& candidate,
              Family& family) {
  const PlanInput input = planned(like, candidate);
  const double share = bisection_share(candidate, input.facts);
  family.most_bisection = std::max(family.most_bisection, share);
  if (share < nearly * question.bisection) return;
  if (const Problems problems = check_links(input); !problems.empty()) {
    if (family.misfit.empty()) family.misfit = problems.front().where + ": " + problems.front().what;
    return;
  }
  const double measure = check_power(input).empty() ? network_power(input, like.settings.load).total().v
                                                    : static_cast<double>(input.facts.switches);
  if (!family.best || measure < family.measure) family.best = &candidate, family.measure = measure;
}

/// Why nothing of the family is shown: devices that do not fit come before a bisection that others have.
std::string why_none(const Family& family, const SizeQuestion& question) {
  if (!family.misfit.empty()) return family.misfit;
  if (family.most_bisection > 0)
    return fmt::format("its bisection is {:.0f} % at most", std::floor(100 * family.most_bisection));
  const auto most = family.family.most_hosts;
  if (most && *most < 2) return fmt::format("switches of {} ports are too few for it", question.ports);
  if (most && *most < question.hosts)
    return fmt::format("its largest has {} hosts with switches of {} ports", *most, question.ports);
  return fmt::format("none of {} hosts with switches of {} ports is of a shape and size that ebb plans",
                     question.hosts, question.ports);
}

}  // namespace

SizeAnswer size_networks(const PlanInput& like, SizeQuestion question) {
  question.ports = ports_at_rate(like);
  std::vector<Family> families;
  for (NetworkFamily& family : network_families(question)) families.push_back({.family = std::move(family)});
  const std::vector<Candidate> all = candidates(question);
  for (Family& family : families)
    for (const Candidate& candidate : all)
      if (candidate.family == family.family.name) consider(like, question, candidate, family);
  SizeAnswer answer;
  for (const Family& family : families)
    if (family.best) {
      answer.networks.push_back(sized(planned(like, *family.best), *family.best, question));
      answer.networks.back().most_hosts = family.family.most_hosts;
    } else {
      answer.others.push_back({family.family.name, why_none(family, question)});
    }
  return answer;
}

}  // namespace ebb::inline planner
