// A finished run as a store keeps it.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "config/node.hpp"
#include "experiment/fit/run_fit.hpp"
#include "experiment/read/file_content.hpp"
#include "experiment/run/run_input.hpp"
#include "report/run/run_report.hpp"
#include "results/run_outcome.hpp"
#include "results/run_title.hpp"
#include "store/stored_run.hpp"

namespace ebb::inline study {

/// `document` is the resolved configuration, `contents` are the contents of the files it names. The caller
/// fills in times and memory. A run with a `failure`, such as a deadlock, is a failed run
/// with its figures until then.
StoredRun record_of(const RunTitle& title, const RunResult& result, const Node& document,
                    const std::vector<FileContent>& contents);

/// Reads, builds and runs a configuration. Returns the problems to show the user when there is no result.
/// Stops when it would use more than `memory` bytes.
Result<StoredRun> run_to_record(const std::string& path, const Node& root,
                                std::uint64_t memory = memory_of_machine());

}  // namespace ebb::inline study
