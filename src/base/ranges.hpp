// The valid values of a number of a configuration. Each field states its range where it is declared
// (base/fields.hpp). A field without one has the default range of its type, which is wide, but narrow enough
// that no sum or product in ebb overflows.
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "base/quantity.hpp"
#include "base/units.hpp"

namespace ebb::inline base {

/// A type with an order and meaningful least and greatest values.
template <class T>
concept Ranged = std::same_as<T, std::int64_t> || std::same_as<T, double> || std::same_as<T, Picoseconds> ||
    std::same_as<T, BitsPerSecond> || std::same_as<T, Bytes> || std::same_as<T, Watts> ||
    std::same_as<T, Joules>;

/// Texts, names and booleans have no range.
template <class T>
struct Range {};

template <Ranged T>
struct Range<T> {
  T least{}, most{};  ///< both are allowed
  constexpr bool holds(const T& value) const { return value >= least && value <= most; }
};

/// The element type of a list, or the type of a number with its source; otherwise T itself.
template <class T>
struct InnermostOf {
  using type = T;
};
template <class T>
struct InnermostOf<std::vector<T>> : InnermostOf<T> {};
template <class T>
requires requires(const T& t) { t.value, t.given; }
struct InnermostOf<T> : InnermostOf<decltype(T::value)> {};
template <class T>
using Innermost = typename InnermostOf<T>::type;

inline constexpr Picoseconds an_hour{3'600'000'000'000'000};

template <class T>
constexpr Range<T> usual_range() {
  if constexpr (std::same_as<T, std::int64_t>)
    return {0, 1'000'000'000};
  else if constexpr (std::same_as<T, double>)
    return {0, 1e9};
  else if constexpr (std::same_as<T, Picoseconds>)
    return {{0}, an_hour};
  else if constexpr (std::same_as<T, BitsPerSecond>)
    return {{1}, {100'000'000'000'000}};
  else if constexpr (std::same_as<T, Bytes>)
    return {{0}, {1'000'000'000'000}};
  else if constexpr (std::same_as<T, Watts> || std::same_as<T, Joules>)
    return {{0}, {1e9}};
  else
    return {};
}

/// For numbers that only name something, such as seeds.
inline constexpr Range<std::int64_t> any_whole_number{std::numeric_limits<std::int64_t>::min(),
                                                      std::numeric_limits<std::int64_t>::max()};
inline constexpr Range<double> a_share{0, 1};

template <class T>
std::string bare_text(const T& value) {
  if constexpr (std::is_arithmetic_v<T>)
    return fmt::format("{}", value);
  else
    return quantity_text(value);
}

/// "0s to 3600s"; empty for types without a range.
template <class T>
std::string range_text(const Range<T>& range) {
  if constexpr (Ranged<T>) {
    if constexpr (std::same_as<T, std::int64_t>)
      if (range.least == any_whole_number.least && range.most == any_whole_number.most) return "any";
    return fmt::format("{} to {}", bare_text(range.least), bare_text(range.most));
  } else {
    return "";
  }
}

}  // namespace ebb::inline base
