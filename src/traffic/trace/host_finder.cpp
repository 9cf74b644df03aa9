#include "traffic/trace/host_finder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/parsed_number.hpp"
#include "base/spelling.hpp"
#include "network/names.hpp"

namespace ebb::inline traffic {

HostFinder::HostFinder(const Network& network) : network_(network) {
  for (HostId h = 0; h < network.hosts; ++h) names_.try_emplace(name_of_host(network, h, "h"), h);
  std::vector<std::uint32_t> hosts(network.switches());
  for (HostId h = 0; h < network.hosts; ++h) ++hosts[network.switch_of_host(h)];
  for (HostId h = 0; h < network.hosts; ++h)
    if (const SwitchId s = network.switch_of_host(h); hosts[s] == 1 && !network.labels.switches.empty())
      names_.try_emplace(name_of_switch(network, s), h);
}

HostId HostFinder::find(std::string_view text) const {
  if (const auto found = names_.find(text); found != names_.end()) return found->second;
  const auto host = parsed_number<HostId>(text);
  return host && *host < network_.hosts ? *host : no_id;
}

std::string HostFinder::hint(std::string_view text) const {
  const auto& switches = network_.labels.switches;
  const auto at = std::find(switches.begin(), switches.end(), std::string(text));
  if (at != switches.end()) return "it is a switch: name one of its hosts";
  std::vector<std::string> names;
  for (const auto& [name, host] : names_) names.push_back(name);
  const std::string near = nearest(text, names);
  return near.empty() ? fmt::format("name a host, or give its number from 0 to {}", network_.hosts - 1)
                      : fmt::format("did you mean \"{}\"?", near);
}

}  // namespace ebb::inline traffic
