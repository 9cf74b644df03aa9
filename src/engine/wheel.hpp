// Records filed by the window of time in which they happen. Near windows have a slot each; later ones share
// coarse slots and are dealt out when their turn comes, so a record is moved at most twice however far ahead.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

namespace ebb {

template <class T>
class Wheel {
 public:
  static constexpr std::uint64_t span = 256;

  /// Files a record under a window that is not before the current one.
  void push(std::uint64_t window, const T& record) {
    ++count_;
    file(window, record);
  }

  /// Takes all records of the current window; `out` must be empty and gives its storage back for later use.
  void take(std::vector<T>& out) {
    std::vector<Filed>& slot = near_[now_ % span];
    count_ -= slot.size();
    mark(now_, false);
    out.swap(slot);
    if (!spare_.empty() && slot.capacity() == 0) slot.swap(spare_.back()), spare_.pop_back();
  }
  /// Returns used storage, so that a few large buffers serve all slots.
  void give_back(std::vector<T>& used) {
    used.clear();
    if (used.capacity() > 0) spare_.push_back(std::move(used)), used = {};
  }

  /// The first window at or after the current one that may hold a record; moves of coarse slots count as such.
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
    for (const auto& slot : near_) for (const T& r : slot) visit(r);
    for (const auto& slot : coarse_) for (const auto& [w, r] : slot) visit(r);
    for (const auto& [w, r] : far_) visit(r);
  }

 private:
  using Filed = T;
  void mark(std::uint64_t window, bool used) {
    const std::uint64_t bit = std::uint64_t{1} << (window % 64);
    std::uint64_t& word = used_[window % span / 64];
    word = used ? word | bit : word & ~bit;
  }
  void file(std::uint64_t window, const T& record) {
    if (window - now_ < span) {
      near_[window % span].push_back(record);
      mark(window, true);
    } else {
      ++later_;
      if (window / span - now_ / span < span) coarse_[window / span % span].push_back({window, record});
      else far_.push_back({window, record});
    }
  }
  void turn() {
    if (later_ == 0) return;
    auto& due = coarse_[now_ / span % span];
    std::vector<std::pair<std::uint64_t, T>> records;
    records.swap(due);
    if (now_ / span % span == 0) {
      records.insert(records.end(), far_.begin(), far_.end());
      far_.clear();
    }
    later_ -= records.size();
    for (const auto& [window, record] : records) file(window, record);
    if (due.empty()) records.clear(), due.swap(records);
  }

  std::array<std::vector<T>, span> near_;
  std::array<std::vector<std::pair<std::uint64_t, T>>, span> coarse_;
  std::vector<std::pair<std::uint64_t, T>> far_;
  std::vector<std::vector<T>> spare_;
  std::array<std::uint64_t, span / 64> used_{};
  std::uint64_t now_ = 0, count_ = 0, later_ = 0;
};

}  // namespace ebb
