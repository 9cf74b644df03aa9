// What a page shows of a network's channels: all of them, or, where they are too many for a page that opens
// in seconds, those between the same two places of its picture together.
#pragma once

#include <cstddef>

#include "report/page/json_reader.hpp"

namespace ebb::inline report {

/// `network` and `history` are the parts of series.json, and become what a page holds: `most` cells (channels
/// times spans) at the most, unless their places are too many. First spans are put together, down to eight;
/// then channels. True when channels were.
bool fit_for_page(PageJson& network, PageJson& history, std::size_t most = 8'000'000);

}  // namespace ebb::inline report
