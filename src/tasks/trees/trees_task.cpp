#include "tasks/trees/trees_task.hpp"

#include <fmt/format.h>

#include "base/problem.hpp"
#include "fabric/openflow/openflow.hpp"
#include "fabric/openflow/program.hpp"
#include "fabric/trees/read_trees.hpp"
#include "rules/tables/make_table.hpp"
#include "rules/tables/table.hpp"

namespace ebb::inline tasks {
namespace {

/// From this number of switches on, a plan and its proof are slow.
constexpr std::uint32_t slow_plan_from = 200;

/// Sends between all hosts through the programs.
Result<ProgramReport> walk_programs(const TreesResult& trees, const ProgramOptions& options) {
  const Network& network = trees.network();
  std::vector<std::uint64_t> macs;
  for (HostId h = 0; h < network.hosts; ++h) macs.push_back(mac_of(trees.addresses.address(h)));
  std::vector<std::vector<std::uint32_t>> ports(network.switches());
  for (SwitchId s = 0; s < ports.size(); ++s)
    for (std::uint32_t p = 0; p < network.ports_of(s); ++p) ports[s].push_back(options.openflow_port(s, p));
  const auto walk = ProgramWalk::of(network, trees.programs, ports, std::move(macs));
  if (!walk) return walk.problems();
  return walk->all_pairs();
}

}  // namespace

Result<TreesResult> plan_trees(const TreesOptions& given) {
  auto file = read_fabric_file(given.file, given.settings);
  if (!file) return file.problems();
  const Network& network = (*file)->network;
  if (given.notice && network.switches() >= slow_plan_from && check_tree_size(network).empty())
    given.notice(fmt::format("planning trees of {} switches, which may take minutes …", network.switches()));
  auto plan = make_tree_plan(network, (*file)->trees);
  if (!plan) return placed_in_trees(plan.problems(), (*file)->trees, (*file)->trees_section);
  TreesResult trees{std::move(*file), std::move(*plan), {}, {}, {}};
  trees.addresses = address_plan(*trees.file->routing, Organisation::per_switch);
  ProgramOptions options;
  options.broadcast = trees.file->rules.broadcast;
  trees.programs = tree_programs(network, trees.plan, trees.addresses, options, 0, trees.first_vlan());
  auto walked = walk_programs(trees, options);
  if (!walked) return walked.problems();
  trees.walked = std::move(*walked);
  return trees;
}

Result<OpenFlowFiles> write_tree_rules(const TreesResult& trees, const std::string& folder,
                                       const std::vector<SwitchId>& switches) {
  Problems problems = make_openflow_folder(folder);
  OpenFlowFiles written{.folder = folder, .first = ""};
  written.first = (written.folder / trees.programs[switches[0]].name).string();
  for (const SwitchId s : switches) {
    if (!problems.empty()) return problems;
    const SwitchProgram& program = trees.programs[s];
    const std::string head = fmt::format("# {} of {}: {} rules of VLAN trees\n", program.name,
                                         trees.file->path, program.rules.size());
    problems = write_openflow_file(written.folder / (program.name + ".flows"), head + flows_file(program));
    written.rules += program.rules.size();
  }
  if (!problems.empty()) return problems;
  return written;
}

}  // namespace ebb::inline tasks
