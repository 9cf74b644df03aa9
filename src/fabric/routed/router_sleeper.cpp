#include "fabric/routed/router_sleeper.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ebb::inline fabric {
namespace {

constexpr std::uint32_t probes = 5;  ///< packets of a round, per link

bool is_full(const std::vector<OspfNeighbour>& neighbours, const std::string& port) {
  return std::ranges::any_of(neighbours,
                             [&](const OspfNeighbour& one) { return one.port == port && one.full; });
}

}  // namespace

RouterSleeper::RouterSleeper(FrrRouter& router, std::vector<SleeperLink> links, SleepLimits limits,
                             SleepPhase phase, TransitPrefixes before)
    : router_(router),
      links_(std::move(links)),
      gone_(links_.size(), false),
      machine_(router.name(), limits, phase),
      before_(std::move(before)) {}

std::vector<std::size_t> RouterSleeper::present() const {
  std::vector<std::size_t> links;
  for (std::size_t k = 0; k < links_.size(); ++k)
    if (!gone_[k]) links.push_back(k);
  return links;
}

Problems RouterSleeper::sleep() {
  machine_.sleep();
  if (machine_.phase() != SleepPhase::awake) return {};  // the routes before it are known, or never were
  machine_.wake();
  SleepView view;
  TransitPrefixes before(links_.size());
  const auto own = router_.kernel_routes();
  if (!own) return own.problems();
  attached_ = attached_prefixes(*own);
  for (const std::size_t k : present()) {
    const auto ospf = links_[k].neighbour->ospf_routes();
    if (!ospf) return ospf.problems();
    if (Problems problems = see_gaps(*links_[k].neighbour, *ospf, view); !problems.empty()) return problems;
    before[k] = transit_by(*ospf, links_[k].neighbour_port, attached_);
  }
  if (view.gap) return {*view.gap};  // the paths that would carry its traffic are not all there
  before_ = std::move(before);
  own_ = *own;
  machine_.sleep();
  return {};
}

Problems RouterSleeper::step(RouterSleep::Time now) {
  SleepView view;
  Problems problems = observe(view);
  if (!problems.empty()) view.unread = fmt::format("{}: {}", problems[0].where, problems[0].what);
  Problems refused = act(machine_.step(view, now));
  problems.insert(problems.end(), refused.begin(), refused.end());
  return problems;
}

/// Reads only what the phase needs: each command costs some tens of milliseconds.
Problems RouterSleeper::observe(SleepView& view) {
  view.ports = static_cast<std::uint32_t>(links_.size());
  view.knows_routes = !before_.empty();
  switch (machine_.phase()) {
    case SleepPhase::awake:
    case SleepPhase::retrying:
      return {};
    case SleepPhase::draining:
    case SleepPhase::quieting:
      if (Problems problems = see_drain(view); !problems.empty()) return problems;
      return see_counters(view);
    case SleepPhase::asleep:
      return see_counters(view);
    case SleepPhase::linking:
      return see_adjacencies(view);
    case SleepPhase::routing:
      return see_routes(view);
    case SleepPhase::probing:
      if (Problems problems = see_routes(view); !problems.empty()) return problems;
      return probe(view);
  }
  return {};
}

Problems RouterSleeper::see_drain(SleepView& view) {
  const auto drained = router_.is_drained();
  if (!drained) return drained.problems();
  view.drained = *drained;
  if (attached_.empty())  // it was asleep when we started
    if (const auto own = router_.kernel_routes()) attached_ = attached_prefixes(*own);
  for (const std::size_t k : present()) {
    const SleeperLink& link = links_[k];
    const auto routes = link.neighbour->kernel_routes();
    if (!routes) return routes.problems();
    const auto crossing = transit_by(*routes, link.neighbour_port, attached_);
    if (!crossing.empty())
      view.transit = fmt::format("{} still forwards {} by it", link.neighbour->name(), *crossing.begin());
  }
  return {};
}

Problems RouterSleeper::see_counters(SleepView& view) {
  const auto now = router_.links();
  if (!now) return now.problems();
  for (const SleeperLink& link : links_) {
    const auto found = now->find(link.port);
    if (found == now->end())
      return {{router_.name(), fmt::format("has no port {}", link.port), "compare `ip link`"}};
    view.frames += found->second.sent_frames + found->second.received_frames;
    if (found->second.enabled) view.port_on = link.port;
  }
  return {};
}

/// Its own kernel must have all routes, too, before neighbours may send it packets: they may learn of it
/// before it has learnt where to forward to.
Problems RouterSleeper::see_adjacencies(SleepView& view) {
  const auto own = router_.neighbours();
  if (!own) return own.problems();
  for (const std::size_t k : present()) {
    const SleeperLink& link = links_[k];
    const auto theirs = link.neighbour->neighbours();
    if (!theirs) return theirs.problems();
    if (!is_full(*own, link.port) || !is_full(*theirs, link.neighbour_port))
      view.not_full = fmt::format("port {} has no full adjacency with {}", link.port, link.neighbour->name());
  }
  const auto kernel = router_.kernel_routes();
  if (!kernel) return kernel.problems();
  for (const auto& [prefix, route] : own_) {
    const auto now = kernel->find(prefix);
    if (now == kernel->end() || now->second.hops.empty() ||
        !std::ranges::includes(route.hops,
                               now->second.hops))  // a detour may lead back to who sent the packet
      view.not_ready = fmt::format("its kernel does not reach {} as before", prefix);
  }
  return {};
}

Problems RouterSleeper::see_routes(SleepView& view) {
  const auto drained = router_.is_drained();
  if (!drained) return drained.problems();
  view.drained = *drained;
  for (const std::size_t k : present()) {
    const SleeperLink& link = links_[k];
    const auto ospf = link.neighbour->ospf_routes();
    if (!ospf) return ospf.problems();
    const auto crossing = transit_by(*ospf, link.neighbour_port, {});
    for (const std::string& prefix : k < before_.size() ? before_[k] : std::set<std::string>{})
      if (!crossing.contains(prefix))
        view.not_routed = fmt::format("OSPF of {} does not reach {} by it", link.neighbour->name(), prefix);
    if (Problems problems = see_gaps(*link.neighbour, *ospf, view); !problems.empty()) return problems;
  }
  const auto own = router_.ospf_routes();
  if (!own) return own.problems();
  return see_gaps(router_, *own, view);
}

Problems RouterSleeper::see_gaps(FrrRouter& router, const RoutedPrefixes& ospf, SleepView& view) {
  const auto zebra = router.zebra_routes();
  if (!zebra) return zebra.problems();
  const auto kernel = router.kernel_routes();
  if (!kernel) return kernel.problems();
  const auto gaps = find_gaps(ospf, *zebra, *kernel);
  if (gaps.empty()) return {};
  const GapText text = describe(gaps.front());
  view.gap = Problem{router.name(), text.what, text.hint};
  return {};
}

/// The address to which the neighbour of a link sends packets so that they cross the router and no other one:
/// of the next neighbour's port to the router. A lone neighbour sends them to the router itself.
Result<std::string> RouterSleeper::address_beyond(std::size_t from) {
  const std::vector<std::size_t> there = present();
  const auto next = std::ranges::upper_bound(there, from);
  const SleeperLink& to = links_[next == there.end() ? there.front() : *next];
  const bool alone = there.size() == 1;
  const auto neighbours = alone ? to.neighbour->neighbours() : router_.neighbours();
  if (!neighbours) return neighbours.problems();
  for (const OspfNeighbour& one : *neighbours)
    if (one.port == (alone ? to.neighbour_port : to.port)) return one.address;
  return Problem{router_.name(),
                 fmt::format("lost its adjacency with {} during the proof", to.neighbour->name()),
                 "the proof starts again"};
}

/// Each neighbour sends packets through the router to the next one, so that every link carries them both
/// ways. The router's own counters must show them.
Problems RouterSleeper::probe(SleepView& view) {
  const auto before = router_.links();
  if (!before) return before.problems();
  view.probed = true;
  for (const std::size_t k : present()) {
    const auto address = address_beyond(k);
    if (!address) return address.problems();
    const auto answered = links_[k].neighbour->ping(links_[k].neighbour_port, *address, probes);
    if (!answered) return answered.problems();
    if (*answered < probes) view.probed = false;
  }
  const auto after = router_.links();
  if (!after) return after.problems();
  for (const std::size_t k : present()) {
    const auto first = before->find(links_[k].port), last = after->find(links_[k].port);
    if (first == before->end() || last == after->end() ||
        last->second.received_frames < first->second.received_frames + probes ||
        last->second.sent_frames < first->second.sent_frames + probes)
      view.probed = false;
  }
  return {};
}

Problems RouterSleeper::act(SleepAction action) {
  switch (action) {
    case SleepAction::none:
      return {};
    case SleepAction::drain:
    case SleepAction::undrain:
      return router_.drain(action == SleepAction::drain);
    case SleepAction::ports_off:
    case SleepAction::ports_on:
      return switch_ports(action == SleepAction::ports_on);
  }
  return {};
}

/// Both ends of each link, because both use power. One that refuses does not keep the others.
Problems RouterSleeper::switch_ports(bool on) {
  Problems problems;
  for (std::size_t k = 0; k < links_.size(); ++k) {
    const auto add = [&](Problems more) { problems.insert(problems.end(), more.begin(), more.end()); };
    add(router_.enable_port(links_[k].port, on));
    if (!gone_[k]) add(links_[k].neighbour->enable_port(links_[k].neighbour_port, on));
  }
  return problems;
}

}  // namespace ebb::inline fabric
