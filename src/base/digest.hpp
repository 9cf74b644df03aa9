// A 64-bit fingerprint of a sequence of words: equal runs have equal digests on every machine. The order of
// the words matters. Unordered data must be added in an order that follows from its content.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/random.hpp"

namespace ebb::inline base {

class Digest {
 public:
  constexpr Digest& add(std::uint64_t word) {
    state_ = mix_bits((state_ ^ word) + 0x9e3779b97f4a7c15ull);
    return *this;
  }
  constexpr Digest& add(std::string_view text) {
    for (const char c : text) add(static_cast<unsigned char>(c));
    return *this;
  }
  constexpr std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_ = 0;
};

}  // namespace ebb::inline base
