#include "rules/igp/igp_loads.hpp"

#include <algorithm>
#include <functional>

namespace ebb::inline rules {

IgpLoads::IgpLoads(const IgpNetwork& network, const std::vector<IgpDemand>& demands, double scale)
    : network_(network),
      out_(network.size()),
      on_(network.links.size(), true),
      demands_(std::size_t{network.size()} * network.size(), 0),
      distances_(demands_.size(), unreachable),
      flows_(std::size_t{network.size()} * network.channels(), 0),
      at_router_(network.size(), 0) {
  for (IgpChannelId c = 0; c < network.channels(); ++c) out_[network.from(c)].push_back(c);
  for (const IgpDemand& d : demands)
    if (d.from != d.to) demands_[std::size_t{d.to} * network.size() + d.from] += scale * d.rate;
  set_all(on_);
}

void IgpLoads::set_all(const std::vector<bool>& on) {
  on_ = on;
  for (RouterId to = 0; to < network_.size(); ++to) route(to);
  sum_up();
  olds_ = 0, old_loads_ = loads_, old_cut_ = cut_, changed_ = 0;
}

void IgpLoads::set(IgpLinkId link, bool on) {
  old_loads_ = loads_, old_cut_ = cut_, olds_ = 0, changed_ = link;
  if (on_[link] == on) {
    changed_ = static_cast<IgpLinkId>(on_.size());
    return;
  }
  on_[link] = on;
  for (RouterId to = 0; to < network_.size(); ++to) {
    if (!changes_paths(to, link, on)) continue;
    if (olds_ == old_.size()) old_.emplace_back();
    Old& old = old_[olds_++];
    old.to = to;
    const auto distances = distances_.begin() + std::ptrdiff_t{to} * network_.size();
    const auto flows = flows_.begin() + std::ptrdiff_t{to} * network_.channels();
    old.distances.assign(distances, distances + network_.size());
    old.flows.assign(flows, flows + network_.channels());
    route(to);
  }
  if (olds_ > 0) sum_up();
}

void IgpLoads::undo() {
  if (changed_ < on_.size()) on_[changed_] = !on_[changed_];
  for (std::size_t i = 0; i < olds_; ++i) {
    const Old& old = old_[i];
    std::copy(old.distances.begin(), old.distances.end(),
              distances_.begin() + std::ptrdiff_t{old.to} * network_.size());
    std::copy(old.flows.begin(), old.flows.end(),
              flows_.begin() + std::ptrdiff_t{old.to} * network_.channels());
  }
  loads_ = old_loads_, cut_ = old_cut_, olds_ = 0, changed_ = static_cast<IgpLinkId>(on_.size());
}

/// A link off: was it on a shortest path? A link on: will it be?
bool IgpLoads::changes_paths(RouterId to, IgpLinkId link, bool on) {
  for (const IgpChannelId c : {2 * link, 2 * link + 1}) {
    const std::int64_t here = distance(to, network_.from(c)), next = distance(to, network_.to(c));
    if (next >= unreachable) continue;
    const std::int64_t by = network_.metric(c) + next;
    if (on ? by <= here : by == here) return true;
  }
  return false;
}

void IgpLoads::route(RouterId to) {
  find_distances(to);
  spread(to);
}

/// Dijkstra's search from the destination, against the channels.
void IgpLoads::find_distances(RouterId to) {
  for (RouterId s = 0; s < network_.size(); ++s) distance(to, s) = unreachable;
  distance(to, to) = 0;
  heap_.assign(1, {0, to});
  order_.clear();
  while (!heap_.empty()) {
    std::pop_heap(heap_.begin(), heap_.end(), std::greater<>());
    const auto [far, at] = heap_.back();
    heap_.pop_back();
    if (far > distance(to, at)) continue;
    order_.emplace_back(far, at);
    for (const IgpChannelId c : out_[at]) {
      if (!on_[c / 2]) continue;
      const RouterId neighbour = network_.to(c);
      const std::int64_t by = far + network_.metric(c ^ 1);
      if (by >= distance(to, neighbour)) continue;
      distance(to, neighbour) = by;
      heap_.emplace_back(by, neighbour);
      std::push_heap(heap_.begin(), heap_.end(), std::greater<>());
    }
  }
}

/// From the farthest router to the nearest: metrics are positive, so all that enters a router is known before
/// it is split.
void IgpLoads::spread(RouterId to) {
  for (IgpChannelId c = 0; c < network_.channels(); ++c) flow(to, c) = 0;
  for (RouterId s = 0; s < network_.size(); ++s)
    at_router_[s] = demands_[std::size_t{to} * network_.size() + s];
  for (std::size_t i = order_.size(); i-- > 1;) {
    const auto [far, at] = order_[i];
    const auto leads = [&, far = far](IgpChannelId c) {
      return on_[c / 2] && network_.metric(c) + distance(to, network_.to(c)) == far;
    };
    const auto ways = std::count_if(out_[at].begin(), out_[at].end(), leads);
    const double each = at_router_[at] / static_cast<double>(ways);
    for (const IgpChannelId c : out_[at])
      if (leads(c)) flow(to, c) = each, at_router_[network_.to(c)] += each;
  }
}

/// Always in the same order, so that rounding does not depend on earlier changes.
void IgpLoads::sum_up() {
  loads_.assign(network_.channels(), 0);
  for (RouterId to = 0; to < network_.size(); ++to)
    for (IgpChannelId c = 0; c < network_.channels(); ++c) loads_[c] += flow(to, c);
  cut_ = 0;
  for (const std::int64_t far : distances_) cut_ += far >= unreachable;
}

}  // namespace ebb::inline rules
