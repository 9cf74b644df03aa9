#include "tasks/agent/agent_time_series.hpp"

#include <fmt/format.h>

#include "base/counted.hpp"
#include "base/quantity.hpp"
#include "fabric/agent/cable_state.hpp"
#include "fabric/agent/change_audit.hpp"
#include "network/network.hpp"
#include "power/control/rate_levels.hpp"
#include "report/document/chart.hpp"
#include "report/document/number_text.hpp"
#include "report/document/table.hpp"
#include "tasks/agent/agent_figures.hpp"

namespace ebb::inline tasks {
namespace {

constexpr std::size_t most_moments = 512;

std::int64_t bytes_of_driven_ports(const Agent& agent) {
  std::int64_t bytes = 0;
  for (PortId p = 0; p < agent.network().switch_ports(); ++p)
    if (agent.channels()[p].controlled) bytes += static_cast<std::int64_t>(agent.counters(p).bytes.sum());
  return bytes;
}

std::vector<double> ports_by_level(const Agent& agent) {
  std::vector<double> at(agent.control().levels.size(), 0);
  for (PortId p = 0; p < agent.network().switch_ports(); ++p)
    if (agent.channels()[p].controlled) ++at[agent.channels()[p].control.level % at.size()];
  return at;
}

Axis time_axis() { return {.title = "time", .unit = "s"}; }

}  // namespace

bool AgentTimeSeries::add(const Agent& agent, const AgentSession& session) {
  const double now = agent.now().seconds(), before = moments_.empty() ? 0 : moments_.back().at_s;
  if (now < before + span_s_) return false;
  const AgentPower power = agent_power(agent, session);
  const std::int64_t bytes = bytes_of_driven_ports(agent);
  moments_.push_back({.at_s = now,
                      .carried_bits = static_cast<double>(bytes - bytes_) * 8 / (now - before),
                      .now_w = power.now ? power.now->v : no_value,
                      .full_w = power.full ? power.full->v : no_value,
                      .of_full = power.of_full.value_or(no_value),
                      .ports_at = ports_by_level(agent)});
  bytes_ = bytes;
  if (moments_.size() == most_moments) merge();
  return true;
}

void AgentTimeSeries::merge() {
  std::vector<Moment> merged;
  double begin = 0;
  for (std::size_t i = 0; i + 1 < moments_.size(); i += 2) {
    const Moment &first = moments_[i], &second = moments_[i + 1];
    Moment both = second;
    const double share = (first.at_s - begin) / (second.at_s - begin);
    const auto mean = [&](double a, double b) { return share * a + (1 - share) * b; };
    both.carried_bits = mean(first.carried_bits, second.carried_bits);
    both.now_w = mean(first.now_w, second.now_w), both.full_w = mean(first.full_w, second.full_w);
    both.of_full = mean(first.of_full, second.of_full);
    for (std::size_t r = 0; r < both.ports_at.size(); ++r)
      both.ports_at[r] = mean(first.ports_at[r], second.ports_at[r]);
    begin = second.at_s;
    merged.push_back(std::move(both));
  }
  moments_ = std::move(merged);
  span_s_ *= 2;
}

namespace {

/// Joules as people read them: "12.3 kJ".
std::string joules_text(double joules) {
  return joules < 1e4 ? fmt::format("{} J", grouped(joules, -1))
                      : fmt::format("{} kJ", grouped(joules / 1e3, -1));
}

/// What it used, what it did, and where: the first that its user looks for.
KeyFigures agent_cards(const Agent& agent, const AgentSession& session, const AgentEnergy& energy) {
  KeyFigures cards;
  double used = 0, full = 0;
  for (const DomainEnergy& domain : energy.by_domain()) used += domain.used.v, full += domain.used_full.v;
  if (energy.known())
    cards.figures.push_back(
        {joules_text(used), "used, by a model", fmt::format("{} with all on", joules_text(full))});
  const ChangesFound found = agent.found();
  cards.figures.push_back({grouped(static_cast<std::int64_t>(agent.decisions())), "decisions",
                           fmt::format("{} changes by others, {} repairs of rules",
                                       found.rules + found.ports + found.rates, agent.repairs())});
  std::size_t off = 0;
  for (const CableState& cable : agent.cables()) off += cable.phase == CablePhase::off;
  cards.figures.push_back(
      {fmt::format("{} of {}", off, agent.cables().size()), "cables between switches are off",
       fmt::format("{}, {} hosts; {}", counted(agent.network().switches(), "switch", "switches"),
                   agent.network().hosts, session.about.run)});
  return cards;
}

}  // namespace

Document AgentTimeSeries::document(const Agent& agent, const AgentSession& session, const AgentEnergy& energy,
                                   const std::vector<std::string>& events) const {
  const RateLevels& levels = agent.control().levels;
  const AgentPower now = agent_power(agent, session);
  Chart power{.name = "agent_power",
              .title = "Power of the ports that the agent drives",
              .note = fmt::format("a model: {}", now.table),
              .x = time_axis(),
              .y = {.title = "power", .unit = now.now ? "W" : "% of full rate", .least = 0.0},
              .curves = {{.name = "now", .role = Role::finding, .x = {}, .y = {}},
                         {.name = "all at full rate", .role = Role::baseline, .x = {}, .y = {}}}};
  Chart load{
      .name = "agent_load",
      .title = "What these ports carry",
      .x = time_axis(),
      .y = {.title = "carried", .unit = "Mb/s", .least = 0.0},
      .curves = {{.name = "carried", .shape = CurveShape::area, .role = Role::load, .x = {}, .y = {}}}};
  Chart rates{
      .name = "agent_rates",
      .title = "Ports by rate",
      .note = agent.network().has_one_rate() ? "" : "of the fastest; others have the same share of their own",
      .x = time_axis(),
      .y = {.title = "ports", .least = 0.0},
      .curves = {}};
  for (std::size_t r = 0; r < levels.size(); ++r)
    rates.curves.push_back({.name = levels[r].v == 0 ? "off" : quantity_text(levels[r]),
                            .shape = CurveShape::stacked_area,
                            .role = Role::rate,
                            .x = {},
                            .y = {}});
  const auto put = [](Curve& curve, double x, double y) { curve.x.push_back(x), curve.y.push_back(y); };
  for (const Moment& m : moments_) {
    put(power.curves[0], m.at_s, now.now ? m.now_w : 100 * m.of_full);
    put(power.curves[1], m.at_s, now.now ? m.full_w : 100);
    put(load.curves[0], m.at_s, m.carried_bits / 1e6);
    for (std::size_t r = 0; r < levels.size(); ++r) put(rates.curves[r], m.at_s, m.ports_at[r]);
  }
  Document document{
      .title = fmt::format("{} beside real switches", session.about.policy),
      .lead = fmt::format("{} decisions in {:.0f} s. Energy is a model's, from time in state and power "
                          "tables, and not measured.",
                          agent.decisions(), agent.now().seconds()),
      .blocks = {}};
  document.add(agent_cards(agent, session, energy));
  Table last{.title = "last decisions and events", .columns = {{"event", "event"}}, .rows = {}};
  for (const std::string& event : events) last.add({event});
  if (!events.empty()) document.add(std::move(last));
  for (Chart* chart : {&power, &load, &rates}) document.add(std::move(*chart));
  return document;
}

}  // namespace ebb::inline tasks
