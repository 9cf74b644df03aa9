#include "fabric/agent/off/off_program.hpp"

#include <fmt/format.h>

#include <map>

#include "network/demand.hpp"
#include "network/distance.hpp"

namespace ebb::inline fabric {
namespace {

/// Rates are in gigabits per second: solvers are numerically weak with large numbers beside small ones.
constexpr double giga = 1e9;

class Program {
 public:
  Program(const OffRequest& request, const PartPower& power)
      : request_(request), network_(request.network), power_(power), hosts_(hosts_by_switch(network_)) {
    for (PortId p = 0; p < network_.switch_ports(); ++p)
      if (joins_switches(network_, p)) channels_.push_back(p);
    const SwitchDemand rates = demand_of_switches(network_, request.demand);
    for (SwitchId from = 0; from < rates.switches(); ++from)
      for (SwitchId to = 0; to < rates.switches(); ++to)
        if (rates.at(from, to) > 0) wanted_[from][to] = rates.at(from, to) / giga;
  }

  std::string text() {
    std::string out = "Minimize\n power: " + objective() + "\nSubject To\n";
    for (const auto& [from, wanted] : wanted_) add_flow(out, fmt::format("f{}", from), from, wanted);
    add_limits(out);
    add_connection(out);
    for (const PortId p : channels_)
      if (hosts_[network_.owner[p]] == 0)
        out += fmt::format(" x{} - y{} <= 0\n", cable(p), network_.owner[p]);
    out += "Binaries\n";
    for (const PortId p : channels_)
      if (p < network_.peer[p]) out += fmt::format(" x{}\n", p);
    for (SwitchId s = 0; s < network_.switches(); ++s)
      if (hosts_[s] == 0) out += fmt::format(" y{}\n", s);
    return out + "End\n";
  }

 private:
  using Wanted = std::map<SwitchId, double>;

  PortId cable(PortId p) const { return std::min(p, network_.peer[p]); }

  /// The constant term is the power that is always on. Solvers read it as a fixed variable.
  std::string objective() const {
    CableSet none(network_);
    for (const PortId p : channels_) none.set(network_, p, false);
    std::string sum;
    for (const PortId p : channels_)
      if (p < network_.peer[p]) sum += fmt::format("{:g} x{} + ", 2 * power_.port, p);
    for (SwitchId s = 0; s < network_.switches(); ++s)
      if (hosts_[s] == 0) sum += fmt::format("{:g} y{} + ", power_.base, s);
    return sum + fmt::format("{:.12g} always", power_of(network_, none, power_));
  }

  /// Flow conservation: inflow equals outflow, except for traffic that starts or ends at the switch.
  void add_flow(std::string& out, const std::string& name, SwitchId from, const Wanted& wanted) const {
    double all = 0;
    for (const auto& [to, rate] : wanted) all += rate;
    for (SwitchId s = 0; s < network_.switches(); ++s) {
      std::string sum;
      for (PortId p = network_.first_port[s]; p < network_.first_port[s + 1]; ++p)
        if (joins_switches(network_, p))
          sum += fmt::format(" + {0}_{1} - {0}_{2}", name, p, network_.peer[p]);
      const auto here = wanted.find(s);
      const double leaves = s == from ? all : here == wanted.end() ? 0 : -here->second;
      if (!sum.empty()) out += fmt::format("{} = {:.12g}\n", sum, leaves);
    }
  }

  /// Capacity: no channel carries more than the allowed fraction of its rate, and nothing when it is off.
  void add_limits(std::string& out) const {
    if (wanted_.empty()) return;
    for (const PortId p : channels_) {
      for (const auto& [from, wanted] : wanted_) out += fmt::format(" + f{}_{}", from, p);
      out += fmt::format(" - {:.12g} x{} <= 0\n",
                         request_.max_utilisation * static_cast<double>(network_.link(p).rate.v) / giga,
                         cable(p));
    }
  }

  /// Connectivity: the first switch with hosts sends one unit of flow to each other one.
  void add_connection(std::string& out) const {
    Wanted grains;
    SwitchId root = no_id;
    for (SwitchId s = 0; s < network_.switches(); ++s)
      if (hosts_[s] > 0) root == no_id ? void(root = s) : void(grains[s] = 1);
    if (grains.empty()) return;
    add_flow(out, "g", root, grains);
    for (const PortId p : channels_) out += fmt::format(" g_{} - {} x{} <= 0\n", p, grains.size(), cable(p));
    out += " always = 1\n";
  }

  const OffRequest& request_;
  const Network& network_;
  const PartPower power_;
  const std::vector<std::uint32_t> hosts_;
  std::vector<PortId> channels_;       ///< between switches, by the sending port
  std::map<SwitchId, Wanted> wanted_;  ///< gigabits per second between switches
};

}  // namespace

double power_of(const Network& network, const CableSet& on, const PartPower& power) {
  const auto hosts = hosts_by_switch(network);
  double watts = 0;
  for (SwitchId s = 0; s < network.switches(); ++s) {
    bool in_use = hosts[s] > 0;
    for (PortId p = network.first_port[s]; p < network.first_port[s + 1]; ++p) {
      if (!on.has(p)) continue;
      watts += power.port;
      in_use = true;
    }
    if (in_use) watts += power.base;
  }
  return watts;
}

std::string least_power_program(const OffRequest& request, const PartPower& power) {
  return Program(request, power).text();
}

}  // namespace ebb::inline fabric
