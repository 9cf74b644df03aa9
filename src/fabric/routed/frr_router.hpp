// A router that runs FRR: reads its routing protocol and its kernel, drains it or one of its links, switches
// ports. Changes are to the running configuration only: a router that restarts is not drained.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/process/run_tool.hpp"
#include "base/result.hpp"
#include "fabric/routed/frr_text.hpp"
#include "fabric/routed/router_reading.hpp"
#include "fabric/routed/router_shell.hpp"
#include "fabric/routed/routing_protocol.hpp"

namespace ebb::inline fabric {

class FrrRouter {
 public:
  /// `vtysh` begins every command to FRR, such as {"vtysh", "-N", "leaf0"}. The shell outlives this.
  FrrRouter(std::string name, RouterShell& shell, RoutingProtocol protocol = RoutingProtocol::ospf,
            std::vector<std::string> vtysh = {"vtysh"})
      : name_(std::move(name)), shell_(shell), protocol_(protocol), vtysh_(std::move(vtysh)) {}

  const std::string& name() const { return name_; }
  RoutingProtocol protocol() const { return protocol_; }

  // Observe. A problem means that it does not answer, or not as FRR does. A request lets many routers work in
  // parallel; a second one drops the first.
  void request_reading();
  Result<RouterReading> requested_reading();
  void request_links();
  Result<std::map<std::string, RouterLink>> requested_links();
  Result<RoutedPrefixes> zebra_routes();
  Result<RoutedPrefixes> kernel_routes();

  // Change.
  Problems drain(bool on);
  /// `now` is a reading that has the port. The cost of a raised port is known to this object only; where
  /// another one raised it, the raised one counts as usual.
  Problems set_cost(const std::string& port, PortCost cost, const RouterReading& now);
  Problems enable_port(const std::string& port, bool on);
  /// Ends the adjacency of a port; a new one forms, and FRR gives its routes to the kernel again. `now` is as
  /// in set_cost(). Packets that use the port are lost.
  Problems reset_adjacency(const std::string& port, const RouterReading& now);

  /// From now on zebra forgets a next-hop group a second after its last route, instead of three minutes: one
  /// that it uses again may be damaged in the kernel.
  Problems forget_groups();

  /// Sends packets from a port to an address, and returns how many were answered.
  Result<std::uint32_t> ping(const std::string& port, const std::string& address, std::uint32_t count);

 private:
  Result<std::string> printed(const std::vector<std::string>& words);
  Problems configure(const std::vector<std::string>& lines);
  Problems execute(const std::vector<std::string>& commands);
  std::vector<std::string> vtysh(const std::vector<std::string>& commands) const;
  Problems set_ospf_cost(const std::string& port, PortCost cost, const ProtocolPort& now);
  Problems set_bgp_cost(const std::string& port, PortCost cost, const ProtocolPort& now, std::uint32_t as);

  std::string name_;
  RouterShell& shell_;
  RoutingProtocol protocol_;
  std::vector<std::string> vtysh_;
  std::map<std::string, std::uint32_t> raised_;  ///< usual costs of ports that are raised
};

/// The problem of a command that failed.
Problem router_problem(const std::string& router, const std::vector<std::string>& words,
                       const ToolResult& result);
/// How many answers the summary of `ping -q` counts.
Result<std::uint32_t> parse_ping(const std::string& where, const std::string& text);

}  // namespace ebb::inline fabric
