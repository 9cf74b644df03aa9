// The material of a cable. The topology's packaging determines it, and the device's power depends on it.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace ebb::inline base {

enum class Medium : std::uint8_t { backplane, copper, optical };
inline constexpr std::size_t media = 3;
inline constexpr std::array<Medium, media> all_media = {Medium::backplane, Medium::copper, Medium::optical};
constexpr auto names_of(Medium) {
  return std::array<std::string_view, media>{"backplane", "copper", "optical"};
}

}  // namespace ebb::inline base
