// The channels that a page shows: all of them, or, where they are too many for a page that opens in seconds,
// one row for all channels between the same two positions of its picture.
#pragma once

#include <cstddef>

#include "report/page/json_reader.hpp"

namespace ebb::inline report {

/// `network` and `history` are the parts of series.json, and are reduced to what a page holds: at most `most`
/// cells (channels times spans), unless there are too many positions. First spans are joined, down to eight;
/// then channels. Returns true when channels were joined.
bool fit_for_page(PageJson& network, PageJson& history, std::size_t most = 8'000'000);

}  // namespace ebb::inline report
