// What `ebb sweep` and `ebb compare-policies` share: their options and their final messages.
#pragma once

#include <string>
#include <vector>

#include "app/command/command.hpp"
#include "app/output/output_format.hpp"
#include "base/result.hpp"
#include "tasks/study/study_options.hpp"

namespace ebb::inline app {

struct StudyArguments {
  std::string file, store, memory, jobs, executor, report;
  Settings settings;
  bool quiet = false, any_build = false, live = false;
  OutputFormat output;
};

/// All but FILE: --set, --store, --report, --jobs, --memory, --executor, --any-build, --live, -q and the
/// formats.
void add_study_options(Command& command, StudyArguments& arguments);

/// `place` decides the cores and the memory that are not given.
Result<StudyOptions> options_of(const StudyArguments& arguments, const Allocation& place);

/// Prints how many runs are done and how to continue, and returns the exit code. `first`: only one of several
/// processes prints it.
int say_how_it_ended(const SweepOutcome& outcome, const StudyArguments& arguments, bool quiet, bool first);

}  // namespace ebb::inline app
