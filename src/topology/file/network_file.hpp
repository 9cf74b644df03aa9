// The content of a network file: switches and hosts with their names, the cables between them with ports,
// rates and media. GraphML, node-link JSON (NetworkX, topohub) and lists of cables fill the same plain
// struct. docs/howto/networks.md describes the formats. Any bytes give such a struct or problems with a
// position.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/medium.hpp"
#include "base/units.hpp"

namespace ebb::inline topology {

struct FileNode {
  std::string id;                            ///< as used by cables
  std::string name{};                        ///< for display; the id, where the file has no name
  bool is_host = false;                      ///< otherwise a switch
  std::optional<std::int64_t> hosts{};       ///< of a switch: further hosts that are not nodes
  std::optional<BitsPerSecond> host_rate{};  ///< of those; absent: that of [cables]
  std::optional<std::array<double, 2>> place{};
  std::string where{};  ///< in the file: a line, or "nodes[3]"
};

struct FileLink {
  std::array<std::uint32_t, 2> ends{};  ///< numbers of nodes
  std::array<std::string, 2> ports{};   ///< at each end; empty: not given
  std::optional<BitsPerSecond> rate{};  ///< absent: that of [cables]
  std::optional<Medium> medium{};       ///< absent: the topology's choice
  std::optional<Picoseconds> delay{};   ///< of its length, or as given; absent: that of [cables]
  std::string kind{};                   ///< "global"; empty: not given
  std::string where{};
};

struct NetworkFile {
  std::string path;
  std::vector<FileNode> nodes;  ///< in the order of the file
  std::vector<FileLink> links;
  std::map<std::string, std::int64_t> ignored_attributes;  ///< unknown attributes: how often each occurs

  /// True when the file itself gives hosts. Otherwise the topology's `hosts_per_switch` does.
  bool names_hosts() const;
};

}  // namespace ebb::inline topology
