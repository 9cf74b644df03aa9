#include "fabric/agent/off/off_search.hpp"

#include <algorithm>

#include "fabric/openflow/program_walk.hpp"
#include "network/distance.hpp"

namespace ebb::inline fabric {
namespace {

double fullest(const Network& network, const std::vector<double>& loads) {
  double most = 0;
  for (PortId p = 0; p < loads.size(); ++p)
    most = std::max(most, loads[p] / static_cast<double>(network.link(p).rate.v));
  return most;
}

std::vector<PortId> cables_on(const Network& network, const CableSet& routes) {
  std::vector<PortId> cables;
  for (PortId p = 0; p < network.switch_ports(); ++p)
    if (joins_switches(network, p) && p < network.peer[p] && routes.has(p)) cables.push_back(p);
  return cables;
}

class Search {
 public:
  explicit Search(const OffRequest& request) : request_(request), on_(request.network) {}

  OffPlan run() {
    if (carries(request_, on_)) {
      drop_switches();
      drop_cables(no_id);
      exchange();
    }
    OffPlan plan{on_, order_, {}, fullest(request_.network, channel_loads(request_, on_))};
    const auto hosts = hosts_by_switch(request_.network);
    for (SwitchId s = 0; s < request_.network.switches(); ++s)
      if (hosts[s] == 0 && cables_of(s, on_).empty()) plan.switches_off.push_back(s);
    return plan;
  }

 private:
  std::vector<PortId> cables_of(SwitchId s, const CableSet& routes) const {
    const Network& network = request_.network;
    std::vector<PortId> cables;
    for (PortId p = network.first_port[s]; p < network.first_port[s + 1]; ++p)
      if (joins_switches(network, p) && routes.has(p)) cables.push_back(std::min(p, network.peer[p]));
    return cables;
  }
  bool try_without(const std::vector<PortId>& cables) {
    CableSet fewer = on_;
    for (const PortId p : cables) fewer.set(request_.network, p, false);
    if (cables.empty() || !carries(request_, fewer)) return false;
    on_ = std::move(fewer);
    order_.insert(order_.end(), cables.begin(), cables.end());
    return true;
  }
  /// Starts from the last switch: traffic concentrates on the first ones, as ElasticTree packs it to the
  /// left.
  void drop_switches() {
    const auto hosts = hosts_by_switch(request_.network);
    for (SwitchId s = request_.network.switches(); s-- > 0;)
      if (hosts[s] == 0) try_without(cables_of(s, on_));
  }
  void drop_cables(PortId but_not) {
    const Network& network = request_.network;
    const std::vector<double> loads = channel_loads(request_, on_);
    std::vector<PortId> cables = cables_on(network, on_);
    const auto load = [&](PortId p) { return loads[p] + loads[network.peer[p]]; };
    std::stable_sort(cables.begin(), cables.end(), [&](PortId a, PortId b) { return load(a) < load(b); });
    for (const PortId p : cables)
      if (p != but_not) try_without({p});
  }
  /// Repeatedly brings one cable back if at least two others can go off instead.
  void exchange() {
    constexpr std::size_t most_tries = 200;
    std::size_t tries = 0;
    for (bool better = true; better;) {
      better = false;
      for (const PortId back : std::vector<PortId>(order_)) {
        if (++tries > most_tries) return;
        const CableSet before = on_;
        const std::vector<PortId> order_before = order_;
        on_.set(request_.network, back, true);
        std::erase(order_, back);
        drop_cables(back);
        if (order_.size() > order_before.size()) {
          better = true;
          break;
        }
        on_ = before, order_ = order_before;
      }
    }
  }

  const OffRequest& request_;
  CableSet on_;
  std::vector<PortId> order_;
};

}  // namespace

std::vector<double> channel_loads(const OffRequest& request, const CableSet& routes) {
  const auto walk = request.tables.walk(routes);
  if (!walk) return {};
  std::vector<double> loads(request.network.switch_ports(), 0);
  constexpr std::uint16_t ipv4 = 0x0800;
  for (const HostDemand& demand : request.demand) {
    if (demand.from == demand.to || demand.bits_per_second <= 0) continue;
    const ProgramWalk::Way way = walk->follow(demand.from, demand.to, ipv4);
    if (!way.delivered) return {};
    for (const ProgramWalk::Visit& visit : way.visits) {
      if (!routes.has(visit.out)) return {};
      loads[visit.out] += demand.bits_per_second;
    }
  }
  return loads;
}

bool carries(const OffRequest& request, const CableSet& routes) {
  if (!survives(request.network, routes, request.spare)) return false;
  const std::vector<double> loads = channel_loads(request, routes);
  return !loads.empty() && fullest(request.network, loads) <= request.max_utilisation;
}

OffPlan search_off(const OffRequest& request) { return Search(request).run(); }

}  // namespace ebb::inline fabric
