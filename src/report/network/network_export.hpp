// A network in the formats of other programs: GraphML, NetworkX's node-link JSON, Graphviz's DOT, a script
// for Mininet. ebb can read the first two again (topology/file) and gets the same network.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "network/network.hpp"

namespace ebb::inline report {

enum class NetworkFormat : std::uint8_t { graphml, dot, mininet, json };
constexpr auto names_of(NetworkFormat) {
  return std::array<std::string_view, 4>{"graphml", "dot", "mininet", "json"};
}

/// `title` describes the origin of the network.
std::string export_network(const Network& network, NetworkFormat format, const std::string& title);

/// A Python script for Mininet. Keeps names that Mininet accepts: it names interfaces ("leaf1-eth32") and
/// bridges after nodes, in 15 characters. Other nodes are named by their numbers, s0 and h0, with their own
/// names in a comment. Ports are numbered as in `ebb rules`, from 1.
std::string mininet_script(const Network& network, const std::string& title);

}  // namespace ebb::inline report
