#include "network/builder.hpp"

#include <utility>

#include "base/ensure.hpp"

namespace ebb::inline network {

std::uint8_t NetworkBuilder::add_class(LinkClass link_class) {
  ENSURE(network_.classes.size() < 255);
  network_.classes.push_back(std::move(link_class));
  return static_cast<std::uint8_t>(network_.classes.size() - 1);
}

SwitchId NetworkBuilder::add_switches(std::uint32_t count, std::uint32_t ports) {
  ENSURE(network_.peer.empty());
  const SwitchId first = network_.switches();
  for (std::uint32_t i = 0; i < count; ++i) {
    network_.owner.insert(network_.owner.end(), ports, first + i);
    network_.first_port.push_back(network_.first_port.back() + ports);
  }
  return first;
}

void NetworkBuilder::set_hosts(std::uint32_t hosts) {
  ENSURE(network_.peer.empty());
  network_.hosts = hosts;
  network_.peer.assign(std::size_t{network_.switch_ports()} + hosts, no_id);
  network_.link_class.assign(network_.peer.size(), 0);
}

void NetworkBuilder::connect(SwitchId a, std::uint32_t port_a, SwitchId b, std::uint32_t port_b,
                             std::uint8_t link_class) {
  ENSURE(port_a < network_.ports_of(a) && port_b < network_.ports_of(b));
  join(network_.first_port[a] + port_a, network_.first_port[b] + port_b, link_class);
}

void NetworkBuilder::attach(HostId host, SwitchId s, std::uint32_t port, std::uint8_t link_class) {
  ENSURE(host < network_.hosts && port < network_.ports_of(s));
  join(network_.first_port[s] + port, network_.host_port(host), link_class);
}

void NetworkBuilder::join(PortId a, PortId b, std::uint8_t link_class) {
  ENSURE(a != b && network_.peer[a] == no_id && network_.peer[b] == no_id);
  ENSURE(link_class < network_.classes.size());
  network_.peer[a] = b, network_.peer[b] = a;
  network_.link_class[a] = network_.link_class[b] = link_class;
}

Network NetworkBuilder::finish(Shape shape) {
  for (PortId peer : network_.peer) ENSURE(peer != no_id);
  network_.shape = std::move(shape);
  return std::move(network_);
}

}  // namespace ebb::inline network
