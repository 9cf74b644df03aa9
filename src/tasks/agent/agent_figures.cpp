#include "tasks/agent/agent_figures.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/medium.hpp"
#include "experiment/device/power_tables.hpp"
#include "fabric/agent/cable_state.hpp"
#include "network/network.hpp"
#include "power/control/rate_levels.hpp"
#include "power/device/device.hpp"
#include "power/device/energy.hpp"

namespace ebb::inline tasks {
namespace {

/// The first device that the user named, else the first table.
const PowerTable& chosen_table(const AgentSession& session) {
  const auto asked = std::find_if(session.tables.begin(), session.tables.end(),
                                  [](const PowerTable& table) { return table.asked_for; });
  return asked == session.tables.end() ? session.tables.front() : *asked;
}

/// `states` are those of the fastest channels.
ChannelPower power_under(const PowerTable& table, const LinkClass& link, const RateLevels& states) {
  const RateLevels own = states.scaled_to(link.rate);
  if (!table.proportional) return device_power(table.device, table.medium.value_or(link.medium), own);
  const LinkPower* row = table.device.link(Medium::copper, states.fastest());
  const double share = static_cast<double>(link.rate.v) / static_cast<double>(states.fastest().v);
  return proportional_power((row ? table.device.port_power(*row) : Watts{1}) * share, own);
}

}  // namespace

RunResult agent_result(const Agent& agent, const AgentSession& session) {
  const Network& network = agent.network();
  RunResult result;
  result.simulated = result.metered_until = agent.now();
  const std::size_t states = 2 * agent.control().levels.size();
  for (const LinkClass& link : network.classes) {
    ChannelKindResult& kind = result.channels.emplace_back();
    kind.name = link.name, kind.medium = link.medium, kind.rate = link.rate;
    kind.time_in.resize(states);
  }
  std::vector<std::int64_t> times(states);
  for (PortId p = 0; p < network.switch_ports(); ++p) {
    if (!agent.channels()[p].controlled) continue;
    ChannelKindResult& kind = result.channels[network.link_class[p]];
    std::fill(times.begin(), times.end(), 0);
    agent.add_times(p, times);
    for (std::size_t i = 0; i < states; ++i) kind.time_in[i].v += times[i];
    kind.bytes += agent.counters(p).bytes.sum();
    ++kind.channels;
  }
  std::erase_if(result.channels, [](const ChannelKindResult& kind) { return kind.channels == 0; });
  for (ChannelKindResult& kind : result.channels)
    kind.run_time_in = kind.time_in, kind.run_bytes = kind.bytes;
  read_energy(session.tables, agent.control().levels, network.switches(), result);
  return result;
}

std::vector<CablesInPhase> cables_by_phase(const Agent& agent) {
  std::vector<CablesInPhase> all;
  for (const std::string_view name : names_of(CablePhase{})) all.push_back({std::string(name), 0});
  for (const CableState& cable : agent.cables()) ++all[static_cast<std::size_t>(cable.phase)].cables;
  return all;
}

AgentPower agent_power(const Agent& agent, const AgentSession& session) {
  const PowerTable& table = chosen_table(session);
  const RateLevels& levels = agent.control().levels;
  AgentPower power{table.name, Watts{0}, Watts{0}};
  const auto add = [](std::optional<Watts>& to, const std::optional<Watts>& more) {
    to = to && more ? std::optional(*to + *more) : std::nullopt;
  };
  for (PortId p = 0; p < agent.network().switch_ports(); ++p) {
    if (!agent.channels()[p].controlled) continue;
    const ChannelPower of = power_under(table, agent.network().link(p), levels);
    add(power.now, of.in[agent.channels()[p].control.level]);
    add(power.full, of.in.back());
  }
  if (power.now && power.full && power.full->v > 0) power.of_full = power.now->v / power.full->v;
  // The ideal table knows ratios; it has watts only where its device states the full rate.
  if (table.proportional && !table.device.link(Medium::copper, levels.fastest()))
    power.now = power.full = std::nullopt;
  if (!power.now || !power.full)
    power.no_watts =
        table.proportional
            ? "no device table: name a switch that states these rates in [energy] devices "
              "(`ebb device list`)"
            : fmt::format("{} does not give the power of a port in each of its states", table.name);
  return power;
}

}  // namespace ebb::inline tasks
