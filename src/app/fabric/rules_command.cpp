#include <fmt/format.h>

#include <memory>

#include "app/fabric/fabric_commands.hpp"
#include "app/output/output_format.hpp"
#include "report/document/render.hpp"
#include "tasks/fabric/conditional_tables.hpp"
#include "tasks/fabric/fabric_file.hpp"
#include "tasks/fabric/rules_tables.hpp"
#include "tasks/fabric/rules_task.hpp"

namespace ebb::inline app {
namespace {

struct RulesArguments {
  RulesOptions rules;
  std::string folder;
  OutputFormat output;
};

int write_files(const SwitchRules& rules, const std::string& folder) {
  const auto written = write_openflow_files(rules, folder);
  if (!written) return refuse(written.problems());
  const bool groups = written->groups > 0;
  fmt::print("{} rules{} of {} in {}; load them with\n", written->rules,
             groups ? " and " + counted(written->groups, "group") : "",
             counted(rules.switches.size(), "switch", "switches"), written->folder.string());
  if (groups) fmt::print("  ovs-ofctl -O OpenFlow13 add-groups BRIDGE {}.groups\n", written->first);
  fmt::print("  ovs-ofctl -O OpenFlow13 replace-flows BRIDGE {}.flows\n", written->first);
  if (groups) fmt::print("{}\n", what_open_vswitch_does);
  return succeeded;
}

int print_rules(const RulesArguments& arguments) {
  const auto rules = make_rules(arguments.rules);
  if (!rules) return refuse(rules.problems());
  if (!arguments.folder.empty()) return write_files(*rules, arguments.folder);
  const FabricFile& file = *rules->file;
  const ProgramMaker maker = rules->maker();
  const Format format = arguments.output.format();
  const auto conditional = [&] { return conditional_table(file, maker, rules->switches); };
  if (format == Format::json) {
    fmt::print("{}", rules_json(file, maker, rules->switches));
  } else if (format == Format::csv) {
    fmt::print("{}", to_csv(file.rules.conditional() ? conditional()
                                                     : rule_table(file, maker, rules->switches, false)));
  } else {
    std::string text = render(address_table(file, maker, rules->switches), format) + "\n";
    if (file.rules.conditional()) text += render(conditional(), format) + "\n";
    arguments.output.print(text + render(rule_table(file, maker, rules->switches, true), format));
  }
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
  command->add_option("FILE", arguments->rules.file, "a TOML file with [topology]")->required();
  command
      ->add_option(
          "--organisation", arguments->rules.organisation,
          fmt::format("how many destinations share a rule: {}", fmt::join(names_of(TableKind{}), ", ")))
      ->type_name("NAME");
  command->add_option("--switch", arguments->rules.switches, "only this switch (s0, s1, …); repeatable")
      ->type_name("NAME")
      ->allow_extra_args(false);
  command
      ->add_option("--openflow", arguments->folder,
                   "write one file per switch for `ovs-ofctl -O OpenFlow13 replace-flows`")
      ->type_name("DIR");
  add_set_option(*command, arguments->rules.settings);
  arguments->output.add_options(*command);
  command->callback([arguments, &exit_code] { exit_code = print_rules(*arguments); });
}

}  // namespace ebb::inline app
