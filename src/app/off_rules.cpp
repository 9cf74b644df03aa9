#include "app/off_rules.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "app/switch_choice.hpp"
#include "fabric/openflow.hpp"

namespace ebb::inline app {

Problems write_off_rules(const std::string& folder, const std::string& moment, const DetourTables& tables,
                         const CableSet& on) {
  const std::filesystem::path to = std::filesystem::path(folder) / moment;
  Problems problems = make_openflow_folder(to.string());
  for (const SwitchProgram& program : tables.plain(on)) {
    if (!problems.empty()) return problems;
    const std::string head = fmt::format("# {}, {}: {} rules\n", program.name, moment, program.rules.size());
    problems = write_openflow_file(to / (file_stem(program.name) + ".flows"), head + flows_file(program));
  }
  return problems;
}

}  // namespace ebb::inline app
