// Makes the document of a run's live page from the run's current state.
#pragma once

#include <memory>
#include <string>

#include "experiment/run/prepared_run.hpp"
#include "report/document/document.hpp"
#include "results/run_time_series.hpp"
#include "tasks/live/live_page.hpp"

namespace ebb::inline tasks {

/// Larger networks are shown without their channels: packing them would slow the run down.
inline constexpr std::uint32_t most_live_channels = 20'000;

/// The current state of a run's report. `network` is that of a NetworkView, or null.
Document live_document(const PreparedRun& prepared, const std::string& name, const RunTimeSeries& time_series,
                       const ChannelHistory& history,
                       const std::shared_ptr<const nlohmann::ordered_json>& network);

/// The constant part of it; null for a network that is too large.
std::shared_ptr<const nlohmann::ordered_json> live_network(const PreparedRun& prepared,
                                                           const std::string& name);

}  // namespace ebb::inline tasks
