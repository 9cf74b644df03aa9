// Copies of the files that a configuration names, in a results folder. So the folder can repeat its run after
// it is moved or the files change.
#pragma once

#include "config/node.hpp"
#include "tasks/results/results_folder.hpp"

namespace ebb::inline tasks {

struct CarriedFiles {
  Node document;                  ///< names the copies
  ResultFiles copies;             ///< inputs/leaf-spine.graphml
  std::vector<std::string> left;  ///< files that were too large, or could not be read
};

/// `document` names its files by absolute paths: networks, demands, traces, sizes, devices.
CarriedFiles carried_files(Node document);

}  // namespace ebb::inline tasks
