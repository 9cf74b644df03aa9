// A lab of routers: every switch is a network namespace with FRR's daemons, every cable between two of them a
// subnet. Hosts have the addresses of any lab, and their router as gateway. All files of the daemons are in
// the lab's folder, so that `ebb lab down` finds all of it.
#pragma once

#include <functional>
#include <string>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "fabric/lab/lab_names.hpp"
#include "fabric/lab_settings.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

/// What a lab of these routers needs and this machine lacks.
Problems router_obstacles(const Network& network);

/// They forward, too.
Problems make_router_namespaces(const LabNames& names, const Network& network);
Problems make_router_cables(const LabNames& names, const Network& network);
/// Addresses and, where there is one, the rate of all cables.
Problems set_router_addresses(const LabNames& names, const Network& network, const LabSettings& settings);
Problems start_routers(const LabNames& names, const Network& network, const LabSettings& settings);
/// Waits until all kernels have all equal-cost routes to all hosts.
Problems await_routers(const LabNames& names, const Network& network, const std::function<bool()>& stopped);

/// Whether all kernels forward by all equal-cost paths: what was found, or what is wrong.
Result<std::string> look_at_routes(const LabNames& names, const Network& network);

}  // namespace ebb::inline fabric
