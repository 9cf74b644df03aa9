#include "app/off/trees_command.hpp"

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "app/off/trees_links.hpp"
#include "app/output/output_format.hpp"
#include "base/quantity.hpp"
#include "fabric/inventory/names.hpp"
#include "fabric/openflow/openflow.hpp"
#include "tasks/fabric/switch_choice.hpp"

namespace ebb::inline app {
namespace {

struct TreesArguments {
  std::string file, folder;
  LinksQuestion links;
  std::vector<std::string> settings, switches;
  bool bridge = false;
  OutputFormat output;
};

Problems write_openflow(const TreesFile& trees, const std::string& folder,
                        const std::vector<SwitchId>& switches) {
  Problems problems = make_openflow_folder(folder);
  const std::filesystem::path to(folder);
  std::size_t rules = 0;
  for (const SwitchId s : switches) {
    if (!problems.empty()) return problems;
    const SwitchProgram& program = trees.programs[s];
    const std::string head = fmt::format("# {} of {}: {} rules of VLAN trees\n", program.name,
                                         trees.file->path, program.rules.size());
    problems = write_openflow_file(to / (program.name + ".flows"), head + flows_file(program));
    rules += program.rules.size();
  }
  if (!problems.empty()) return problems;
  fmt::print(
      "{} rules of {} in {}; load them with\n  ovs-ofctl -O OpenFlow13 replace-flows BRIDGE {}.flows\n",
      rules, counted(switches.size(), "switch", "switches"), folder,
      (to / switch_name(switches[0])).string());
  return {};
}

void print_trees(const TreesFile& trees, const std::vector<SwitchId>& switches, Format format) {
  const Table summary = trees_summary(trees), vlans = vlan_table(trees),
              ports = vlan_port_table(trees, switches);
  if (format == Format::json)
    fmt::print("{}", json_text({{"file", trees.file->path},
                                {"summary", json_rows(summary)},
                                {"vlans", json_rows(vlans)},
                                {"ports", json_rows(ports)},
                                {"circle", trees.plan.cycle}}));
  else if (format == Format::csv)
    fmt::print("{}", to_csv(ports));
  else
    fmt::print("{}\n{}\n{}", render(summary, format), render(vlans, format), render(ports, format));
}

int run_trees(const TreesArguments& arguments) {
  const auto trees = read_trees_file(arguments.file, arguments.settings);
  if (!trees) return refuse(trees.problems());
  if (arguments.links.asked()) return print_links(*trees, arguments.links, arguments.output);
  const auto switches = chosen_switches(trees->file->network, arguments.switches);
  if (!switches) return refuse(switches.problems());
  if (!arguments.folder.empty()) {
    Problems problems = write_openflow(*trees, arguments.folder, *switches);
    if (!problems.empty()) return refuse(std::move(problems));
  } else if (arguments.bridge) {
    fmt::print("{}", bridge_commands(*trees, *switches));
  } else {
    print_trees(*trees, *switches, arguments.output.format());
  }
  return trees->walked.problems.empty() ? succeeded : refuse(trees->walked.problems);
}

}  // namespace

void add_trees_command(Command& app, int& exit_code) {
  auto* command = app.add_subcommand(
      "trees", "a network with loops as VLAN trees: ports, rules, proofs (see docs/howto/vlan-trees.md)");
  add_examples(*command,
               {"ebb trees examples/trees-koibuchi.toml --switch s0",
                "ebb trees examples/trees-koibuchi.toml --set 'trees.off=[\"s0-s1:4\", \"s1-s2\"]'",
                "ebb trees examples/trees-koibuchi.toml --openflow rules/",
                "ebb trees examples/trees-koibuchi.toml --bridge --switch s0",
                "ebb trees examples/trees-koibuchi.toml --trace examples/search-64.ebbtrace --peak 1MB"});
  const auto arguments = std::make_shared<TreesArguments>();
  command->add_option("FILE", arguments->file, "a TOML file with [topology] and [trees]")->required();
  auto* only =
      command->add_option("--switch", arguments->switches, "only this switch (s0, s1, …); repeatable")
          ->type_name("NAME")
          ->allow_extra_args(false);
  auto* folder = command
                     ->add_option("--openflow", arguments->folder,
                                  "write one file per switch for `ovs-ofctl -O OpenFlow13 replace-flows`")
                     ->type_name("DIR");
  auto* bridge =
      command->add_flag("--bridge", arguments->bridge, "print commands for Linux bridges (VLANs, addresses)")
          ->excludes(folder);
  auto* peak = arguments->links.add_options(*command)->excludes(only)->excludes(folder)->excludes(bridge);
  const auto power_saved =
      arguments->links.power_saved.add_options(*command,
                                               "with --peak: the switch whose file says what a port "
                                               "draws (`ebb device list`): the least power instead "
                                               "of the fewest links");
  power_saved.device->needs(peak), power_saved.watts->needs(peak);
  add_set_option(*command, arguments->settings);
  arguments->output.add_options(*command);
  command->callback([arguments, &exit_code] { exit_code = run_trees(*arguments); });
}

}  // namespace ebb::inline app
