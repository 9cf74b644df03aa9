// Entries that are numbered from 0 on, of which consecutive ones are in use: a ring. A few of them are stored
// in place, so that a connection with little under way has no other memory.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

namespace ebb::inline transport {

template <class T, std::uint32_t few>
class NumberedRing {
  static_assert(std::has_single_bit(few));

 public:
  std::uint32_t capacity() const { return many_.empty() ? few : static_cast<std::uint32_t>(many_.size()); }

  T& operator[](std::uint32_t number) {
    return many_.empty() ? few_[number & (few - 1)] : many_[number & (many_.size() - 1)];
  }
  const T& operator[](std::uint32_t number) const { return const_cast<NumberedRing&>(*this)[number]; }

  /// Makes room for twice as many. The entries from `first` up to, and without, `next` are kept.
  void grow(std::uint32_t first, std::uint32_t next) {
    std::vector<T> larger(2 * std::size_t{capacity()});
    for (std::uint32_t number = first; number != next; ++number)
      larger[number & (larger.size() - 1)] = std::move((*this)[number]);
    many_ = std::move(larger);
  }

 private:
  std::array<T, few> few_{};
  std::vector<T> many_;  ///< a power of two, or empty
};

}  // namespace ebb::inline transport
