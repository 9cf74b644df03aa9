#include "tasks/fabric/rules_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "fabric/inventory/names.hpp"
#include "fabric/openflow/flow_rule.hpp"
#include "fabric/openflow/openflow.hpp"
#include "fabric/openflow/version_slot.hpp"
#include "network/names.hpp"
#include "report/document/render.hpp"
#include "results/cell.hpp"
#include "rules/tables/address.hpp"
#include "tasks/fabric/conditional_tables.hpp"

namespace ebb::inline tasks {
namespace {

/// The rule's actions, or those of its group's buckets in order.
std::string all_actions(const FlowRule& rule, const std::vector<FlowGroup>& groups) {
  for (const FlowGroup& group : groups) {
    if (rule.actions != fmt::format("group:{}", group.id)) continue;
    std::vector<std::string> actions;
    for (const std::string& bucket : group.buckets)
      actions.push_back(bucket.substr(bucket.find("actions=") + 8));
    return fmt::format("{}", fmt::join(actions, ","));
  }
  return rule.actions;
}

/// The neighbours at the ports that the actions name.
std::string leads_to(const FabricFile& file, const ProgramOptions& options, SwitchId s,
                     const std::string& actions) {
  std::map<std::string, std::string> neighbours;  // by "output:3"
  const Network& network = file.network;
  for (std::uint32_t local = 0; local < network.ports_of(s); ++local)
    neighbours[fmt::format("output:{}", options.openflow_port(s, local))] =
        peer_name(network, network.first_port[s] + local);
  std::string names;
  for (std::size_t from = 0; from < actions.size();) {
    const std::size_t end = std::min(actions.find(',', from), actions.size());
    const std::string action = actions.substr(from, end - from);
    if (const auto found = neighbours.find(action); found != neighbours.end())
      names += (names.empty() ? "" : " ") + found->second;
    else if (action == "IN_PORT")
      names += "back";
    from = end + 1;
  }
  return names.empty() ? "-" : names;
}

/// "output:1,output:2,… 52 more"
std::string without_middle(const std::string& list, char separator) {
  constexpr std::ptrdiff_t most = 6, kept = 2;
  const std::ptrdiff_t items = std::count(list.begin(), list.end(), separator) + 1;
  if (items <= most) return list;
  std::size_t end = 0;
  for (std::ptrdiff_t i = 0; i < kept; ++i) end = list.find(separator, end) + 1;
  return fmt::format("{}… {} more", list.substr(0, end), items - kept);
}

nlohmann::ordered_json program_json(const SwitchProgram& program) {
  auto rules = nlohmann::ordered_json::array(), groups = nlohmann::ordered_json::array();
  for (const FlowRule& r : program.rules)
    rules.push_back({{"table", r.table},
                     {"priority", r.priority},
                     {"cookie", fmt::format("{:#x}", r.cookie)},
                     {"match", r.match},
                     {"actions", r.actions}});
  for (const FlowGroup& g : program.groups)
    groups.push_back({{"id", g.id}, {"type", g.type}, {"buckets", g.buckets}});
  return {{"name", program.name}, {"rules", rules}, {"groups", groups}};
}

}  // namespace

Table address_table(const FabricFile& file, const ProgramMaker& maker,
                    const std::vector<SwitchId>& switches) {
  Table table{.title = "addresses of the hosts",
              .columns = {{"host", "host"},
                          {"switch", "switch"},
                          {"port", "port"},
                          {"mac", "address"},
                          {"place", "place"}},
              .rows = {},
              .notes = {"A port is the OpenFlow number of the switch's port that the host hangs on."}};
  const Network& network = file.network;
  const bool named = !network.labels.ports.empty();
  if (named) {
    table.columns.push_back({"port_name", "name of the port"});
    table.notes.emplace_back("A place is what the address says: it counts the switches that have hosts.");
  }
  for (const SwitchId s : switches)
    for (std::uint32_t local = 0; local < network.ports_of(s); ++local) {
      const PortId other = network.peer[network.first_port[s] + local];
      if (!network.is_host_port(other)) continue;
      const HostId host = network.host_at(other);
      const Address address = maker.plan().address(host);
      std::vector<Cell> row{host_name(network, host), switch_name(network, s),
                            maker.options().openflow_port(s, local), mac_text(mac_of(address)),
                            maker.plan().text(address)};
      if (named) row.emplace_back(own_name_of_port(network, network.first_port[s] + local));
      table.add(std::move(row));
    }
  return table;
}

Table rule_table(const FabricFile& file, const ProgramMaker& maker, const std::vector<SwitchId>& switches,
                 bool for_readers) {
  const auto shown = [&](std::string list, char separator) {
    return for_readers ? without_middle(list, separator) : list;
  };
  Table table{.title = file.rules.conditional()
                           ? "what Open vSwitch can hold of it"
                           : fmt::format("rules of the switches, {}", name_of(file.rules.organisation)),
              .columns = {{"switch", "switch"},
                          {"priority", "priority"},
                          {"match", "match"},
                          {"actions", "actions"},
                          {"to", "leads to"}},
              .rows = {}};
  for (const SwitchId s : switches) {
    const SwitchProgram program = complete_program(file.network, maker, s);
    for (const FlowRule& rule : program.rules) {
      const std::string actions = all_actions(rule, program.groups);
      const std::string text = actions == rule.actions ? actions : "first that is up: " + actions;
      table.add({switch_name(file.network, s), std::uint32_t{rule.priority},
                 rule.match.empty() ? "any" : rule.match, shown(text, ','),
                 shown(leads_to(file, maker.options(), s, actions), ' ')});
    }
  }
  return table;
}

std::string rules_json(const FabricFile& file, const ProgramMaker& maker,
                       const std::vector<SwitchId>& switches) {
  auto programs = nlohmann::ordered_json::array();
  for (const SwitchId s : switches) {
    programs.push_back(program_json(complete_program(file.network, maker, s)));
    if (file.rules.conditional()) programs.back()["conditional"] = conditional_json(file, maker, s);
  }
  return json_text({{"file", file.path},
                    {"organisation", name_of(file.rules.organisation)},
                    {"addresses", json_rows(address_table(file, maker, switches))},
                    {"switches", programs}});
}

}  // namespace ebb::inline tasks
