// An array that something else owns, on this machine or on an accelerator.
#pragma once

#include <cstddef>

#include "base/accelerator/device.hpp"

namespace ebb::inline engine {

template <class T>
class ArrayView {
 public:
  ArrayView() = default;
  ArrayView(T* data, std::size_t size) : data_(data), size_(size) {}

  EBB_DEVICE T& operator[](std::size_t i) const { return data_[i]; }
  EBB_DEVICE T* data() const { return data_; }
  EBB_DEVICE std::size_t size() const { return size_; }
  EBB_DEVICE bool empty() const { return size_ == 0; }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace ebb::inline engine
