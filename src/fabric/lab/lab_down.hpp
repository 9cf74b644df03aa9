// Takes a lab away, whole or in pieces: what a killed `ebb lab up` left behind too.
#pragma once

#include <string>
#include <vector>

#include "base/problem.hpp"
#include "fabric/lab/lab_names.hpp"

namespace ebb::inline fabric {

struct LabRemains {
  std::vector<pid_t> daemons;           ///< the lab's own Open vSwitch
  std::vector<pid_t> guests;            ///< processes inside its namespaces
  std::vector<std::string> namespaces;  ///< with everything in them
  bool folder = false;

  bool none() const { return daemons.empty() && guests.empty() && namespaces.empty() && !folder; }
};

/// Looks at names, folders and processes, and trusts no record: a record may be missing after a crash.
LabRemains find_lab(const LabNames& names);

/// Ends the lab's processes, then removes its namespaces and its folder. What could not be removed is a
/// problem; to try again is always allowed.
Problems remove_lab(const LabNames& names);

/// However a trial ends, its lab goes.
struct LabGuard {
  LabNames names;
  explicit LabGuard(std::string lab) : names{std::move(lab)} {}
  LabGuard(const LabGuard&) = delete;
  LabGuard& operator=(const LabGuard&) = delete;
  ~LabGuard() { remove_lab(names); }
};

}  // namespace ebb::inline fabric
