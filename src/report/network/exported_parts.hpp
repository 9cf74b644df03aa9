// The nodes and cables of a network as other programs want them: with a name for everything, switches before
// hosts, each cable once. The end that comes first among the nodes is its source, because programs that know
// no direction put it first when they write the graph again.
#pragma once

#include <array>
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
};

struct ExportedParts {
  std::vector<ExportedNode> nodes;
  std::vector<ExportedLink> links;
};

/// The network must outlive what it gives.
ExportedParts exported_parts(const Network& network);

using NamedValues = std::vector<std::pair<std::string, std::string>>;
/// What is said of a node or link, the same words in every format, and those that ebb reads.
NamedValues said_of(const ExportedNode& node);
NamedValues said_of(const ExportedLink& link);

}  // namespace ebb::inline report
