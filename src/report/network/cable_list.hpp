// The cables of a network with their ends and lengths, for who orders and lays them. Switches and hosts stand
// in racks side by side, and racks in rows.
#pragma once

#include <cstdint>
#include <vector>

#include "network/network.hpp"
#include "report/document/table.hpp"

namespace ebb::inline report {

/// Where switches and hosts stand. The order of the racks is that of the switches: each switch with its
/// hosts, which stay in one rack if one holds them. Racks are as in `ebb plan size`.
struct RackLayout {
  static constexpr std::int64_t in_a_rack = 40, racks_in_a_row = 20;
  static constexpr double rack_pitch_m = 0.6, row_pitch_m = 3, to_the_tray_m = 2;
  std::vector<std::int64_t> of_switch, of_host;  ///< racks
  std::int64_t racks = 0;
};
RackLayout rack_layout(const Network& network);

/// From the ports of one rack up to the tray, along the rows, and down: a multiple of half a metre.
double cable_metres(std::int64_t from_rack, std::int64_t to_rack);

/// One row for each cable. `hosts`: also the cables of hosts.
Table cable_list(const Network& network, bool hosts);

/// One row for each kind, medium, rate and length, with the number of cables.
Table cable_lengths(const Network& network);

/// Copper cables of switches longer than passive copper reaches.
std::int64_t too_long_copper(const Network& network);

}  // namespace ebb::inline report
