#include "tasks/agent/agent_summary.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/quantity.hpp"
#include "base/units.hpp"
#include "report/document/render.hpp"
#include "report/document/table.hpp"
#include "report/run/energy_table.hpp"

namespace ebb::inline tasks {
namespace {

std::string rounded_text(Picoseconds time) {
  constexpr std::int64_t tenth_of_second = 100'000'000'000;
  return quantity_text(Picoseconds{time.v / tenth_of_second * tenth_of_second});
}

std::string phases_text(const AgentOutcome& outcome) {
  std::string text;
  for (const CablesInPhase& some : outcome.cables)
    if (some.cables > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", some.cables, some.phase);
  return text;
}

}  // namespace

Table agent_rates(const AgentOutcome& outcome) {
  Table table{.title = "time at each rate",
              .columns = {{"rate", "rate"}, {"time_percent", "time", "%", Align::right, 2}},
              .rows = {}};
  const std::size_t levels = outcome.levels.size();
  std::vector<double> at(levels + 1, 0);
  double all = 0;
  for (const ChannelKindResult& kind : outcome.result.channels)
    for (std::size_t i = 0; i < kind.time_in.size(); ++i)
      at[std::min(i, levels)] += kind.time_in[i].seconds(), all += kind.time_in[i].seconds();
  for (std::size_t i = 0; i < at.size(); ++i) {
    const std::string name = i == levels                ? "changing"
                             : outcome.levels[i].v == 0 ? "off"
                                                        : quantity_text(outcome.levels[i]);
    table.add({name, all > 0 ? at[i] / all * 100 : 0});
  }
  if (!has_one_rate(outcome.result.channels))
    table.notes.push_back(
        "rates of the fastest ports; one with another full rate has the same share of its own");
  return table;
}

Table agent_energy(const AgentOutcome& outcome) {
  Table energy = energy_table(outcome.result);
  energy.title = "energy of the ports that the agent drives: a model, from time in state and power tables";
  energy.notes.push_back(energy_note(outcome.result.ideal_share * 100));
  return energy;
}

std::string agent_summary(const AgentOutcome& outcome) {
  std::string text =
      fmt::format("{} of {}: {} decisions; cables between switches: {}\n\n", rounded_text(outcome.time),
                  outcome.policy, outcome.decisions, phases_text(outcome));
  return text + render(agent_rates(outcome), Format::text) + "\n" +
         render(agent_energy(outcome), Format::text);
}

}  // namespace ebb::inline tasks
