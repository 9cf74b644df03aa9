// Arrays so large that address translation costs as much as the memory behind it: they ask for huge pages.
#pragma once

#include <sys/mman.h>

#include <cstdlib>
#include <new>
#include <vector>

namespace ebb {

inline constexpr std::size_t huge_page = std::size_t{2} << 20;

/// Memory for `bytes`; of whole huge pages where it is worth it. Freed with std::free().
inline void* allocate_big(std::size_t bytes) {
  const bool huge = bytes >= 2 * huge_page;
  const std::size_t page = huge ? huge_page : 64, rounded = (bytes + page - 1) / page * page;
  void* memory = std::aligned_alloc(page, rounded);
  if (!memory) throw std::bad_alloc();
  if (huge) madvise(memory, rounded, MADV_HUGEPAGE);  // a wish: without it everything works, only slower
  return memory;
}

template <class T>
struct BigAllocator {
  using value_type = T;
  BigAllocator() = default;
  template <class U>
  BigAllocator(const BigAllocator<U>&) {}
  T* allocate(std::size_t n) { return static_cast<T*>(allocate_big(n * sizeof(T))); }
  void deallocate(T* memory, std::size_t) { std::free(memory); }
  bool operator==(const BigAllocator&) const { return true; }
};

template <class T>
using BigArray = std::vector<T, BigAllocator<T>>;

}  // namespace ebb
