// A window of time, and the calendar of what is to come: a page for each of the next windows. What is due
// beyond the last page is on that page, and moves on when its window has come.
#pragma once

#include <cstdint>

#include "base/accelerator/device.hpp"

namespace ebb::inline engine {

inline constexpr unsigned calendar_pages = 64;

struct WindowSpan {
  std::int64_t start = 0, end = 0;
  std::int64_t length = 1;       ///< of every window
  std::uint64_t per_window = 0;  ///< 2^64 / length, rounded up; 0 where that would not be exact enough
  std::int64_t slot_end = 0;     ///< of the slot of time that `start` is in
  std::uint32_t slot = 0;
  std::uint32_t page = 0;    ///< of the window
  std::uint32_t number = 0;  ///< of the windows that were run
  bool backlogged = false;   ///< packets may be due beyond the last page

  /// Returns the window before all others.
  static WindowSpan before_first(std::int64_t length) {
    constexpr std::int64_t longest = std::int64_t{1} << 28;  // so that 64 * length^2 is below 2^64
    WindowSpan span;
    span.length = length;
    if (length > 1 && length < longest)
      span.per_window = ~std::uint64_t{0} / static_cast<std::uint64_t>(length) + 1;
    return span;
  }
  /// Returns how many windows later a time is, at most the number of the last page.
  EBB_DEVICE unsigned windows_until(std::int64_t at) const {
    const std::int64_t after = at > start ? at - start : 0;
    if (after >= (calendar_pages - 1) * length) return calendar_pages - 1;
    if (per_window == 0) return static_cast<unsigned>(after / length);
    return static_cast<unsigned>((static_cast<unsigned __int128>(after) * per_window) >> 64);
  }
  EBB_DEVICE unsigned page_of(unsigned windows_later) const {
    return (page + windows_later) % calendar_pages;
  }
};

}  // namespace ebb::inline engine
