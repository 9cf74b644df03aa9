// Records filed by the window of time in which they happen. Near windows have a slot each; later ones share
// coarse slots and are dealt out when their turn comes, so a record is moved at most twice however far ahead.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/bag.hpp"

namespace ebb {

template <class T>
class Wheel {
 public:
  static constexpr std::uint64_t span = 256;

  /// Files a record under a window that is not before the current one.
  void push(std::uint64_t window, const T& record) {
    ++count_;
    if (window - now_ < span) [[likely]] {
      Bag<T>& slot = near_[window % span];
      if (slot.empty()) open(window, slot);
      slot.push(record);
    } else {
      file_later(window, record);
    }
  }

  /// Takes all records of the current window; `out` must be empty.
  void take(Bag<T>& out) {
    Bag<T>& slot = near_[now_ % span];
    count_ -= slot.size();
    used_[now_ % span / 64] &= ~(std::uint64_t{1} << (now_ % 64));
    out.swap(slot);
  }
  /// Returns used storage, so that a few large buffers serve all slots.
  void give_back(Bag<T>& used) {
    used.clear();
    if (used.capacity() > 0) spare_.push_back(std::move(used));
  }

  /// The first window at or after the current one that may hold a record; moves of coarse slots count as
  /// such.
  std::uint64_t next_window() const {
    if (count_ == 0) return ~std::uint64_t{0};
    const std::uint64_t edge = (now_ / span + 1) * span;
    for (std::uint64_t w = now_; w < now_ + span;) {
      const std::uint64_t bits = used_[w % span / 64] >> (w % 64);
      if (bits) {
        const std::uint64_t found = w + static_cast<unsigned>(std::countr_zero(bits));
        return later_ ? std::min(found, edge) : found;
      }
      w = (w / 64 + 1) * 64;
    }
    return edge;
  }

  void advance_to(std::uint64_t window) {
    while (now_ < window) {
      const std::uint64_t edge = (now_ / span + 1) * span;
      now_ = std::min(window, edge);
      if (now_ == edge) turn();
    }
  }

  std::uint64_t size() const { return count_; }

  template <class Visit>
  void for_each(Visit&& visit) const {
    for (const auto& slot : near_)
      for (const T& r : slot) visit(r);
    for (const auto& slot : coarse_)
      for (const auto& [w, r] : slot) visit(r);
    for (const auto& [w, r] : far_) visit(r);
  }

 private:
  using Filed = std::pair<std::uint64_t, T>;

  void open(std::uint64_t window, Bag<T>& slot) {
    used_[window % span / 64] |= std::uint64_t{1} << (window % 64);
    if (slot.capacity() > 0 || spare_.empty()) return;
    slot.swap(spare_.back());
    spare_.pop_back();
  }
  [[gnu::noinline]] void file_later(std::uint64_t window, const T& record) {
    ++later_;
    if (window / span - now_ / span < span)
      coarse_[window / span % span].push_back({window, record});
    else
      far_.push_back({window, record});
  }
  /// A new round begins: its records are dealt out to the near slots, at the start of a great round the far
  /// ones to the coarse slots.
  void turn() {
    if (later_ == 0) return;
    std::vector<Filed> records;
    records.swap(coarse_[now_ / span % span]);
    if (now_ / span % span == 0) {
      records.insert(records.end(), far_.begin(), far_.end());
      far_.clear();
    }
    later_ -= records.size();
    count_ -= records.size();
    for (const auto& [window, record] : records) push(window, record);
  }

  std::array<Bag<T>, span> near_;
  std::array<std::vector<Filed>, span> coarse_;
  std::vector<Filed> far_;
  std::vector<Bag<T>> spare_;
  std::array<std::uint64_t, span / 64> used_{};
  std::uint64_t now_ = 0, count_ = 0, later_ = 0;
};

}  // namespace ebb
