// Many small numbers as text: gzip, then base64. JSON can hold it, a browser and any language can read it.
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
/// Whole numbers of four bytes each, the lowest byte first.
std::string packed(std::span<const std::int32_t> numbers);

/// The other way round; nothing when it is no such text, or does not hold exactly `count` values.
std::optional<std::vector<std::uint8_t>> unpacked_bytes(std::string_view text, std::size_t count);
std::optional<std::vector<std::int32_t>> unpacked_numbers(std::string_view text, std::size_t count);

}  // namespace ebb::inline report
