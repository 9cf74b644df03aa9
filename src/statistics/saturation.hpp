// Whether the offered load exceeds the network's capacity, from the backlog of its sources. verdict.hpp
// describes the rules.
#pragma once

#include "statistics/batch_sums.hpp"

namespace ebb::inline statistics {

/// Returns the fraction of the delivered bytes that belongs to complete messages.
double completed_share(const BatchSeries& series, std::size_t end);

/// True when the network has never caught up, unless that is explained by long messages in progress or by a
/// few of them by chance.
bool falls_far_behind(const BatchSeries& series, std::size_t end, double completed);

/// True when most of what has not arrived waits at its sources. Packets that the network has dropped do not
/// count.
bool waits_at_sources(const BatchSeries& series, std::size_t end);

/// True when the backlog has grown in proportion to time, now and an eighth of the run ago.
bool saturated(const BatchSeries& series, std::size_t end);

}  // namespace ebb::inline statistics
