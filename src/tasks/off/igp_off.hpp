// Which links of a routed network can sleep while it carries a demand, with its metrics and ECMP as they are:
// `ebb off NETWORK.graph`.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "network/igp_network.hpp"
#include "report/document/render.hpp"
#include "rules/igp/igp_request.hpp"
#include "rules/igp/igp_sleep.hpp"
#include "tasks/off/off_rules.hpp"
#include "tasks/off/off_task.hpp"

namespace ebb::inline tasks {

struct IgpOffResult {
  OffOptions options;  ///< the file is Repetita's `.graph`, the demand its `.demands`
  IgpNetwork network;
  std::vector<IgpDemand> demands;  ///< times the scale
  IgpSleepPlan plan;
  IgpSleepCheck check;            ///< of the plan, computed apart from the search
  std::uint32_t full_before = 0;  ///< channels above max_utilisation with all links on
};

/// Whether `ebb off` treats the file as a routed network.
bool is_igp_file(const std::string& file);

/// Deterministic. Problems are mistakes in the options or the files.
Result<IgpOffResult> choose_igp_off(const OffOptions& options, const OffFiles& files = {},
                                    const std::atomic<bool>* stop = nullptr);

/// The summary, and the links that sleep.
std::string igp_off_text(const IgpOffResult& off, Format format);

}  // namespace ebb::inline tasks
