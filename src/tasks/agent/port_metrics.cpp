#include "tasks/agent/port_metrics.hpp"

#include <fmt/format.h>

#include <tuple>

#include "fabric/inventory/inventory.hpp"
#include "fabric/inventory/names.hpp"
#include "network/network.hpp"
#include "power/control/rate_levels.hpp"
#include "tasks/agent/agent_figures.hpp"
#include "tasks/agent/metric_text.hpp"

namespace ebb::inline tasks {
namespace {

std::string switches_text(const Network& network, const AgentEnergy& energy) {
  if (!energy.known()) return "";
  std::string watts = metric_head("ebb_agent_switch_watts", "gauge",
                                  "Power of each switch, now and with all on, by a model."),
              joules = metric_head(
                  "ebb_agent_switch_energy_joules_total", "counter",
                  "Energy of each switch since the start, and of the same with all on, by a model.");
  for (SwitchId s = 0; s < network.switches(); ++s) {
    DomainEnergy sum{"", {}, {}, {}, {}};
    for (const DomainEnergy& domain : energy.by_switch()[s]) {
      sum.now.v += domain.now.v, sum.full.v += domain.full.v;
      sum.used.v += domain.used.v, sum.used_full.v += domain.used_full.v;
    }
    const std::string name = in_quotes(switch_name(network, s));
    for (const auto& [state, now, used] :
         {std::tuple{"now", sum.now.v, sum.used.v}, {"full", sum.full.v, sum.used_full.v}}) {
      const std::string labels = fmt::format("{{switch={},state=\"{}\"}}", name, state);
      watts += fmt::format("ebb_agent_switch_watts{} {}\n", labels, now);
      joules += fmt::format("ebb_agent_switch_energy_joules_total{} {}\n", labels, used);
    }
  }
  return watts + joules;
}

/// As the inventory names it, which is what operators see on the switch.
std::string name_on_switch(const AgentSession& session, const Network& network, PortId p) {
  const SwitchId s = network.owner[p];
  const PortId local = p - network.first_port[s];
  const auto& switches = session.fabric.inventory.switches;
  return s < switches.size() && local < switches[s].ports.size() ? switches[s].ports[local]
                                                                 : fmt::format("{}", local + 1);
}

std::string ports_text(const Agent& agent, const AgentSession& session) {
  const Network& network = agent.network();
  std::string rates = metric_head("ebb_agent_port_rate_bytes_per_second", "gauge",
                                  "Rate that the policy chose for each driven port; 0: off."),
              bytes = metric_head("ebb_agent_port_sent_bytes_total", "counter",
                                  "Bytes that each driven port has sent since the start."),
              joules;
  for (const AgentPort& port : agent_ports(agent, session)) {
    const std::string labels = fmt::format(
        "switch={},port={},peer={}", in_quotes(switch_name(network, network.owner[port.port])),
        in_quotes(name_on_switch(session, network, port.port)), in_quotes(peer_name(network, port.port)));
    rates += fmt::format("ebb_agent_port_rate_bytes_per_second{{{}}} {}\n", labels,
                         static_cast<double>(port.rate.v) / 8);
    bytes += fmt::format("ebb_agent_port_sent_bytes_total{{{}}} {}\n", labels, port.sent_bytes);
    if (port.used && port.used_full)
      for (const auto& [state, used] : {std::tuple{"now", port.used->v}, {"full", port.used_full->v}})
        joules +=
            fmt::format("ebb_agent_port_energy_joules_total{{{},state=\"{}\"}} {}\n", labels, state, used);
  }
  if (joules.empty()) return rates + bytes;
  return rates + bytes +
         metric_head("ebb_agent_port_energy_joules_total", "counter",
                     "Energy of each driven port since the start (time in state times its power, by a "
                     "model), and at full rate.") +
         joules;
}

}  // namespace

std::string port_metrics(const Agent& agent, const AgentSession& session, const AgentEnergy& energy) {
  return switches_text(agent.network(), energy) + ports_text(agent, session);
}

}  // namespace ebb::inline tasks
