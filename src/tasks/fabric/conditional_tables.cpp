#include "tasks/fabric/conditional_tables.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/quantity.hpp"
#include "fabric/inventory/names.hpp"
#include "rules/tables/table.hpp"

namespace ebb::inline tasks {
namespace {

std::string condition_text(const FabricFile& file, const ProgramOptions& options, SwitchId s,
                           const Rule& rule) {
  const Condition& condition = rule.condition;
  const std::string port = fmt::format("port {}", options.openflow_port(s, condition.port));
  switch (condition.signal) {
    case Signal::none:
      return "always";
    case Signal::pause:
      return port + " is not paused";
    case Signal::queue:
      return fmt::format("queue of {} up to {}", port, quantity_text(file.rules.threshold));
    case Signal::congestion_notification:
      break;
  }
  return "no congestion notification has come about the destination";
}

nlohmann::ordered_json condition_json(const FabricFile& file, const ProgramOptions& options, SwitchId s,
                                      const Condition& condition) {
  const std::uint32_t port = options.openflow_port(s, condition.port);
  switch (condition.signal) {
    case Signal::none:
      return nullptr;
    case Signal::pause:
      return {{"port", port}, {"signal", "not paused"}};
    case Signal::queue:
      return {{"port", port}, {"signal", "queue not above"}, {"threshold_bytes", file.rules.threshold.v}};
    case Signal::congestion_notification:
      break;
  }
  return {{"signal", "no congestion notification about the destination"}};
}

std::string class_text(const ClassChange& change) {
  switch (change.kind) {
    case ClassChange::Kind::keep:
      return "as it came";
    case ClassChange::Kind::next:
      return "next";
    case ClassChange::Kind::set:
      break;
  }
  return fmt::format("{}", change.to);
}

std::string neighbour(const Network& network, SwitchId s, std::uint32_t local) {
  return peer_name(network, network.first_port[s] + local);
}

}  // namespace

Table conditional_table(const FabricFile& file, const ProgramMaker& maker,
                        const std::vector<SwitchId>& switches) {
  Table table{
      .title = "rules of the switches, conditional",
      .columns = {{"switch", "switch"},
                  {"stage", "stage"},
                  {"priority", "priority"},
                  {"match", "match"},
                  {"while", "holds while"},
                  {"class", "class"},
                  {"output", "output"},
                  {"to", "leads to"}},
      .rows = {},
      .notes = {
          "In each stage the highest priority that matches wins. A frame follows the first winner whose "
          "condition holds, and the very first when none does.",
          std::string(what_open_vswitch_does),
          "A rule that learns from pause frames took 52 to 428 ms, a controller's bundle about 44 ms; a "
          "queue fills within microseconds."}};
  for (const SwitchId s : switches)
    for (const Rule& rule : table_of(maker.routing(), s, maker.tables()).rules)
      table.add({switch_name(file.network, s), std::uint32_t{rule.stage}, std::uint32_t{rule.priority},
                 match_text(s, rule, maker.options()), condition_text(file, maker.options(), s, rule),
                 class_text(rule.change), maker.options().openflow_port(s, rule.out_port),
                 neighbour(file.network, s, rule.out_port)});
  return table;
}

nlohmann::ordered_json conditional_json(const FabricFile& file, const ProgramMaker& maker, SwitchId s) {
  auto rules = nlohmann::ordered_json::array();
  for (const Rule& rule : table_of(maker.routing(), s, maker.tables()).rules) {
    nlohmann::ordered_json one{
        {"stage", rule.stage}, {"priority", rule.priority}, {"match", match_text(s, rule, maker.options())}};
    one["while"] = condition_json(file, maker.options(), s, rule.condition);
    one["class"] = class_text(rule.change);
    one["output"] = maker.options().openflow_port(s, rule.out_port);
    rules.push_back(std::move(one));
  }
  return rules;
}

std::string conditional_comments(const FabricFile& file, const ProgramMaker& maker, SwitchId s) {
  std::string text = fmt::format("# {}\n# The table with its conditions:\n", what_open_vswitch_does);
  for (const Rule& rule : table_of(maker.routing(), s, maker.tables()).rules)
    text += fmt::format(
        "# stage {}, priority {}: {} -> output {} ({}), holds while: {}\n", rule.stage, rule.priority,
        match_text(s, rule, maker.options()), maker.options().openflow_port(s, rule.out_port),
        neighbour(file.network, s, rule.out_port), condition_text(file, maker.options(), s, rule));
  return text;
}

}  // namespace ebb::inline tasks
