// The network of a file, ready to load its switches: the input of `ebb rules`, `ebb lab` and `ebb fabric`.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "config/node.hpp"
#include "experiment/read/configuration.hpp"
#include "experiment/read/settings.hpp"
#include "fabric/inventory/host_addresses.hpp"
#include "fabric/lab_settings.hpp"
#include "fabric/openflow/program.hpp"
#include "fabric/openflow/table_choice.hpp"
#include "fabric/rules_settings.hpp"
#include "fabric/trees/trees_settings.hpp"
#include "network/network.hpp"
#include "rules/tables/block_routing.hpp"

namespace ebb::inline tasks {

/// A limit on the switches that one machine loads. Above it, a count (`ebb plan`) is more useful.
inline constexpr std::uint32_t most_switches_loaded = 20'000;

struct FabricFile {
  std::string path;
  Network network;
  std::unique_ptr<BlockRouting> routing;  ///< refers to the network; neither moves
  RulesSettings rules;
  TableChoice tables;  ///< the organisation that `rules` selects for this network
  LabSettings lab;
  TreesSettings trees;
  Node trees_section;       ///< as read, so that problems can name their line
  bool says_paths = false;  ///< [trees] has `paths`, which a `file` makes useless
  std::string text;         ///< the whole configuration with changes of the command line, as TOML

  RewritingSettings rewriting;
  std::vector<std::uint64_t> own_addresses;  ///< of the hosts, where switches rewrite them; otherwise empty

  ProgramMaker programs(ProgramOptions options = {}) const;
};

/// Returns a pointer, because the routing may refer to the network.
Result<std::unique_ptr<FabricFile>> read_fabric_file(const std::string& path, const Settings& settings = {});

}  // namespace ebb::inline tasks
