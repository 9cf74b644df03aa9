#include "fabric/lab/counters/port_counts.hpp"

#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/process/run_tool.hpp"

namespace ebb::inline fabric {

std::vector<PortCount> parse_port_counts(const std::string& dump, std::uint32_t ports) {
  std::vector<PortCount> counts(ports);
  std::istringstream in(dump);
  unsigned port = 0;
  for (std::string line; std::getline(in, line);) {
    unsigned long long frames = 0, bytes = 0, drop = 0;
    unsigned found = 0;
    if (std::sscanf(line.c_str(), " port %u: rx pkts=%llu", &found, &frames) >= 2) {
      port = found;
      if (port >= 1 && port <= ports) counts[port - 1].received = frames;
    } else if (line.find("port LOCAL") != std::string::npos) {
      port = 0;
    } else if (std::sscanf(line.c_str(), " tx pkts=%llu, bytes=%llu, drop=%llu", &frames, &bytes, &drop) >=
               1) {
      if (port >= 1 && port <= ports) counts[port - 1].sent = frames, counts[port - 1].dropped = drop;
    }
  }
  return counts;
}

std::vector<PortCount> read_interface_counts(const LabNames& names, const Network& network) {
  const ToolResult ran = run_tool_in({names.fabric()}, {"ip", "-json", "-statistics", "link"});
  const auto links = nlohmann::json::parse(ran.ok() ? ran.output : "", nullptr, false);
  if (!links.is_array()) return {};
  std::map<std::string, PortCount> counted;
  for (const auto& link : links)
    counted[link.value("ifname", "")] = {link.value("/stats64/rx/packets"_json_pointer, std::uint64_t{0}),
                                         link.value("/stats64/tx/packets"_json_pointer, std::uint64_t{0}),
                                         link.value("/stats64/tx/dropped"_json_pointer, std::uint64_t{0})};
  std::vector<PortCount> all;
  for (SwitchId s = 0; s < network.switches(); ++s)
    for (std::uint32_t local = 0; local < network.ports_of(s); ++local) {
      const auto found = counted.find(LabNames::port(s, local));
      if (found == counted.end()) return {};
      all.push_back(found->second);
    }
  return all;
}

}  // namespace ebb::inline fabric
