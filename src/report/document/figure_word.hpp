// Converts a text to a part of a figure's name.
#pragma once

#include <string>
#include <string_view>

namespace ebb::inline report {

/// "packets in the network" is "packets_in_the_network", "2.5" is "2_5".
std::string figure_word(std::string_view text);

}  // namespace ebb::inline report
