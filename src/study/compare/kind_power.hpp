// The power of a stored run's channels by kind, if it is proportional to their rate: what a job's energy is
// compared by.
#pragma once

#include <string>
#include <vector>

#include "store/stored_run.hpp"

namespace ebb::inline study {

struct KindPower {
  std::string kind;    ///< as a part of figures' names: "to_host"
  double used = 0;     ///< rate times time, in any unit; a change counts as its faster rate
  double at_full = 0;  ///< the same, had they always been at full rate
  bool of_hosts = false;
};

/// Nothing where no policy changes rates: then all are always at full rate.
std::vector<KindPower> kind_powers(const StoredRun& run);

}  // namespace ebb::inline study
