// Makes a job of SimAI's workload text.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.hpp"
#include "traffic/job/job_maker.hpp"
#include "training/simai_text.hpp"

namespace ebb::inline training {

/// What a layer's lines mean is SimAI's: forward passes one after the other, then the gradients backwards.
/// Computing and collectives wait for each other, but for those of weight gradients: only the end of the step
/// waits for them. The job is one pipeline stage on `ranks` accelerators, a multiple of the ranks among which
/// layers and experts are divided; 0: that number. With fewer ranks than the text has in a stage, data groups
/// are smaller, and sizes are the same.
struct SimaiJob {
  JobMaker job;
  std::string about;  ///< what it holds, in lines
};
Result<SimaiJob> simai_job(const SimaiWorkload& workload, std::int64_t ranks, const CollectiveStyle& style);

/// Describes the parallelism of the text.
std::string about_simai(const SimaiWorkload& workload);

/// What an accelerator does in all layers: "computing", "all_gather, tensor", …
struct SimaiTotal {
  std::string what;
  std::uint64_t times = 0;
  std::int64_t bytes = 0;  ///< as the text states them
  Picoseconds time{};
};
std::vector<SimaiTotal> simai_totals(const SimaiWorkload& workload);

}  // namespace ebb::inline training
