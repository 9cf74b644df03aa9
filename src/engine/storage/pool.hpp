// Queued records in singly linked lists over one array. Freed entries are reused first. A large array uses
// huge pages.
#pragma once

#include <cstdint>

#include "engine/storage/bag.hpp"
#include "engine/storage/prefetch_line.hpp"
#include "network/network.hpp"

namespace ebb::inline engine {

/// The entries of a pool, to be read.
template <class T>
class PoolEntries {
 public:
  PoolEntries(const T* records, const std::uint32_t* links) : records_(records), links_(links) {}
  const T& operator[](std::uint32_t i) const { return records_[i]; }
  std::uint32_t next(std::uint32_t i) const { return links_[i]; }

 private:
  const T* records_;
  const std::uint32_t* links_;
};

template <class T>
class Pool {
 public:
  /// Appends to the list (head, tail) and returns the entry.
  std::uint32_t append(std::uint32_t& head, std::uint32_t& tail, const T& record) {
    std::uint32_t i = free_;
    if (i == no_id) {
      i = static_cast<std::uint32_t>(records_.size());
      records_.push(record);
      next_.push(no_id);
    } else {
      free_ = next_[i];
      records_[i] = record;
      next_[i] = no_id;
    }
    if (head == no_id)
      head = i;
    else
      next_[tail] = i;
    tail = i;
    ++used_;
    return i;
  }
  /// Takes the first entry off the list, and prefetches the next one, which is likely to be popped next.
  T pop(std::uint32_t& head) {
    const std::uint32_t i = head;
    head = next_[i];
    prefetch(place_of(head == no_id ? i : head));
    next_[i] = free_, free_ = i;
    --used_;
    return records_[i];
  }
  T& operator[](std::uint32_t i) { return records_[i]; }
  const T& operator[](std::uint32_t i) const { return records_[i]; }
  std::uint32_t next(std::uint32_t i) const { return next_[i]; }
  /// Returns the address of an entry, or of its link, without reading it.
  const T* place_of(std::uint32_t i) const { return records_.begin() + i; }
  const std::uint32_t* link_of(std::uint32_t i) const { return next_.begin() + i; }
  std::uint64_t used() const { return used_; }
  PoolEntries<T> entries() const { return {records_.begin(), next_.begin()}; }

 private:
  Bag<T> records_;
  Bag<std::uint32_t> next_;
  std::uint32_t free_ = no_id;
  std::uint64_t used_ = 0;
};

}  // namespace ebb::inline engine
