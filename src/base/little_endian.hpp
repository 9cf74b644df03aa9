// Integers as bytes of a file, lowest byte first: the same on every machine.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ebb::inline base {

struct LittleEndianWriter {
  std::byte* at;
  template <class T>
  LittleEndianWriter& put(T value) {
    for (std::size_t i = 0; i < sizeof(T); ++i)
      *at++ = static_cast<std::byte>(static_cast<std::uint64_t>(value) >> (8 * i));
    return *this;
  }
};

struct LittleEndianReader {
  const std::byte* at;
  template <class T>
  T get() {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i) value |= std::to_integer<std::uint64_t>(*at++) << (8 * i);
    return static_cast<T>(value);
  }
};

}  // namespace ebb::inline base
