// Recycles the storage of bags by size class. A full bag moves into the next size, and its old storage serves
// the next small bag. So there is only as much large storage as there are large bags at a time. If each bag
// kept its own storage, all of them would grow to the largest size over time.
#pragma once

#include <array>
#include <bit>
#include <vector>

#include "engine/storage/bag.hpp"

namespace ebb::inline engine {

template <class T>
class BagStore {
 public:
  void push(Bag<T>& bag, const T& record) {
    if (bag.size() == bag.capacity()) [[unlikely]]
      enlarge(bag);
    bag.push(record);
  }
  /// Takes back the storage of a bag that is no longer needed.
  void give_back(Bag<T>& bag) {
    if (bag.capacity() == 0) return;
    bag.clear();
    kept_[size_class(bag.capacity())].emplace_back().swap(bag);
  }

 private:
  static constexpr std::uint32_t first = 16, factor = 4;  ///< so a third of all records are moved once
  static constexpr std::size_t classes = 15;

  static std::size_t size_class(std::uint32_t capacity) {
    return static_cast<std::size_t>(std::countr_zero(capacity / first)) / 2;
  }

  [[gnu::noinline]] void enlarge(Bag<T>& bag) {
    const std::uint32_t capacity = bag.capacity() ? bag.capacity() * factor : first;
    std::vector<Bag<T>>& kept = kept_[size_class(capacity)];
    Bag<T> larger;
    if (kept.empty()) {
      larger.reserve(capacity);
    } else {
      larger.swap(kept.back());
      kept.pop_back();
    }
    larger.append(bag);
    bag.swap(larger);
    give_back(larger);
  }

  std::array<std::vector<Bag<T>>, classes> kept_;
};

}  // namespace ebb::inline engine
