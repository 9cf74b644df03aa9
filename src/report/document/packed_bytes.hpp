// Many small numbers as text: gzip, then base64. It fits into JSON and can be read in a browser and any
// language.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ebb::inline report {

std::string packed(std::span<const std::uint8_t> bytes);
/// Integers of four bytes each, lowest byte first.
std::string packed(std::span<const std::int32_t> numbers);

/// The inverse. Empty when the text is invalid, or does not hold exactly `count` values.
std::optional<std::vector<std::uint8_t>> unpacked_bytes(std::string_view text, std::size_t count);
std::optional<std::vector<std::int32_t>> unpacked_numbers(std::string_view text, std::size_t count);

}  // namespace ebb::inline report
