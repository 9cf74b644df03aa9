// Removes a lab, complete or partial, including what a killed `ebb lab up` left behind.
#pragma once

#include <string>
#include <vector>

#include "base/problem.hpp"
#include "fabric/lab/lab_names.hpp"

namespace ebb::inline fabric {

struct LabRemains {
  std::vector<pid_t> daemons;           ///< the lab's own Open vSwitch, or its routers'
  std::vector<pid_t> guests;            ///< processes inside its namespaces
  std::vector<std::string> namespaces;  ///< with everything in them
  bool folder = false;

  bool none() const { return daemons.empty() && guests.empty() && namespaces.empty() && !folder; }
};

/// Looks at names, folders and processes instead of a record, which may be missing after a crash.
LabRemains find_lab(const LabNames& names);

/// Ends the lab's processes, then removes its namespaces and its folder. Reports what could not be removed.
/// It can always be tried again.
Problems remove_lab(const LabNames& names);

/// Removes the lab of a trial, however the trial ends.
struct LabGuard {
  LabNames names;
  explicit LabGuard(std::string lab) : names{std::move(lab)} {}
  LabGuard(const LabGuard&) = delete;
  LabGuard& operator=(const LabGuard&) = delete;
  ~LabGuard() { remove_lab(names); }
};

}  // namespace ebb::inline fabric
