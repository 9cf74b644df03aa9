// Field lists: a configuration declares its parameters once, and the parser, the help text, the generated
// docs and a run's manifest all walk that one list.
//
//   struct Star {
//     std::int64_t hosts = 16;
//     static constexpr auto fields() { return std::tuple{field("hosts", &Star::hosts, "hosts on the
//     switch")}; }
//   };
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/quantity.hpp"
#include "base/ranges.hpp"
#include "base/units.hpp"

namespace ebb::inline base {

template <class Owner, class Value>
struct Field {
  std::string_view name;
  Value Owner::*member;
  std::string_view help;
  Range<Innermost<Value>> range;  ///< of a number, or of each number of a list
};

template <class Owner, class Value>
constexpr Field<Owner, Value> field(std::string_view name, Value Owner::*member, std::string_view help,
                                    Range<Innermost<Value>> range = usual_range<Innermost<Value>>()) {
  return {name, member, help, range};
}

/// An enumeration that a file can name provides, beside itself: constexpr auto names_of(E) returning an array
/// of the names in the order of the values.
template <class E>
concept NamedEnum = std::is_enum_v<E> && requires(E e) {
  names_of(e);
};

template <NamedEnum E>
std::string_view name_of(E value) {
  return names_of(value)[static_cast<std::size_t>(value)];
}

/// A parameter as shown in the help text.
struct FieldInfo {
  std::string name, type, initial, help;
  std::string range{};  ///< of a number: "0 to 1"
};

inline std::string to_text(bool v) { return v ? "true" : "false"; }
inline std::string to_text(std::int64_t v) { return fmt::format("{}", v); }
inline std::string to_text(double v) { return fmt::format("{}", v); }
std::string to_text(const std::string& v);  ///< quoted for TOML
inline std::string to_text(Picoseconds v) { return fmt::format("\"{}\"", quantity_text(v)); }
inline std::string to_text(BitsPerSecond v) { return fmt::format("\"{}\"", quantity_text(v)); }
inline std::string to_text(Bytes v) { return fmt::format("\"{}\"", quantity_text(v)); }
inline std::string to_text(Watts v) { return fmt::format("\"{}\"", quantity_text(v)); }
inline std::string to_text(Joules v) { return fmt::format("\"{}\"", quantity_text(v)); }
template <NamedEnum E>
std::string to_text(E v) {
  return fmt::format("\"{}\"", name_of(v));
}
template <class T>
std::string to_text(const std::vector<T>& values) {
  std::string out = "[";
  for (const T& v : values) out += (out.size() > 1 ? ", " : "") + to_text(v);
  return out + "]";
}

template <class T>
std::string type_name(const T*) {
  if constexpr (std::is_same_v<T, bool>)
    return "true or false";
  else if constexpr (std::is_same_v<T, std::int64_t>)
    return "whole number";
  else if constexpr (std::is_same_v<T, double>)
    return "number";
  else if constexpr (std::is_same_v<T, std::string>)
    return "text";
  else if constexpr (std::is_same_v<T, Picoseconds>)
    return "time";
  else if constexpr (std::is_same_v<T, BitsPerSecond>)
    return "rate";
  else if constexpr (std::is_same_v<T, Bytes>)
    return "size";
  else if constexpr (std::is_same_v<T, Watts>)
    return "power";
  else if constexpr (std::is_same_v<T, Joules>)
    return "energy";
  else if constexpr (NamedEnum<T>)
    return fmt::format("one of {}", fmt::join(names_of(T{}), ", "));
  else
    return fmt::format("list of {}", type_name(static_cast<const typename T::value_type*>(nullptr)));
}

/// Calls visit(field) for each field of C, in the order of the list.
template <class C, class Visit>
void for_each_field(Visit&& visit) {
  std::apply([&](const auto&... f) { (visit(f), ...); }, C::fields());
}

template <class C>
std::vector<std::string> field_names() {
  std::vector<std::string> names;
  for_each_field<C>([&](const auto& f) { names.emplace_back(f.name); });
  return names;
}

/// Returns the fields with the values of `object`. For a default-constructed object these are the defaults.
template <class C>
std::vector<FieldInfo> describe_fields(const C& object = C{}) {
  std::vector<FieldInfo> infos;
  for_each_field<C>([&](const auto& f) {
    infos.push_back({std::string(f.name), type_name(&(object.*f.member)), to_text(object.*f.member),
                     std::string(f.help), range_text(f.range)});
  });
  return infos;
}

}  // namespace ebb::inline base
