// VLAN trees as tables: the number of VLANs, which switches use them, and the ports of every switch.
#pragma once

#include <string>
#include <vector>

#include "network/network.hpp"
#include "report/document/render.hpp"
#include "report/document/table.hpp"
#include "rules/trees/trunks.hpp"
#include "tasks/trees/trees_task.hpp"

namespace ebb::inline tasks {

/// "s0-s1", or the network's own names.
std::string trunk_name(const Network& network, const Trunk& trunk);

Table trees_summary(const TreesResult& trees);
/// One row per VLAN: the switches that send in it, and its links.
Table vlan_table(const TreesResult& trees);
/// One row per port, as a managed switch is configured: PVID, tagged and untagged VLANs.
Table vlan_port_table(const TreesResult& trees, const std::vector<SwitchId>& switches);
/// All three; CSV has the ports only.
std::string trees_text(const TreesResult& trees, const std::vector<SwitchId>& switches, Format format);

}  // namespace ebb::inline tasks
