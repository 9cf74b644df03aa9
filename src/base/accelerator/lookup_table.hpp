// A table that is filled once and then only read, on this machine or, where its entries are copied there, on
// an accelerator.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "base/accelerator/device.hpp"

namespace ebb::inline base {

template <class T>
class LookupTable {
 public:
  LookupTable() = default;
  LookupTable(const LookupTable& other) { set(other.entries_); }
  LookupTable& operator=(const LookupTable& other) { return set(other.entries_), *this; }

  void set(std::vector<T> entries) {
    entries_ = std::move(entries);
    data_ = entries_.data(), size_ = entries_.size();
  }
  /// From now on the entries are read there.
  void use(const T* copy) { data_ = copy; }

  EBB_DEVICE const T& operator[](std::size_t i) const { return data_[i]; }
  EBB_DEVICE std::size_t size() const { return size_; }
  EBB_DEVICE const T* begin() const { return data_; }
  EBB_DEVICE const T* end() const { return data_ + size_; }

 private:
  const T* data_ = nullptr;
  std::size_t size_ = 0;
  std::vector<T> entries_;
};

}  // namespace ebb::inline base
