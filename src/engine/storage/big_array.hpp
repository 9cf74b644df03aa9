// Arrays so large that address translation costs as much as the memory access itself: they request huge
// pages.
#pragma once

#include <sys/mman.h>

#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace ebb::inline engine {

inline constexpr std::size_t huge_page = std::size_t{2} << 20;

/// Returns the page size for an array of this many bytes. Its last huge page may be mostly empty; with few
/// such arrays that pays even for a small array.
inline constexpr std::size_t page_of(std::size_t bytes) { return bytes >= huge_page / 4 ? huge_page : 4096; }

/// Allocates `bytes`, in whole huge pages where that pays. Freed with std::free().
inline void* allocate_big(std::size_t bytes) {
  const bool huge = bytes >= 2 * huge_page;
  const std::size_t page = huge ? huge_page : 64, rounded = (bytes + page - 1) / page * page;
  void* memory = std::aligned_alloc(page, rounded);
  if (!memory) throw std::bad_alloc();
  if (huge) madvise(memory, rounded, MADV_HUGEPAGE);  // a hint: everything works without it, only slower
  return memory;
}

/// An array that takes memory only where it was written. A rank has arrays for the whole network, and pays
/// for its own partition only. What was never written reads as zeros.
template <class T>
class BigArray {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  BigArray() = default;
  BigArray(BigArray&& o) noexcept { swap(o); }
  BigArray& operator=(BigArray&& o) noexcept { return swap(o), *this; }
  BigArray(const BigArray&) = delete;
  BigArray& operator=(const BigArray&) = delete;
  ~BigArray() {
    if (data_) munmap(data_, mapped_);
  }

  /// Allocates. To be called once, before the array is used.
  void make_room(std::size_t size) {
    if (size == 0) return;
    const std::size_t bytes = size * sizeof(T), page = page_of(bytes);
    mapped_ = (bytes + 2 * page - 1) / page * page;
    void* memory =
        mmap(nullptr, mapped_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    if (page == huge_page) madvise(memory, mapped_, MADV_HUGEPAGE);
    data_ = static_cast<T*>(memory), size_ = size;
  }
  void fill(std::size_t first, std::size_t end, const T& value) {
    std::uninitialized_fill(data_ + first, data_ + end, value);
  }
  void resize(std::size_t size) {
    make_room(size);
    fill(0, size, T{});
  }

  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  T* data() { return data_; }
  const T* data() const { return data_; }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }

 private:
  void swap(BigArray& o) noexcept {
    std::swap(data_, o.data_), std::swap(size_, o.size_), std::swap(mapped_, o.mapped_);
  }
  T* data_ = nullptr;
  std::size_t size_ = 0, mapped_ = 0;
};

}  // namespace ebb::inline engine
