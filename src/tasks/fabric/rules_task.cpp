#include "tasks/fabric/rules_task.hpp"

#include <fmt/format.h>

#include "base/problem.hpp"
#include "experiment/read/settings.hpp"
#include "fabric/inventory/names.hpp"
#include "fabric/openflow/flow_rule.hpp"
#include "fabric/openflow/openflow.hpp"
#include "fabric/openflow/version_slot.hpp"
#include "report/document/render.hpp"
#include "tasks/fabric/conditional_tables.hpp"
#include "tasks/fabric/rules_tables.hpp"
#include "tasks/fabric/switch_choice.hpp"

namespace ebb::inline tasks {
namespace {

/// Removes a file of groups that an earlier call left, because it would not fit the rules.
Problems write_groups(const std::filesystem::path& path, const SwitchProgram& program) {
  if (!program.groups.empty()) return write_openflow_file(path, groups_file(program));
  std::error_code gone;
  std::filesystem::remove(path, gone);
  return {};
}

Problems write_switch(const FabricFile& file, const ProgramMaker& maker, SwitchId s, OpenFlowFiles& written) {
  const SwitchProgram program = complete_program(file.network, maker, s);
  const std::string stem = file_stem(program.name);
  const std::string head = fmt::format("# {} of {}: {} rules, {}\n", program.name, file.path,
                                       program.rules.size(), name_of(file.rules.organisation)) +
                           (file.rules.conditional() ? conditional_comments(file, maker, s) : "");
  Problems problems = write_openflow_file(written.folder / (stem + ".flows"), head + flows_file(program));
  if (problems.empty()) problems = write_groups(written.folder / (stem + ".groups"), program);
  written.rules += program.rules.size(), written.groups += program.groups.size();
  return problems;
}

}  // namespace

Result<SwitchRules> make_rules(const RulesOptions& options) {
  Settings settings = options.settings;
  if (!options.organisation.empty()) settings.push_back("rules.organisation=" + options.organisation);
  auto file = read_fabric_file(options.file, settings);
  if (!file) return file.problems();
  auto switches = chosen_switches((*file)->network, options.switches);
  if (!switches) return switches.problems();
  return SwitchRules{std::move(*file), std::move(*switches)};
}

Result<OpenFlowFiles> write_openflow_files(const SwitchRules& rules, const std::string& folder) {
  if (Problems problems = make_openflow_folder(folder); !problems.empty()) return problems;
  const FabricFile& file = *rules.file;
  const ProgramMaker maker = rules.maker();
  OpenFlowFiles written{.folder = folder, .first = ""};
  written.first = (written.folder / file_stem(switch_name(file.network, rules.switches[0]))).string();
  Problems problems = write_openflow_file(written.folder / "addresses.csv",
                                          to_csv(address_table(file, maker, rules.switches)));
  for (const SwitchId s : rules.switches) {
    if (!problems.empty()) return problems;
    problems = write_switch(file, maker, s, written);
  }
  if (!problems.empty()) return problems;
  return written;
}

}  // namespace ebb::inline tasks
