#include "tasks/off/off_rules.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <string_view>

#include "base/whole_file.hpp"
#include "fabric/agent/cable_set.hpp"
#include "fabric/agent/off/detour_tables.hpp"
#include "fabric/openflow/flow_rule.hpp"
#include "fabric/openflow/openflow.hpp"
#include "tasks/fabric/switch_choice.hpp"

namespace ebb::inline tasks {
namespace {

namespace fs = std::filesystem;

/// "all-on", or "hour-00" to "hour-29".
bool is_name_of_moment(std::string_view name) {
  const auto between = [](char c, char first, char last) { return c >= first && c <= last; };
  return name == "all-on" || (name.size() == 7 && name.starts_with("hour-") && between(name[5], '0', '2') &&
                              between(name[6], '0', '9'));
}

/// True for a folder that write_moment() created.
bool is_moment(const fs::path& folder) {
  std::error_code error;
  if (!fs::is_directory(fs::symlink_status(folder, error)) || !is_name_of_moment(folder.filename().string()))
    return false;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    std::string first;
    std::ifstream in(entry.path());
    if (entry.path().extension() != ".flows" || !entry.is_regular_file(error) || !std::getline(in, first) ||
        !first.starts_with("# ") || first.find(", " + folder.filename().string() + ": ") == first.npos)
      return false;
  }
  return !error;
}

Problems write_moment(const std::string& folder, const std::string& moment, const DetourTables& tables,
                      const CableSet& on) {
  const fs::path to = fs::path(folder) / moment;
  Problems problems = make_openflow_folder(to.string());
  for (const SwitchProgram& program : tables.plain(on)) {
    if (!problems.empty()) return problems;
    const std::string head = fmt::format("# {}, {}: {} rules\n", program.name, moment, program.rules.size());
    problems = write_openflow_file(to / (file_stem(program.name) + ".flows"), head + flows_file(program));
  }
  return problems;
}

}  // namespace

Problems check_rules_folder(const std::string& folder) {
  if (Problems problems = make_openflow_folder(folder); !problems.empty()) return problems;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error))
    if (!is_moment(entry.path()))
      return {
          {"--openflow",
           fmt::format("{} holds {}, which no earlier call wrote", folder, entry.path().filename().string()),
           "name a new folder, or one of an earlier call: its rules are replaced"}};
  const std::string wrong =
      error ? error.message() : check_writable((fs::path(folder) / "all-on.flows").string());
  if (wrong.empty()) return {};
  return {{"--openflow", fmt::format("{} cannot be written into: {}", folder, wrong), "name another folder"}};
}

Problems write_off_rules(const std::string& folder, const OffResult& off) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error))
    if (is_moment(entry.path())) fs::remove_all(entry.path(), error);
  Problems problems = write_moment(folder, "all-on", *off.tables, CableSet(off.network()));
  for (std::size_t hour = 0; hour < off.day.of.size() && problems.empty(); ++hour)
    problems = write_moment(folder, fmt::format("hour-{:02}", hour), *off.tables, off.day.at(hour).plan.on);
  return problems;
}

Problems check_off_files(const OffFiles& files) {
  if (!files.schedule.empty())
    if (Problems problems = check_output_file(files.schedule, {"hour,switch,port"}, "a schedule");
        !problems.empty())
      return problems;
  return files.rules.empty() ? Problems{} : check_rules_folder(files.rules);
}

Problems write_off_files(const OffFiles& files, const OffResult& off) {
  if (!files.rules.empty())
    if (Problems problems = write_off_rules(files.rules, off); !problems.empty()) return problems;
  if (files.schedule.empty() || !off.day.carries_any()) return {};
  WholeFile out(files.schedule);
  out.write(off.schedule_csv());
  const std::string& wrong = out.finish();
  return wrong.empty() ? Problems{}
                       : Problems{{files.schedule, "cannot be written: " + wrong, "write it elsewhere"}};
}

}  // namespace ebb::inline tasks
