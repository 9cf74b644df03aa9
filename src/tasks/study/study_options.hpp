// What a parameter study and a comparison of policies have in common.
#pragma once

#include <string>
#include <vector>

#include "experiment/read/settings.hpp"
#include "study/process/allocation.hpp"
#include "study/sweep/sweep_progress.hpp"
#include "study/sweep/sweep_runner.hpp"

namespace ebb::inline tasks {

struct StudyOptions {
  std::string file;   ///< a run file
  Settings settings;  ///< "section.key=value", instead of what the file says
  std::string store;  ///< the folder of the results; empty: the file's name with .results
  SweepOptions run;   ///< cores, memory, and which stored runs count

  std::string folder() const { return store.empty() ? default_store(file) : store; }
};

/// All that this process may use. The first of several processes waits for the others, and reads the results.
SweepOptions sweep_options_at(const Allocation& place);

/// For studies whose progress nobody follows.
class NoWatcher : public SweepWatcher {
 public:
  void progress(const SweepProgress&, double, double) override {}
  void point_failed(const std::string&, const std::string&) override {}
};

/// A note for tables that runs are missing; empty when none is.
std::string what_is_missing(const SweepOutcome& outcome);

}  // namespace ebb::inline tasks
