// Networks for a number of hosts, side by side, and any of them as a plan file.
#pragma once

#include <string>

#include "report/document/render.hpp"
#include "report/document/table.hpp"
#include "results/sized_network.hpp"

namespace ebb::inline report {

/// The order of the results, least first.
enum class SizeOrder : std::uint8_t { power, switches, cables, capex, diameter, bisection };
constexpr auto names_of(SizeOrder) {
  return std::array<std::string_view, 6>{"power", "switches", "cables", "capex", "diameter", "bisection"};
}

void sort_networks(SizeResult& result, SizeOrder order);

Table size_table(const SizeResult& result);
std::string render_sizes(const SizeResult& result, Format format);

/// The [topology] section of one of them. The user's own settings complete the file.
std::string topology_toml(const SizedNetwork& network);

}  // namespace ebb::inline report
