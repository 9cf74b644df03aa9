#include "app/switch_choice.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/spelling.hpp"
#include "base/whole_file.hpp"
#include "fabric/names.hpp"

namespace ebb::inline app {

Result<std::vector<SwitchId>> chosen_switches(const Network& network, const std::vector<std::string>& names) {
  std::vector<SwitchId> chosen;
  Problems problems;
  std::vector<std::string> known, numbered;
  for (SwitchId s = 0; s < network.switches(); ++s)
    known.push_back(switch_name(network, s)), numbered.push_back(switch_name(s));
  if (names.empty())
    for (SwitchId s = 0; s < network.switches(); ++s) chosen.push_back(s);
  for (const std::string& name : names) {
    const auto named = std::find(known.begin(), known.end(), name);
    const bool digits = !name.empty() && name.find_first_not_of("0123456789") == std::string::npos;
    const auto found = std::find(numbered.begin(), numbered.end(), (digits ? "s" : "") + name);
    if (named != known.end())
      chosen.push_back(static_cast<SwitchId>(named - known.begin()));
    else if (found != numbered.end())
      chosen.push_back(static_cast<SwitchId>(found - numbered.begin()));
    else
      problems.push_back({"--switch", fmt::format("there is no switch \"{}\"", name),
                          known == numbered
                              ? fmt::format("this network has the switches s0 to s{}", network.switches() - 1)
                              : name_hint(name, known)});
  }
  if (!problems.empty()) return problems;
  return chosen;
}

Problems make_openflow_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (!error) return {};
  return {{"--openflow", fmt::format("{} cannot be made: {}", folder, error.message()), "name a folder"}};
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

}  // namespace ebb::inline app
