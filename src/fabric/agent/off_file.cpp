#include "fabric/agent/off_file.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/whole_file.hpp"
#include "fabric/names.hpp"

namespace ebb::inline fabric {

Problems write_off_file(const std::string& path, const Network& network, const std::vector<PortId>& cables) {
  std::string text = "# cables that ebb agent has switched off: a switch, and its local port in the plan\n";
  for (const PortId p : cables) {
    text += fmt::format("{} {}", switch_name(network.owner[p]), p - network.first_port[network.owner[p]]);
    if (!network.labels.switches.empty()) text += "  # " + port_name(network, p);
    text += '\n';
  }
  WholeFile file(path);
  file.write(text);
  const std::string& wrong = file.finish();
  if (wrong.empty()) return {};
  return {{path, "cannot be written: " + wrong, "no cable goes off before it can"}};
}

Result<std::vector<PortId>> read_off_file(const std::string& path, const Network& network) {
  std::vector<PortId> cables;
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return cables;
  std::ifstream in(path);
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    char s = 0;
    SwitchId of = no_id;
    std::uint32_t local = no_id;
    words >> s >> of >> local;
    if (!words || s != 's' || of >= network.switches() || local >= network.ports_of(of) ||
        network.is_host_port(network.peer[network.first_port[of] + local]))
      return Problem{fmt::format("{}:{}", path, number), "names no cable between switches of this network",
                     "it is the file of another network; move it away when all its ports are on"};
    cables.push_back(network.first_port[of] + local);
  }
  return cables;
}

}  // namespace ebb::inline fabric
