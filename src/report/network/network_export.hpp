// A network in the formats of other programs: GraphML, NetworkX's node-link JSON, Graphviz's DOT, a script
// for Mininet, a picture, a list of cables. ebb can read the first two again (topology/file) and gets the
// same network.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "network/network.hpp"
#include "report/network/exported_parts.hpp"

namespace ebb::inline report {

enum class NetworkFormat : std::uint8_t { graphml, dot, mininet, json, svg, cables };
constexpr auto names_of(NetworkFormat) {
  return std::array<std::string_view, 6>{"graphml", "dot", "mininet", "json", "svg", "cables"};
}

/// `title` describes the origin of the network. A script for Mininet has all of the network, and a list of
/// cables no groups: the caller checks that.
std::string export_network(const Network& network, NetworkFormat format, const std::string& title,
                           ExportDetail detail = ExportDetail::all);

/// The switches of a network, or its groups, as a picture. A line for each pair with cables; the more cables,
/// the thicker.
std::string svg_picture(const ExportedParts& parts, const std::string& title);

/// A Python script for Mininet. Keeps names that Mininet accepts: it names interfaces ("leaf1-eth32") and
/// bridges after nodes, in 15 characters. Other nodes are named by their numbers, s0 and h0, with their own
/// names in a comment. Ports are numbered as in `ebb rules`, from 1.
std::string mininet_script(const Network& network, const std::string& title);

}  // namespace ebb::inline report
