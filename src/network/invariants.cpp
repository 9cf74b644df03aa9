#include "network/invariants.hpp"

#include "network/distance.hpp"

namespace ebb::inline network {
namespace {

struct Invariants {
  bool paired = true, elsewhere = true, same_class = true, hosts_first = true, hosts_in_order = true;
};

void check_ports(const Network& net, Invariants& holds) {
  for (PortId p = 0; p < net.switch_ports(); ++p) {
    const bool host = net.is_host_port(net.peer[p]);
    holds.elsewhere &= host || net.owner[net.peer[p]] != net.owner[p];
    const bool first = p == net.first_port[net.owner[p]];
    holds.hosts_first &= !host || first || net.is_host_port(net.peer[p - 1]);
  }
  for (HostId h = 1; h < net.hosts; ++h)
    holds.hosts_in_order &= net.peer[net.host_port(h - 1)] < net.peer[net.host_port(h)];
}

}  // namespace

std::vector<std::string> broken_invariants(const Network& net) {
  Invariants holds;
  for (PortId p = 0; p < net.channels(); ++p) {
    const PortId peer = net.peer[p];
    holds.paired &= peer < net.channels() && peer != p && net.peer[peer] == p;
    if (!holds.paired) return {"every port is connected to one other port, and that one to it"};
    holds.paired &= !net.is_host_port(p) || !net.is_host_port(peer);
    if (!holds.paired) return {"every host is connected to a switch"};
    holds.same_class &= net.link_class[p] == net.link_class[peer] && net.link_class[p] < net.classes.size();
  }
  check_ports(net, holds);
  std::vector<std::string> broken;
  const auto require = [&](bool so, const char* what) {
    if (!so) broken.emplace_back(what);
  };
  require(holds.elsewhere, "no cable leads from a switch to itself");
  require(holds.same_class, "both ends of a cable are of its class");
  require(holds.hosts_first, "hosts come first among the ports of a switch");
  require(holds.hosts_in_order, "hosts are numbered in the order of their switches and ports");
  require(is_connected(net), "every switch reaches every other");
  return broken;
}

}  // namespace ebb::inline network
