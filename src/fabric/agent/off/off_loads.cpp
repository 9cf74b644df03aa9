#include "fabric/agent/off/off_loads.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "network/distance.hpp"

namespace ebb::inline fabric {
namespace {

constexpr std::uint16_t unreachable = std::numeric_limits<std::uint16_t>::max();
constexpr std::uint16_t ipv4 = 0x0800;

}  // namespace

OffLoads::OffLoads(const Network& network, const DetourTables& tables, const std::vector<HostDemand>& demand)
    : network_(network),
      tables_(tables),
      on_(network),
      has_hosts_(network.switches(), false),
      demands_to_(tables.ends().size()),
      is_changed_(tables.ends().size(), false),
      seen_(tables.ends().size(), no_id) {
  if (auto walk = tables.walk(on_)) walk_.emplace(std::move(*walk));
  usual_ends_.resize(network.switch_ports());
  for (std::size_t e = 0; e < tables.ends().size(); ++e)
    for (SwitchId s = 0; s < network.switches(); ++s)
      for (const PortId p : tables.usual(s, e)) usual_ends_[p].push_back(static_cast<std::uint32_t>(e));
  std::vector<std::size_t> end_of(network.switches(), 0);
  for (std::size_t e = 0; e < tables.ends().size(); ++e)
    end_of[tables.ends()[e]] = e, has_hosts_[tables.ends()[e]] = true;
  for (const HostDemand& d : demand) {
    if (d.from == d.to || d.bits_per_second <= 0) continue;
    const std::size_t end = end_of[network.switch_of_host(d.to)];
    demands_to_[end].push_back(static_cast<std::uint32_t>(demands_.size()));
    demands_.push_back({d.from, d.to, std::llround(d.bits_per_second), end, {}, {}, false, {}});
  }
  set(on_);
  for (const std::uint16_t hops : hops_)
    if (hops != unreachable) farthest_ = std::max(farthest_, hops);
}

void OffLoads::set(const CableSet& on) {
  on_ = on;
  const std::size_t ends = tables_.ends().size();
  work_ += ends * network_.switches();
  hops_.assign(ends * network_.switches(), unreachable);
  detours_.assign(ends * network_.switches(), no_id);
  usual_off_.assign(ends, 0);
  loads_.assign(network_.switch_ports(), 0);
  for (std::size_t e = 0; e < ends; ++e) search(e);
  for (PortId p = 0; p < network_.switch_ports(); ++p)
    if (!on_.has(p))
      for (const std::uint32_t e : usual_ends_[p]) ++usual_off_[e];
  crossing_.assign(network_.switches(), {});
  for (std::uint32_t d = 0; d < demands_.size(); ++d) follow(demands_[d]), add_load(d, 1);
  old_entries_.clear(), old_usual_.clear(), changed_ends_.clear();
  is_changed_.assign(ends, false);
}

bool OffLoads::remove(const std::vector<PortId>& cables, double max_utilisation) {
  old_entries_.clear(), old_paths_.clear(), old_usual_.clear();
  cut_ = full_ = false;
  for (const PortId p : cables) remove_cable(p);
  if (!cut_) follow_again(max_utilisation);
  for (const std::size_t e : changed_ends_) is_changed_[e] = false;
  changed_ends_.clear();
  if (!cut_ && !full_) return true;
  undo(cables);
  return false;
}

bool OffLoads::fits(double max_utilisation) const {
  if (!walk_ || !std::all_of(demands_.begin(), demands_.end(), [](const Demand& d) { return d.delivered; }))
    return false;
  for (PortId p = 0; p < network_.switch_ports(); ++p)
    if (is_too_full(p, max_utilisation)) return false;
  return true;
}

bool OffLoads::leads_closer(std::size_t end, PortId port) const {
  if (!joins_switches(network_, port) || !on_.has(port)) return false;
  const std::uint16_t here = hops_[place(end, network_.owner[port])],
                      there = hops_[place(end, network_.owner[network_.peer[port]])];
  return here != unreachable && there + 1 == here;
}

/// Only the end of the cable that is farther from a destination can lose by it.
void OffLoads::remove_cable(PortId port) {
  const PortId back = network_.peer[port];
  on_.set(network_, port, false);
  std::size_t next = 0, next_back = 0;
  const auto lies_at = [](const std::vector<std::uint32_t>& ends, std::size_t& at, std::size_t e) {
    const bool found = at < ends.size() && ends[at] == e;
    at += found;
    return found;
  };
  for (std::size_t e = 0; e < tables_.ends().size() && !cut_; ++e) {
    ++work_;
    const std::uint32_t lost = std::uint32_t{lies_at(usual_ends_[port], next, e)} +
                               std::uint32_t{lies_at(usual_ends_[back], next_back, e)};
    for (std::uint32_t i = 0; i < lost; ++i) old_usual_.push_back(e);
    if (lost > 0 && usual_off_[e] == 0) {  // from now on its detours count
      if (!is_changed_[e]) is_changed_[e] = true, changed_ends_.push_back(e);
      old_entries_.push_back({e, no_id, 0, 0});
    }
    usual_off_[e] += lost;
    const std::uint16_t a = hops_[place(e, network_.owner[port])], b = hops_[place(e, network_.owner[back])];
    if (a != b) settle(e, network_.owner[a > b ? port : back]);
  }
}

std::uint16_t OffLoads::hops_by_neighbours(std::size_t end, SwitchId s) const {
  std::uint16_t least = unreachable;
  for (PortId p = network_.first_port[s]; p < network_.first_port[s + 1]; ++p)
    if (joins_switches(network_, p) && on_.has(p))
      least = std::min(least, hops_[place(end, network_.owner[network_.peer[p]])]);
  return least == unreachable ? unreachable : static_cast<std::uint16_t>(least + 1);
}

/// Raises the hops of switches that have lost their last port closer to the destination, and of those behind
/// them, until all agree with their neighbours. Switches that are cut off would count for ever: then all
/// hops are searched again.
void OffLoads::settle(std::size_t end, SwitchId from) {
  constexpr std::uint16_t patience = 16;
  std::vector<SwitchId> waiting{from};
  while (!waiting.empty()) {
    const SwitchId s = waiting.back();
    waiting.pop_back();
    if (s == tables_.ends()[end]) continue;
    ++work_;
    const std::uint16_t before = hops_[place(end, s)], now = hops_by_neighbours(end, s);
    if (now != unreachable && now > farthest_ + patience) return search(end);
    change(end, s, now);
    if (now == before) continue;
    for (PortId p = network_.first_port[s]; p < network_.first_port[s + 1]; ++p)
      if (joins_switches(network_, p) && on_.has(p)) waiting.push_back(network_.owner[network_.peer[p]]);
  }
}

void OffLoads::search(std::size_t end) {
  const std::vector<std::uint32_t> found = hops_to(network_, tables_.ends()[end], on_);
  for (SwitchId s = 0; s < network_.switches(); ++s)  // all hops first: detours look at neighbours
    if (const auto hops = static_cast<std::uint16_t>(std::min<std::uint32_t>(found[s], unreachable));
        hops != hops_[place(end, s)]) {
      old_entries_.push_back({end, s, hops_[place(end, s)], detours_[place(end, s)]});
      hops_[place(end, s)] = hops;
    }
  for (SwitchId s = 0; s < network_.switches(); ++s) change(end, s, hops_[place(end, s)]);
}

/// Sets the hops, and the detour that follows from them and from those of the neighbours.
void OffLoads::change(std::size_t end, SwitchId s, std::uint16_t hops) {
  const std::size_t at = place(end, s);
  const Entry old{end, s, hops_[at], detours_[at]};
  hops_[at] = hops;
  if (s == tables_.ends()[end]) return;
  detours_[at] =
      hops == unreachable ? no_id : tables_.detour(s, end, [&](PortId p) { return leads_closer(end, p); });
  if (hops == unreachable && has_hosts_[s]) cut_ = true;
  if (old.hops == hops && old.detour == detours_[at]) return;
  old_entries_.push_back(old);
  if (!is_changed_[end]) is_changed_[end] = true, changed_ends_.push_back(end);
}

/// Finds the demands whose path crosses a switch that has changed for their destination.
void OffLoads::find_demands() {
  marks_.clear();
  for (const Entry& entry : old_entries_)
    if (is_changed_[entry.end]) marks_.emplace_back(entry.at, entry.end);
  std::sort(marks_.begin(), marks_.end());
  marks_.erase(std::unique(marks_.begin(), marks_.end()), marks_.end());
  again_.clear();
  for (auto first = marks_.begin(); first != marks_.end();) {
    const SwitchId s = first->first;
    const auto last = std::find_if(first, marks_.end(), [&](const auto& mark) { return mark.first != s; });
    if (s == no_id) {  // all of these ends
      for (auto mark = first; mark != last; ++mark)
        again_.insert(again_.end(), demands_to_[mark->second].begin(), demands_to_[mark->second].end());
    } else {
      find_demands_at(s, {first, last});
    }
    first = last;
  }
  std::sort(again_.begin(), again_.end());
  again_.erase(std::unique(again_.begin(), again_.end()), again_.end());
}

/// Looks at the demands that leave the switch, or at those to the changed ends, whichever are fewer.
void OffLoads::find_demands_at(SwitchId s, std::span<const std::pair<SwitchId, std::size_t>> marks) {
  std::size_t to_ends = 0;
  for (const auto& mark : marks) to_ends += demands_to_[mark.second].size();
  constexpr std::size_t usual_hops = 4;
  if (to_ends * usual_hops < crossing_[s].size()) {
    for (const auto& mark : marks)
      for (const std::uint32_t d : demands_to_[mark.second])
        for (const PortId p : demands_[d].path)
          if (++work_; network_.owner[p] == s) {
            again_.push_back(d);
            break;
          }
    return;
  }
  for (const auto& mark : marks) seen_[mark.second] = s;
  for (const Crossing& crossing : crossing_[s])
    if (++work_; seen_[demands_[crossing.demand].end] == s) again_.push_back(crossing.demand);
  for (const auto& mark : marks) seen_[mark.second] = no_id;
}

void OffLoads::follow_again(double max_utilisation) {
  find_demands();
  for (const std::uint32_t d : again_) {
    Demand& demand = demands_[d];
    old_paths_.push_back({d, demand.path, demand.delivered});
    add_load(d, -1);
    follow(demand);
    add_load(d, 1);
    cut_ |= !demand.delivered;
    if (cut_) return;
  }
  for (const std::uint32_t d : again_)
    for (const PortId p : demands_[d].path) full_ |= is_too_full(p, max_utilisation);
}

PortId OffLoads::usual_port(Demand& demand, PortId in) {
  for (const auto& [from, out] : demand.usual)
    if (from == in) return out;
  const PortId out = walk_ ? walk_->out_of(demand.from, demand.to, ipv4, in) : no_id;
  demand.usual.emplace_back(in, out);
  return out;
}

void OffLoads::follow(Demand& demand) {
  demand.path.clear();
  demand.delivered = false;
  PortId at = network_.peer[network_.host_port(demand.from)];
  const SwitchId last = tables_.ends()[demand.end];
  while (demand.path.size() <= network_.switches()) {
    const SwitchId here = network_.owner[at];
    PortId out = DetourTables::usual_rule;
    if (here != last && usual_off_[demand.end] > 0) out = detours_[place(demand.end, here)];
    if (out == DetourTables::usual_rule) out = usual_port(demand, at);
    if (out == no_id || !on_.has(out)) return;
    demand.path.push_back(out);
    at = network_.peer[out];
    if (!network_.is_host_port(at)) continue;
    demand.delivered = network_.host_at(at) == demand.to;
    return;
  }
}

void OffLoads::add_load(std::uint32_t d, std::int64_t sign) {
  Demand& demand = demands_[d];
  if (sign > 0) demand.crossings.resize(demand.path.size());
  for (std::uint32_t hop = 0; hop < demand.path.size(); ++hop) {
    const PortId p = demand.path[hop];
    loads_[p] += sign * demand.bits;
    std::vector<Crossing>& all = crossing_[network_.owner[p]];
    if (sign > 0) {
      demand.crossings[hop] = static_cast<std::uint32_t>(all.size());
      all.push_back({d, hop});
      continue;
    }
    const Crossing last = all.back();  // it takes the place that becomes free
    all[demand.crossings[hop]] = last;
    demands_[last.demand].crossings[last.hop] = demand.crossings[hop];
    all.pop_back();
  }
}

bool OffLoads::is_too_full(PortId port, double max_utilisation) const {
  return static_cast<double>(loads_[port]) / static_cast<double>(network_.link(port).rate.v) >
         max_utilisation;
}

void OffLoads::undo(const std::vector<PortId>& cables) {
  for (const PortId p : cables) on_.set(network_, p, true);
  for (const std::size_t e : old_usual_) --usual_off_[e];
  for (auto old = old_entries_.rbegin(); old != old_entries_.rend(); ++old)
    if (old->at != no_id)
      hops_[place(old->end, old->at)] = old->hops, detours_[place(old->end, old->at)] = old->detour;
  for (OldPath& old : old_paths_) {
    Demand& demand = demands_[old.demand];
    add_load(old.demand, -1);
    demand.path = std::move(old.path), demand.delivered = old.delivered;
    add_load(old.demand, 1);
  }
}

}  // namespace ebb::inline fabric
