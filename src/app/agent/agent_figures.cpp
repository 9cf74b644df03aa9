#include "app/agent/agent_figures.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/quantity.hpp"
#include "report/document/render.hpp"
#include "report/run/energy_table.hpp"

namespace ebb::inline app {
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

std::string rounded_text(Picoseconds time) {
  constexpr std::int64_t tenth_of_second = 100'000'000'000;
  return quantity_text(Picoseconds{time.v / tenth_of_second * tenth_of_second});
}

std::string phases_text(const Agent& agent) {
  std::string text;
  for (std::size_t i = 0; i < names_of(CablePhase{}).size(); ++i) {
    const auto phase = static_cast<CablePhase>(i);
    const auto count = std::count_if(agent.cables().begin(), agent.cables().end(),
                                     [&](const CableState& c) { return c.phase == phase; });
    if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, name_of(phase));
  }
  return text;
}

/// The share of the time that all channels spent at each rate.
Table rates_table(const RunResult& result, const RateLevels& levels) {
  Table table{.title = "time at each rate",
              .columns = {{"rate", "rate"}, {"time_percent", "time", "%", Align::right, 2}},
              .rows = {}};
  std::vector<double> at(levels.size() + 1, 0);
  double all = 0;
  for (const ChannelKindResult& kind : result.channels)
    for (std::size_t i = 0; i < kind.time_in.size(); ++i)
      at[std::min(i, levels.size())] += kind.time_in[i].seconds(), all += kind.time_in[i].seconds();
  for (std::size_t i = 0; i < at.size(); ++i) {
    const std::string name = i == levels.size() ? "changing"
                             : levels[i].v == 0 ? "off"
                                                : quantity_text(levels[i]);
    table.add({name, all > 0 ? at[i] / all * 100 : 0});
  }
  if (!has_one_rate(result.channels))
    table.notes.push_back(
        "rates of the fastest ports; one with another full rate has the same share of its own");
  return table;
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

std::string agent_summary(const Agent& agent, const AgentSession& session) {
  const RunResult result = agent_result(agent, session);
  std::string text =
      fmt::format("{} of {}: {} decisions; cables between switches: {}\n\n", rounded_text(agent.now()),
                  session.about.policy, agent.decisions(), phases_text(agent));
  text += render(rates_table(result, agent.control().levels), Format::text) + "\n";
  Table energy = energy_table(result);
  energy.title = "energy of the ports that the agent drives: a model, from time in state and power tables";
  energy.notes.push_back(energy_note(result.ideal_share * 100));
  return text + render(energy, Format::text);
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
    power.no_watts = table.proportional
                         ? "no device table: name a switch that states these rates in [energy] devices "
                           "(`ebb device list`)"
                         : fmt::format("{} does not say what a port draws in each of its states", table.name);
  return power;
}

}  // namespace ebb::inline app
