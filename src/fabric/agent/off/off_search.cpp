#include "fabric/agent/off/off_search.hpp"

#include <algorithm>
#include <utility>

#include "fabric/agent/off/off_loads.hpp"
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

/// Whether all demands arrive, and no channel carries too much.
bool are_light(const OffRequest& request, const std::vector<double>& loads) {
  return !loads.empty() && fullest(request.network, loads) <= request.max_utilisation;
}

class Search {
 public:
  explicit Search(const OffRequest& request)
      : request_(request), loads_(request.network, request.tables, request.demand) {}

  OffPlan run() {
    const Network& network = request_.network;
    if (survives(network, loads_.on(), request_.spare) && loads_.fits(request_.max_utilisation)) {
      drop_switches();
      drop_cables(no_id);
      exchange();
    }
    OffPlan plan{.on = loads_.on(),
                 .order = order_,
                 .switches_off = {},
                 .loads = channel_loads(request_, loads_.on()),
                 .partial = stopped_};
    plan.most_filled = fullest(network, plan.loads);
    plan.carried = survives(network, plan.on, request_.spare) && are_light(request_, plan.loads);
    const auto hosts = hosts_by_switch(network);
    for (SwitchId s = 0; s < network.switches(); ++s)
      if (hosts[s] == 0 && cables_of(s).empty()) plan.switches_off.push_back(s);
    return plan;
  }

 private:
  std::vector<PortId> cables_of(SwitchId s) const {
    const Network& network = request_.network;
    std::vector<PortId> cables;
    for (PortId p = network.first_port[s]; p < network.first_port[s + 1]; ++p)
      if (joins_switches(network, p) && loads_.on().has(p)) cables.push_back(std::min(p, network.peer[p]));
    return cables;
  }
  bool try_without(const std::vector<PortId>& cables) {
    if (cables.empty() || stops() || !survives_without(cables)) return false;
    if (!loads_.remove(cables, request_.max_utilisation)) return false;
    order_.insert(order_.end(), cables.begin(), cables.end());
    return true;
  }
  bool stops() {
    const OffObserver* observer = request_.observer;
    if (!observer) return false;
    if (observer->progress) observer->progress(order_.size(), cables_);
    return stopped_ = stopped_ || (observer->stop && *observer->stop);
  }
  bool survives_without(const std::vector<PortId>& cables) const {
    if (request_.spare == 0) return true;  // the loads notice what is cut off
    CableSet fewer = loads_.on();
    for (const PortId p : cables) fewer.set(request_.network, p, false);
    return survives(request_.network, fewer, request_.spare);
  }
  /// Starts from the last switch: traffic concentrates on the first ones, as ElasticTree packs it to the
  /// left.
  void drop_switches() {
    const auto hosts = hosts_by_switch(request_.network);
    for (SwitchId s = request_.network.switches(); s-- > 0;)
      if (hosts[s] == 0) try_without(cables_of(s));
  }
  void drop_cables(PortId but_not) {
    const Network& network = request_.network;
    std::vector<std::pair<std::int64_t, PortId>> cables;  // with their loads now
    for (const PortId p : cables_on(network, loads_.on()))
      cables.emplace_back(loads_.load(p) + loads_.load(network.peer[p]), p);
    std::sort(cables.begin(), cables.end());
    for (const auto& [load, p] : cables)
      if (p != but_not) try_without({p});
  }
  /// Repeatedly brings one cable back if at least two others can go off instead.
  void exchange() {
    constexpr std::size_t most_tries = 200;
    constexpr std::uint64_t most_work = 30'000'000;  // seconds: large networks get fewer tries
    const std::uint64_t begin = loads_.work();
    std::size_t tries = 0;
    for (bool better = true; better;) {
      better = false;
      for (const PortId back : std::vector<PortId>(order_)) {
        if (++tries > most_tries || stopped_ || loads_.work() - begin > most_work) return;
        const CableSet before = loads_.on();
        const std::vector<PortId> order_before = order_;
        CableSet more = before;
        more.set(request_.network, back, true);
        loads_.set(more);
        std::erase(order_, back);
        if (loads_.fits(request_.max_utilisation)) drop_cables(back);  // one more cable may fill another
        if (order_.size() > order_before.size()) {
          better = true;
          break;
        }
        loads_.set(before), order_ = order_before;
      }
    }
  }

  const OffRequest& request_;
  OffLoads loads_;
  std::vector<PortId> order_;
  const std::size_t cables_ = cables_on(request_.network, loads_.on()).size();
  bool stopped_ = false;
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
  return are_light(request, channel_loads(request, routes));
}

OffPlan search_off(const OffRequest& request) { return Search(request).run(); }

}  // namespace ebb::inline fabric
