#include "tasks/agent/agent_figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/medium.hpp"
#include "experiment/device/power_tables.hpp"
#include "fabric/agent/cable_state.hpp"
#include "network/network.hpp"
#include "power/control/rate_levels.hpp"
#include "power/device/device.hpp"
#include "power/device/domain_power.hpp"
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

std::vector<AgentPort> agent_ports(const Agent& agent, const AgentSession& session) {
  const Network& network = agent.network();
  const RateLevels& levels = agent.control().levels;
  const PowerTable* table = session.tables.empty() ? nullptr : &chosen_table(session);
  std::vector<ChannelPower> by_class;
  for (const LinkClass& link : network.classes)
    by_class.push_back(table && !table->proportional ? power_under(*table, link, levels) : ChannelPower{});
  std::vector<AgentPort> ports;
  std::vector<std::int64_t> times(2 * levels.size());
  for (PortId p = 0; p < network.switch_ports(); ++p) {
    if (!agent.channels()[p].controlled) continue;
    const PortCounters& counted = agent.counters(p);
    AgentPort& port = ports.emplace_back();
    port.port = p, port.sent_bytes = counted.bytes.sum();
    port.rate = levels.scaled_to(network.link(p).rate)[agent.channels()[p].control.level];
    const ChannelPower& power = by_class[network.link_class[p]];
    if (power.in.empty()) continue;
    std::fill(times.begin(), times.end(), 0);
    agent.add_times(p, times);
    ChannelUse use{{}, static_cast<double>(port.sent_bytes) * 8, static_cast<double>(counted.frames.sum())};
    for (const std::int64_t time : times) use.time_in.push_back({time});
    port.used = energy_of(use, power), port.used_full = always_full(use, power);
  }
  return ports;
}

std::vector<CablesInPhase> cables_by_phase(const Agent& agent) {
  std::vector<CablesInPhase> all;
  for (const std::string_view name : names_of(CablePhase{})) all.push_back({std::string(name), 0});
  for (const CableState& cable : agent.cables()) ++all[static_cast<std::size_t>(cable.phase)].cables;
  return all;
}

namespace {

/// Returns what the domains of these switches save now, by kind.
std::array<double, names_of(DomainKind{}).size()> saved_now(const Agent& agent, const Device& device,
                                                            SwitchId begin, SwitchId end) {
  const Network& network = agent.network();
  std::array<double, names_of(DomainKind{}).size()> saved{};
  for (const DomainPower& domain : domain_powers(device, Picoseconds{INT64_MAX}))
    for (SwitchId s = begin; s < end; ++s) {
      const PortId first = network.first_port[s];
      const auto medium = [&](std::int64_t port) {
        return network.link(first + static_cast<PortId>(port)).medium;
      };
      const auto is_off = [&](std::int64_t port) {
        const auto& channel = agent.channels()[first + static_cast<PortId>(port)];
        return channel.controlled && agent.control().levels[channel.control.level].v == 0;
      };
      saved[static_cast<std::size_t>(domain.kind)] +=
          saved_by(domain, domains_off(domain.shape, network.ports_of(s), medium, is_off)).v;
    }
  return saved;
}

}  // namespace

std::vector<AgentDomain> agent_domains(const Agent& agent, const AgentSession& session, SwitchId begin,
                                       SwitchId end) {
  const PowerTable& table = chosen_table(session);
  if (table.proportional) return {};
  const Device& device = table.device;
  const Network& network = agent.network();
  const RateLevels& levels = agent.control().levels;
  std::array<AgentDomain, names_of(DomainKind{}).size()> parts{};
  const auto part = [&](DomainKind kind) -> AgentDomain& { return parts[static_cast<std::size_t>(kind)]; };
  for (PortId p = network.first_port[begin]; p < network.first_port[end]; ++p) {
    if (!agent.channels()[p].controlled) continue;
    const Medium medium = table.medium.value_or(network.link(p).medium);
    const ChannelPower of = power_under(table, network.link(p), levels);
    const auto &now = of.in[agent.channels()[p].control.level], &full = of.in.back();
    if (!now || !full) return {};
    const PowerDomain* module = module_of(device, medium);
    const double share = module ? module->on.value.v / static_cast<double>(module->ports.value) : 0;
    part(DomainKind::port).now.v += now->v - share, part(DomainKind::port).full.v += full->v - share;
    part(DomainKind::module).now.v += share, part(DomainKind::module).full.v += share;
  }
  double stated = 0;
  for (const PowerDomain& domain : device.domains) {
    if (domain.kind == DomainKind::port || domain.kind == DomainKind::module) continue;
    const double times = domain.kind == DomainKind::base ? 1
                                                         : static_cast<double>(device.ports.value) /
                                                               static_cast<double>(domain.ports.value);
    const double watts = domain.on.value.v * times * static_cast<double>(end - begin);
    part(domain.kind).now.v += watts, part(domain.kind).full.v += watts, stated += watts;
  }
  if (stated == 0 && device.base.given) {
    const double watts = device.base.value.v * static_cast<double>(end - begin);
    part(DomainKind::base).now.v = part(DomainKind::base).full.v = watts;
  }
  const auto saved = saved_now(agent, device, begin, end);
  std::vector<AgentDomain> all;
  for (std::size_t kind = 0; kind < parts.size(); ++kind) {
    parts[kind].kind = name_of(static_cast<DomainKind>(kind));
    parts[kind].now.v -= saved[kind];
    if (parts[kind].full.v != 0) all.push_back(parts[kind]);
  }
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
  if (power.now && !table.proportional)
    power.now->v -= saved_now(agent, table.device, 0,
                              agent.network().switches())[static_cast<std::size_t>(DomainKind::module)];
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
