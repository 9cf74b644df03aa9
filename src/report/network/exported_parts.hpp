// The nodes and cables of a network for export: every one with a name, switches before hosts, each cable
// once. The end that comes first among the nodes is its source, because programs without directions put it
// first when they write the graph again.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "network/network.hpp"

namespace ebb::inline report {

struct ExportedNode {
  std::string name;
  bool is_host = false;
  std::optional<std::array<double, 2>> place{};
};

struct ExportedLink {
  std::size_t source = 0, target = 0;  ///< nodes
  std::string source_port, target_port;
  const LinkClass* kind = nullptr;
  std::int64_t cables = 1;  ///< between two groups: all of this kind
};

struct ExportedParts {
  std::vector<ExportedNode> nodes;
  std::vector<ExportedLink> links;
};

/// What is exported of a network: all of it, its switches alone, or its groups of switches, with the cables
/// between them.
enum class ExportDetail : std::uint8_t { all, switches, groups };

/// At most so many groups where the network has none of its own.
inline constexpr std::size_t most_exported_groups = 64;

/// The network must outlive the result.
ExportedParts exported_parts(const Network& network, ExportDetail detail = ExportDetail::all);

using NamedValues = std::vector<std::pair<std::string, std::string>>;
/// The attributes of a node or link, with the same names in every format, which ebb can read.
NamedValues said_of(const ExportedNode& node);
NamedValues said_of(const ExportedLink& link);

}  // namespace ebb::inline report
