// Names of channels: "switch 3 port 5 -> switch 7", "host 12 -> switch 0"; "leaf1:eth3 -> spine2" where the
// network has names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "network/network.hpp"
#include "results/decisions.hpp"

namespace ebb::inline report {

/// Returns both ends of each channel of a network.
std::vector<ChannelEnds> ends_of_channels(const Network& network);

std::string channel_name(const ChannelEnds& ends);
/// Returns the names of its beginning, "switch 3 port 5" or "host 12", and of its end, "switch 7".
std::string begin_name(const ChannelEnds& ends);
std::string end_name(const ChannelEnds& ends);

/// Returns the channels that a text names: a number, "switch 3 -> switch 7", "switch 3 port 5", "host 12" for
/// those that leave it, "-> host 12" for those that lead to it; or the network's own names, "leaf1:eth3".
/// Returns a problem with a hint when it names none.
Result<std::vector<std::uint32_t>> find_channels(std::string_view text,
                                                 const std::vector<ChannelEnds>& channels);

}  // namespace ebb::inline report
