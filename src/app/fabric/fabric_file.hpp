// The network of a file, ready for its switches to be loaded: what `ebb rules`, `ebb lab` and `ebb fabric`
// begin with.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "experiment/read/configuration.hpp"
#include "fabric/lab_settings.hpp"
#include "fabric/openflow/program.hpp"
#include "fabric/rules_settings.hpp"
#include "fabric/trees/trees_settings.hpp"

namespace ebb::inline app {

/// More switches than anybody loads from one machine; above it, a count (`ebb plan`) is what is wanted.
inline constexpr std::uint32_t most_switches_loaded = 20'000;

struct FabricFile {
  std::string path;
  Network network;
  std::unique_ptr<BlockRouting> routing;  ///< refers to the network; both stay where they are
  RulesSettings rules;
  TableChoice tables;  ///< what `rules` asks for on this network
  LabSettings lab;
  TreesSettings trees;
  Node trees_section;       ///< as it was read, so that problems can name their line
  bool says_paths = false;  ///< [trees] has `paths`, which a `file` makes useless
  std::string text;         ///< the whole configuration, with what the command line changed in it, as TOML

  ProgramMaker programs(ProgramOptions options = {}) const;
};

/// Behind a pointer, because the routing may refer to the network.
Result<std::unique_ptr<FabricFile>> read_fabric_file(const std::string& path,
                                                     const std::vector<std::string>& settings = {});

}  // namespace ebb::inline app
