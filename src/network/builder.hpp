// Builds a Network cable by cable. Every port must be connected exactly once before finish().
#pragma once

#include <cstdint>

#include "network/network.hpp"

namespace ebb::inline network {

class NetworkBuilder {
 public:
  /// Returns the id of the class. At most 255 of them.
  std::uint8_t add_class(LinkClass link_class);
  /// Adds `count` switches of `ports` ports each and returns the first one's id. All before the first cable.
  SwitchId add_switches(std::uint32_t count, std::uint32_t ports);
  std::uint32_t switches() const { return network_.switches(); }
  /// Sets the number of hosts. Call it after all switches, before the first cable.
  void set_hosts(std::uint32_t hosts);

  void connect(SwitchId a, std::uint32_t port_a, SwitchId b, std::uint32_t port_b, std::uint8_t link_class);
  void attach(HostId host, SwitchId s, std::uint32_t port, std::uint8_t link_class);

  Network finish(Shape shape);

 private:
  void join(PortId a, PortId b, std::uint8_t link_class);
  Network network_{.first_port = {0},
                   .peer = {},
                   .owner = {},
                   .link_class = {},
                   .classes = {},
                   .hosts = 0,
                   .shape = {},
                   .labels = {}};
};

}  // namespace ebb::inline network
