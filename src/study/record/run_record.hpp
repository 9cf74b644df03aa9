// A run that is done, as a store keeps it.
#pragma once

#include <string>
#include <vector>

#include "experiment/fit/run_fit.hpp"
#include "experiment/run/run_input.hpp"
#include "report/run/run_report.hpp"
#include "results/run_outcome.hpp"
#include "store/stored_run.hpp"

namespace ebb::inline study {

/// `document` is the resolved configuration, `contents` what the files hold that it names. Times and memory
/// are the caller's to fill in. A run that came to a stand has failed, and keeps the figures until then.
StoredRun record_of(const RunTitle& title, const RunResult& result, const Node& document,
                    const std::vector<FileContent>& contents);

/// Reads, builds, runs; what was wrong, in the words a user would see, when there is no result. It stops when
/// it would take more than `memory` bytes.
Result<StoredRun> run_to_record(const std::string& path, const Node& root,
                                std::uint64_t memory = memory_of_machine());

}  // namespace ebb::inline study
