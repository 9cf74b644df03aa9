#include "tasks/lab/reaction_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/quantity.hpp"
#include "fabric/bpf/colliding_flows.hpp"
#include "fabric/bpf/lab_bpf.hpp"
#include "fabric/bpf/reaction.hpp"
#include "fabric/inventory/names.hpp"
#include "network/network.hpp"
#include "report/document/table.hpp"
#include "results/cell.hpp"

namespace ebb::inline tasks {
namespace {

LabReport refused(const std::string& what, const std::string& hint) {
  return {.table = {}, .sound = false, .problems = {{"ebb lab reaction", what, hint}}};
}

Table reaction_table(const LabNames& names, const FabricFile& file, const CollidingFlows& flows) {
  const std::string port = fmt::format("port {} of {}", flows.port + 1, switch_name(file.network, flows.at));
  Table table{.title = fmt::format("the lab \"{}\": reaction to a queue above {}", names.lab,
                                   quantity_text(file.rules.threshold)),
              .columns = {{"reacts", "what reacts"},
                          {"bursts", "bursts", "", Align::right},
                          {"reacted", "reacted in", "", Align::right},
                          {"median_ms", "median", "ms", Align::right},
                          {"slowest_ms", "slowest", "ms", Align::right},
                          {"sent", "frames sent", "", Align::right},
                          {"diverted", "diverted", "", Align::right},
                          {"lost", "lost", "", Align::right}},
              .rows = {}};
  table.notes.push_back(
      fmt::format("In each burst two hosts begin to send by {}, at 90 % of {} each. The time is from "
                  "the frame that makes the queue too long to the first that takes port {}.",
                  port, quantity_text(file.lab.rate), flows.alternative + 1));
  return table;
}

void add_row(const std::string& what, int bursts, Reaction reaction, Table& table) {
  std::sort(reaction.times.begin(), reaction.times.end());
  const auto milliseconds = [&](std::size_t i) {
    return reaction.times.empty() ? Cell{} : Cell{static_cast<double>(reaction.times[i].count()) / 1e6};
  };
  const auto count = [](std::uint64_t value) { return static_cast<std::int64_t>(value); };
  const std::size_t number = reaction.times.size();
  table.add({what, std::int64_t{bursts}, count(number), milliseconds(number / 2),
             milliseconds(number == 0 ? 0 : number - 1), count(reaction.sent), count(reaction.diverted),
             count(reaction.sent) - count(reaction.received)});
}

}  // namespace

LabReport lab_reaction_report(const LabNames& names, const FabricFile& file, const ReactionOptions& options) {
  if (!file.lab.in_kernel())
    return refused("measures rules that switches evaluate, and those of this lab cannot",
                   "build it with --dataplane bpf");
  const CollidingFlows flows = colliding_flows(file.network, *file.routing, file.tables);
  if (flows.flows.empty())
    return refused("the tables have no two hosts that share a port with an alternative",
                   "set rules.organisation = \"conditional\" and rules.trigger = \"queue\"");
  const auto at = kernel_switch(names, flows.at);
  if (!at) return {.table = {}, .sound = false, .problems = at.problems()};
  LabReport report{reaction_table(names, file, flows)};
  ReactionSettings settings{.rate = file.lab.rate, .bursts = options.bursts};
  std::vector<std::optional<std::chrono::milliseconds>> all{std::nullopt};
  all.insert(all.end(), options.controllers.begin(), options.controllers.end());
  for (const auto& controller : all) {
    settings.controller = controller;
    const auto reaction = measure_reaction(names, flows, *at, settings);
    if (!reaction) return {.table = {}, .sound = false, .problems = reaction.problems()};
    if (!controller)
      report.sound = reaction->times.size() == static_cast<std::size_t>(options.bursts) &&
                     reaction->received == reaction->sent;
    add_row(controller ? fmt::format("a controller that reads counters every {} ms", controller->count())
                       : "conditional rules",
            options.bursts, *reaction, report.table);
  }
  return report;
}

}  // namespace ebb::inline tasks
