#include "planner/sizing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <variant>

#include "base/medium.hpp"
#include "base/problem.hpp"
#include "network/folded_clos_shape.hpp"
#include "network/shape.hpp"
#include "planner/candidate_shapes.hpp"
#include "planner/capex.hpp"
#include "planner/fit.hpp"
#include "planner/ideal_throughput.hpp"
#include "planner/network_power.hpp"
#include "planner/plan.hpp"
#include "planner/plan_rules.hpp"
#include "planner/port_kinds.hpp"
#include "power/device/device.hpp"
#include "topology/topology.hpp"

namespace ebb::inline planner {
namespace {

/// Returns the channels of the bisection over those that uniform traffic fills. A single switch has no
/// bisection.
std::optional<double> cut_share(const Facts& facts) {
  if (facts.bisection_cables < 0) return std::nullopt;
  const double below = static_cast<double>(facts.access_switches / 2), all = static_cast<double>(facts.hosts);
  if (below < 1) return 1;
  const double hosts_below = below * all / static_cast<double>(facts.access_switches);
  return std::min(1.0,
                  static_cast<double>(facts.bisection_cables) * all / (hosts_below * (all - hosts_below)));
}

/// Returns the row of the switch with the most ports at this rate, on any medium that it knows; or null.
const LinkPower* row_at_rate(const PlanInput& like, const Device& device, BitsPerSecond rate) {
  const LinkPower* most = nullptr;
  for (const Medium medium : all_media) {
    const LinkPower* row = like.row(device, medium, rate);
    if (row && (!most || device.ports_at(*row) > device.ports_at(*most))) most = row;
  }
  return most;
}

std::int64_t ports_at_rate(const PlanInput& like, const Device& device, BitsPerSecond rate) {
  const LinkPower* row = row_at_rate(like, device, rate);
  return row ? device.ports_at(*row) : 0;
}

bool has_access_of_its_own(const PlanInput& like) {
  return like.spine || like.cables.rate_of_hosts() != like.cables.rate;
}

/// The ports of an access switch for hosts and for uplinks.
AccessPorts access_ports(const PlanInput& like) {
  const Device& leaf = like.switch_device;
  const LinkPower *hosts = row_at_rate(like, leaf, like.cables.rate_of_hosts()),
                  *up = row_at_rate(like, leaf, like.cables.rate);
  if (!hosts || !up) return {};
  return {leaf.ports_at(*hosts), leaf.ports_at(*up), hosts->beside || up->beside};
}

/// Fills in what follows from the topology: its parts, and its ports by rate and device.
void set_parts(PlanInput& input, const Topology& topology) {
  input.facts = facts_with(topology, input.cables);
  input.counted.reset();
  if (!has_access_of_its_own(input)) return;
  const Shape shape = topology.network_shape();
  const auto* clos = std::get_if<FoldedClosShape>(&shape);
  input.counted = clos ? ports_of(*clos, input.facts, input.cables, input.spine.has_value())
                       : ports_of(input.facts, input.cables);
}

/// [cables] gives propagation delays, at 5 ns per metre.
double metres_of(const Cables& cables, Medium medium) {
  constexpr double ps_per_metre = 5'000;
  return static_cast<double>(cables.delay(medium).v) / ps_per_metre;
}

/// Returns the plan with a candidate's topology.
PlanInput planned(const PlanInput& like, const Candidate& candidate) {
  PlanInput input = like;
  set_parts(input, *candidate.topology);
  std::string text;
  for (const auto& [key, value] : candidate.parameters)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", key, value);
  input.topology = fmt::format("{} ({})", candidate.name, text);
  input.name = candidate.name;
  return input;
}

SizedNetwork sized(PlanInput input, const NetworkFamily& family, const Candidate& candidate,
                   const SizeRequest& request) {
  input.carries = ideal_throughput(*candidate.topology, input.facts, input.cables);
  if (request.rules) input.rules = plan_rules(*candidate.topology, input.facts, input.cables);
  SizedNetwork network{.family = family.name,
                       .name = candidate.name,
                       .parameters = candidate.parameters,
                       .plan = make_plan(input),
                       .throughput = input.carries.value_or(0),
                       .bisection_share = cut_share(input.facts),
                       .growth = input.facts.hosts - request.hosts,
                       .most_hosts = family.most_hosts,
                       .capex = capex_of(input),
                       .cable_metres = {}};
  for (const Medium medium : all_media)
    network.cable_metres[static_cast<std::size_t>(medium)] = metres_of(input.cables, medium);
  return network;
}

/// A network that carries this part of what was requested is mentioned where it needs less.
constexpr double near_share = 0.99;

/// For one family: the best so far, and why others were rejected.
class BestOfFamily final : public CandidateSink {
 public:
  BestOfFamily(const PlanInput& like, const SizeRequest& request) : input_(like), request_(request) {}

  bool cheap_enough(std::int64_t switches) const override { return !best || at_least(switches) < measure_; }
  bool wants(std::int64_t switches, double throughput) override {
    most_throughput = std::max(most_throughput, throughput);
    if (!cheap_enough(switches)) return false;
    is_near_ = !reaches(throughput, request_.bisection);
    if (is_near_ && near_ && at_least(switches) >= near_measure_) return false;
    return reaches(throughput, is_near_ ? near_share * request_.bisection : request_.bisection);
  }
  void take(const Candidate& candidate) override {
    set_parts(input_, *candidate.quick);
    if (const Problems problems = check_links(input_); !problems.empty()) {
      if (misfit.empty()) misfit = problems.front().where + ": " + problems.front().what;
      return;
    }
    const double measure = check_power(input_).empty() ? network_power(input_, input_.settings.load).total().v
                                                       : static_cast<double>(input_.facts.switches);
    if (is_near_) {
      if (!near_ || measure < near_measure_) near_ = candidate, near_measure_ = measure;
    } else if (!best || measure < measure_) {
      best = candidate, measure_ = measure;
    }
  }
  /// A network with less power that carries nearly what was requested.
  const Candidate* near_miss() const { return best && near_ && near_measure_ < measure_ ? &*near_ : nullptr; }

  std::optional<Candidate> best;
  double most_throughput = 0;  ///< of all that hold the hosts; 0: there are none
  std::string misfit;          ///< of the first that carries enough, but does not fit its devices

 private:
  /// Returns the least power of this many switches, with the adapters of the requested hosts.
  double at_least(std::int64_t switches) const {
    if (!input_.switch_device.base.given || input_.settings.charge_by_ports) return 0;
    const double spine = input_.spine ? input_.spine->base.value.v : input_.switch_device.base.value.v;
    return std::min(spine, input_.switch_device.base.value.v) * static_cast<double>(switches) +
           input_.nic.base.value.v * static_cast<double>(request_.hosts);
  }

  PlanInput input_;
  const SizeRequest& request_;
  double measure_ = 0;  ///< of the best: its power, or its switches where power is unknown
  std::optional<Candidate> near_;
  double near_measure_ = 0;
  bool is_near_ = false;  ///< the candidate at hand
};

/// Returns why no network of the family is shown. Devices that do not fit come before insufficient
/// throughput.
std::string why_none(const NetworkFamily& family, const BestOfFamily& search, const SizeRequest& request) {
  if (!search.misfit.empty()) return search.misfit;
  const bool carries_less = search.most_throughput > 0 && !reaches(search.most_throughput, request.bisection);
  const std::string at_most =
      fmt::format("it carries {:.0f} % of uniform traffic at most", std::floor(100 * search.most_throughput));
  const auto most = family.most_hosts;
  if (most && *most < 2) return fmt::format("needs switches with more than {} ports", request.ports);
  if (most && *most < request.hosts)
    return fmt::format("has at most {} hosts with switches of {} ports{}", *most, request.ports,
                       carries_less ? "; with more, " + at_most : "");
  if (carries_less) return at_most;
  return fmt::format("ebb plans no shape of it for {} hosts and switches of {} ports", request.hosts,
                     request.ports);
}

/// "folded_clos, 3 levels: 476 switches carry 99.74 % of uniform traffic; ..."
std::string near_text(const PlanInput& like, const NetworkFamily& family, const Candidate& near,
                      const SizeRequest& request) {
  const Facts facts = facts_with(*near.topology, like.cables);
  const double carries = ideal_throughput(*near.topology, facts, like.cables).value_or(0);
  const double percent = std::floor(10'000 * carries) / 100;
  return fmt::format(
      "{}: {} switches carry {:.4g} % of uniform traffic, {:.4g} % of what is requested; "
      "--bisection {:.4g} shows them",
      family.name, facts.switches, percent, 100 * carries / request.bisection, percent / 100);
}

}  // namespace

SizeResult size_networks(const PlanInput& like, SizeRequest request, const SizeWatch& watch) {
  request.ports = ports_at_rate(like, like.spine ? *like.spine : like.switch_device, like.cables.rate);
  request.copper_metres = metres_of(like.cables, Medium::copper);
  if (has_access_of_its_own(like)) request.access = access_ports(like);
  request.own_spines = like.spine.has_value();
  request.faster = inner_over_hosts(like.cables);
  SizeResult result;
  if (request.own_spines)
    result.notes.push_back(
        "plan.spine is for switches without hosts: only folded Clos networks, which have some, were "
        "searched");
  const std::vector<NetworkFamily> families = network_families(request);
  for (std::size_t i = 0; i < families.size(); ++i) {
    const NetworkFamily& family = families[i];
    if (watch) watch(fmt::format("{} ({} of {})", family.name, i + 1, families.size()));
    BestOfFamily search(like, request);
    each_candidate(family, request, search);
    if (search.best)
      result.networks.push_back(sized(planned(like, *search.best), family, *search.best, request));
    else
      result.others.push_back({family.name, why_none(family, search, request)});
    if (const Candidate* near = search.near_miss())
      result.notes.push_back(near_text(like, family, *near, request));
  }
  return result;
}

}  // namespace ebb::inline planner
