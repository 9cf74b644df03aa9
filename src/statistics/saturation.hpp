// Whether more is offered than the network can carry, from the backlog of its sources. verdict.hpp says how
// it is decided.
#pragma once

#include "statistics/batch_sums.hpp"

namespace ebb::inline statistics {

/// Returns the part of the delivered bytes that belongs to whole messages.
double completed_share(const BatchSeries& series, std::size_t end);

/// Says whether the network has never caught up, and not because long messages are under way or a few of them
/// happened to come.
bool falls_far_behind(const BatchSeries& series, std::size_t end, double completed);

/// Says whether most of what has not arrived waits at its sources. Packets that the network has dropped do
/// not.
bool waits_at_sources(const BatchSeries& series, std::size_t end);

/// Says whether the backlog has grown in proportion to time, now and an eighth of the run ago.
bool saturated(const BatchSeries& series, std::size_t end);

}  // namespace ebb::inline statistics
