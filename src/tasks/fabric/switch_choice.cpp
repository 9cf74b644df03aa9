#include "tasks/fabric/switch_choice.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/whole_file.hpp"
#include "fabric/inventory/switch_finder.hpp"

namespace ebb::inline tasks {

Result<std::vector<SwitchId>> chosen_switches(const Network& network, const std::vector<std::string>& names) {
  std::vector<SwitchId> chosen;
  Problems problems;
  const SwitchFinder finder(network);
  if (names.empty())
    for (SwitchId s = 0; s < network.switches(); ++s) chosen.push_back(s);
  for (const std::string& name : names)
    if (const auto found = finder.find(name))
      chosen.push_back(*found);
    else
      problems.push_back({"--switch", fmt::format("there is no switch \"{}\"", name), finder.hint(name)});
  if (!problems.empty()) return problems;
  return chosen;
}

Problems make_openflow_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (!error) return {};
  return {{"--openflow", fmt::format("{} cannot be created: {}", folder, error.message()),
           "name another folder"}};
}

std::string file_stem(std::string name) {
  std::replace(name.begin(), name.end(), '/', '_');
  return name;
}

Problems write_openflow_file(const std::filesystem::path& path, const std::string& text) {
  WholeFile file(path.string());
  file.write(text);
  const std::string& wrong = file.finish();
  if (wrong.empty()) return {};
  return {
      {"--openflow", fmt::format("{} cannot be written: {}", path.string(), wrong), "name another folder"}};
}

}  // namespace ebb::inline tasks
