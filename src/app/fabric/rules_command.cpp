#include "app/fabric/rules_command.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "app/fabric/conditional_tables.hpp"
#include "app/fabric/fabric_file.hpp"
#include "app/fabric/rules_tables.hpp"
#include "app/output/output_format.hpp"
#include "app/plan/switch_choice.hpp"
#include "fabric/inventory/names.hpp"
#include "fabric/openflow/openflow.hpp"

namespace ebb::inline app {
namespace {

struct RulesArguments {
  std::string file, organisation, folder;
  std::vector<std::string> settings, switches;
  OutputFormat output;
};

/// Removes a file of groups that an earlier call left, because it would not fit the rules.
Problems write_groups(const std::filesystem::path& path, const SwitchProgram& program) {
  if (!program.groups.empty()) return write_openflow_file(path, groups_file(program));
  std::error_code gone;
  std::filesystem::remove(path, gone);
  return {};
}

void say_how_to_load(std::size_t rules, std::size_t groups, const std::vector<SwitchId>& switches,
                     const std::string& first_program, const std::filesystem::path& to) {
  const std::string first = (to / file_stem(first_program)).string();
  fmt::print("{} rules{} of {} in {}; load them with\n", rules,
             groups == 0 ? std::string() : " and " + counted(groups, "group"),
             counted(switches.size(), "switch", "switches"), to.string());
  if (groups > 0) fmt::print("  ovs-ofctl -O OpenFlow13 add-groups BRIDGE {}.groups\n", first);
  fmt::print("  ovs-ofctl -O OpenFlow13 replace-flows BRIDGE {}.flows\n", first);
  if (groups > 0) fmt::print("{}\n", what_open_vswitch_does);
}

/// One file of rules per switch, one of groups where there are any, and the address map.
Problems write_openflow(const FabricFile& file, const ProgramMaker& maker, const std::string& folder,
                        const std::vector<SwitchId>& switches) {
  Problems problems = make_openflow_folder(folder);
  if (!problems.empty()) return problems;
  const std::filesystem::path to(folder);
  std::size_t rules = 0, groups = 0;
  problems = write_openflow_file(to / "addresses.csv", to_csv(address_table(file, maker, switches)));
  for (const SwitchId s : switches) {
    if (!problems.empty()) return problems;
    const SwitchProgram program = maker.program(s);
    const std::string head = fmt::format("# {} of {}: {} rules, {}\n", program.name, file.path,
                                         program.rules.size(), name_of(file.rules.organisation)) +
                             (file.rules.conditional() ? conditional_comments(file, maker, s) : "");
    problems = write_openflow_file(to / (file_stem(program.name) + ".flows"), head + flows_file(program));
    if (problems.empty()) problems = write_groups(to / (file_stem(program.name) + ".groups"), program);
    rules += program.rules.size(), groups += program.groups.size();
  }
  if (problems.empty()) say_how_to_load(rules, groups, switches, switch_name(file.network, switches[0]), to);
  return problems;
}

void print_tables(const FabricFile& file, const ProgramMaker& maker, const std::vector<SwitchId>& switches,
                  const OutputFormat& output) {
  const Format format = output.format();
  std::string text = render(address_table(file, maker, switches), format) + "\n";
  if (file.rules.conditional()) text += render(conditional_table(file, maker, switches), format) + "\n";
  output.print(text + render(rule_table(file, maker, switches, true), format));
}

int print_rules(const RulesArguments& arguments) {
  std::vector<std::string> settings = arguments.settings;
  if (!arguments.organisation.empty()) settings.push_back("rules.organisation=" + arguments.organisation);
  const auto read = read_fabric_file(arguments.file, settings);
  if (!read) return refuse(read.problems());
  const FabricFile& file = **read;
  const auto switches = chosen_switches(file.network, arguments.switches);
  if (!switches) return refuse(switches.problems());
  const ProgramMaker maker = file.programs();
  if (!arguments.folder.empty()) {
    Problems problems = write_openflow(file, maker, arguments.folder, *switches);
    return problems.empty() ? succeeded : refuse(std::move(problems));
  }
  const Format format = arguments.output.format();
  if (format == Format::json)
    fmt::print("{}", rules_json(file, maker, *switches));
  else if (format == Format::csv)
    fmt::print("{}", to_csv(file.rules.conditional() ? conditional_table(file, maker, *switches)
                                                     : rule_table(file, maker, *switches, false)));
  else
    print_tables(file, maker, *switches, arguments.output);
  return succeeded;
}

}  // namespace

void add_rules_command(Command& app, int& exit_code) {
  auto* command = app.add_subcommand(
      "rules",
      "the forwarding tables of a network's switches, to read and to load (see docs/howto/fabric.md)");
  add_examples(*command, {"ebb rules examples/lab-butterfly.toml --switch s0",
                          "ebb rules examples/lab-clos.toml --organisation per_switch --json",
                          "ebb rules examples/lab-dragonfly.toml --openflow rules/",
                          "ebb rules examples/lab-clos.toml --organisation conditional --switch s0"});
  const auto arguments = std::make_shared<RulesArguments>();
  command->add_option("FILE", arguments->file, "a TOML file with [topology]")->required();
  command
      ->add_option(
          "--organisation", arguments->organisation,
          fmt::format("how many destinations share a rule: {}", fmt::join(names_of(TableKind{}), ", ")))
      ->type_name("NAME");
  command->add_option("--switch", arguments->switches, "only this switch (s0, s1, …); repeatable")
      ->type_name("NAME")
      ->allow_extra_args(false);
  command
      ->add_option("--openflow", arguments->folder,
                   "write one file per switch for `ovs-ofctl -O OpenFlow13 replace-flows`")
      ->type_name("DIR");
  add_set_option(*command, arguments->settings);
  arguments->output.add_options(*command);
  command->callback([arguments, &exit_code] { exit_code = print_rules(*arguments); });
}

}  // namespace ebb::inline app
