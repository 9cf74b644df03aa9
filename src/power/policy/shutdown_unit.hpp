// What goes off together: both directions of a cable, or each channel by itself. Credits for the packets of
// the other direction then go back over a channel that is off (engine/model/flow/credit_path.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace ebb::inline power {

enum class ShutdownUnit : std::uint8_t { cable, channel };
constexpr auto names_of(ShutdownUnit) { return std::array<std::string_view, 2>{"cable", "channel"}; }

inline constexpr std::string_view unit_help =
    "what goes off: both directions of a cable together, or each channel by itself";

}  // namespace ebb::inline power
