// The files that a configuration names, carried along in a results folder: so the folder repeats its run
// wherever it is moved, also after the files themselves have changed.
#pragma once

#include "app/results/results_folder.hpp"
#include "config/node.hpp"

namespace ebb::inline app {

struct CarriedFiles {
  Node document;                  ///< names the copies
  ResultFiles copies;             ///< inputs/leaf-spine.graphml
  std::vector<std::string> left;  ///< those that were too large, or could not be read any more
};

/// `document` names its files by absolute paths: networks, demands, traces, sizes, devices.
CarriedFiles carried_files(Node document);

}  // namespace ebb::inline app
