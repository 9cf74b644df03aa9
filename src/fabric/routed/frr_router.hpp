// A router that runs FRR: reads its OSPF, zebra and kernel, drains it or one of its links, switches ports.
// Changes are to the running configuration only: a router that restarts is not drained.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/process/run_tool.hpp"
#include "base/result.hpp"
#include "fabric/routed/frr_text.hpp"
#include "fabric/routed/router_shell.hpp"

namespace ebb::inline fabric {

/// The largest metric of OSPF. A link of this cost is used only where there is no other path (RFC 6987).
inline constexpr std::uint32_t largest_ospf_cost = 65535;

/// Of a port, against the one that it was configured with.
enum class PortCost : std::uint8_t {
  usual,
  raised,   ///< by 1: routers that have another path of equal cost leave this one
  largest,  ///< used only where there is no other path
};

class FrrRouter {
 public:
  /// `path_space` is the -N of its daemons; empty: FRR's own.
  FrrRouter(std::string name, RouterShell& shell, std::string path_space = {})
      : name_(std::move(name)), shell_(shell), path_space_(std::move(path_space)) {}

  const std::string& name() const { return name_; }

  // Observe. A problem means that it does not answer, or not as FRR does.
  Result<std::vector<OspfNeighbour>> neighbours();
  Result<RoutedPrefixes> ospf_routes();
  Result<RoutedPrefixes> zebra_routes();
  Result<RoutedPrefixes> kernel_routes();
  Result<bool> is_drained();
  Result<std::map<std::string, std::uint32_t>> costs();
  Result<std::map<std::string, RouterLink>> links();
  void request_links();
  Result<std::map<std::string, RouterLink>> requested_links();

  // Change.
  Problems drain(bool on);
  /// The usual cost is the one before the first change by this object. Where it is unknown, because another
  /// party drained the port, it is the one that OSPF derives from the port's speed, and is not raised.
  Problems set_cost(const std::string& port, PortCost cost);
  Problems enable_port(const std::string& port, bool on);

  /// Sends packets from a port to an address, and returns how many were answered.
  Result<std::uint32_t> ping(const std::string& port, const std::string& address, std::uint32_t count);

 private:
  Result<std::string> show(const std::string& command);
  Result<std::string> printed(const std::vector<std::string>& words);
  Problems configure(const std::vector<std::string>& lines);
  std::vector<std::string> vtysh(const std::vector<std::string>& commands) const;

  std::string name_;
  RouterShell& shell_;
  std::string path_space_;
  std::map<std::string, std::uint32_t> cost_before_;  ///< of each port that has another one
};

/// The problem of a command that failed.
Problem router_problem(const std::string& router, const std::vector<std::string>& words,
                       const ToolResult& result);
/// How many answers the summary of `ping -q` counts.
Result<std::uint32_t> parse_ping(const std::string& where, const std::string& text);

}  // namespace ebb::inline fabric
