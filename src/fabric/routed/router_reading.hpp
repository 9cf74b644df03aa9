// What one command reads of a router that runs FRR: the state of its routing protocol, and the routes by
// which its kernel forwards. Parsers only; they refuse output that they do not understand.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "fabric/routed/next_hops.hpp"
#include "fabric/routed/routing_protocol.hpp"

namespace ebb::inline fabric {

/// A port as the routing protocol sees it. Ports that are off are absent.
struct ProtocolPort {
  bool adjacent = false;  ///< OSPF: full; BGP: established
  std::string neighbour;  ///< its address; empty: none
  /// OSPF: of packets that leave by this port. BGP: of packets that arrive by it, because a router makes a
  /// path longer for those who hear of it.
  std::uint32_t cost = 1;
  std::string policy;  ///< BGP: the route map towards this neighbour; empty: none

  bool operator==(const ProtocolPort&) const = default;
};

struct RouterReading {
  bool drained = false;  ///< max-metric, or graceful shutdown
  std::uint32_t as = 0;  ///< BGP
  std::map<std::string, ProtocolPort> ports;
  RoutedPrefixes kernel;
};

/// The words of the one command, for parse_reading(). `vtysh` begins every command to FRR.
std::vector<std::string> reading_command(RoutingProtocol protocol, const std::vector<std::string>& vtysh);
/// `where` names the router in a problem.
Result<RouterReading> parse_reading(const std::string& where, RoutingProtocol protocol,
                                    const std::string& text);

/// Whether a route of these sends packets for an IPv4 address by this port.
bool leads_to(const RoutedPrefixes& routes, const std::string& address, const std::string& port);

/// Splits output into the JSON documents at its beginning; the last element is the rest.
std::vector<std::string> json_documents(const std::string& text);

// Names of the route maps by which a link is drained with BGP.
inline constexpr const char* raised_map = "EBB-RAISED";
inline constexpr const char* drained_map = "EBB-DRAINED";

}  // namespace ebb::inline fabric
