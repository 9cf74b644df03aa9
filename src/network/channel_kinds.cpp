#include "network/channel_kinds.hpp"

#include <algorithm>

namespace ebb::inline network {

std::vector<std::string> names_of_kinds(const Network& network) {
  const std::size_t classes = network.classes.size();
  std::vector<bool> of_hosts(classes);
  for (HostId h = 0; h < network.hosts; ++h) of_hosts[network.link_class[network.host_port(h)]] = true;
  const bool several = std::count(of_hosts.begin(), of_hosts.end(), true) > 1;
  std::vector<std::string> names(kinds_in(network));
  for (std::size_t i = 0; i < classes; ++i) {
    const std::string& name = network.classes[i].name;
    names[i] = !of_hosts[i] ? name : several ? "to " + name : "to host";
    names[classes + i] = several ? "from " + name : "from host";
    if (network.spines_apart) names[2 * classes + i] = name + ", from spines";
  }
  return names;
}

std::vector<std::int64_t> channels_that_are_on(const Network& network) {
  std::vector<std::int64_t> counts(network.classes.size());
  for (PortId p = 0; p < network.channels(); ++p)
    if (!network.link(p).off) ++counts[network.link_class[p]];
  return counts;
}

}  // namespace ebb::inline network
