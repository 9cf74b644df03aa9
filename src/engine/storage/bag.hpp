// A growing array of plain records whose push is a compare, a copy and an add. Storage moves, never copies.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <type_traits>
#include <utility>

#include "engine/storage/big_array.hpp"

namespace ebb::inline engine {

template <class T>
class Bag {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  Bag() = default;
  Bag(Bag&& o) noexcept { swap(o); }
  Bag& operator=(Bag&& o) noexcept { return swap(o), *this; }
  Bag(const Bag&) = delete;
  Bag& operator=(const Bag&) = delete;
  ~Bag() { std::free(data_); }

  void push(const T& record) {
    if (size_ == capacity_) [[unlikely]]
      grow();
    data_[size_++] = record;
  }
  void clear() { size_ = 0; }
  /// Reserves capacity for this many records in all.
  void reserve(std::uint32_t capacity) {
    if (capacity > capacity_) move_into(capacity);
  }
  /// Adds all records of another bag.
  void append(const Bag& o) {
    reserve(size_ + o.size_);
    if (o.size_)
      std::memcpy(static_cast<void*>(data_ + size_), static_cast<const void*>(o.data_),
                  std::size_t{o.size_} * sizeof(T));
    size_ += o.size_;
  }
  void swap(Bag& o) noexcept {
    std::swap(data_, o.data_), std::swap(size_, o.size_), std::swap(capacity_, o.capacity_);
  }

  bool empty() const { return size_ == 0; }
  std::uint32_t size() const { return size_; }
  std::uint32_t capacity() const { return capacity_; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }

 private:
  [[gnu::noinline]] void grow() { move_into(capacity_ ? capacity_ * 2 : 16); }
  void move_into(std::uint32_t capacity) {
    void* bytes = allocate_big(std::size_t{capacity} * sizeof(T));
    if (size_) std::memcpy(bytes, static_cast<const void*>(data_), std::size_t{size_} * sizeof(T));
    std::free(data_);
    data_ = static_cast<T*>(bytes), capacity_ = capacity;
  }

  T* data_ = nullptr;
  std::uint32_t size_ = 0, capacity_ = 0;
};

}  // namespace ebb::inline engine
