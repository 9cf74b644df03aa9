// Reads values out of JSON from any source: a missing value or one of another type is nothing, never an
// error.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/document/chart.hpp"

namespace ebb::inline report {

using PageJson = nlohmann::ordered_json;

/// Returns the member at a path like "accepted.share", null when there is none.
inline const PageJson& member(const PageJson& json, std::string_view path) {
  static const PageJson nothing;
  const PageJson* at = &json;
  while (!path.empty()) {
    const std::size_t dot = path.find('.');
    const std::string key(path.substr(0, dot));
    path = dot == std::string_view::npos ? std::string_view{} : path.substr(dot + 1);
    if (!at->is_object()) return nothing;
    const auto found = at->find(key);
    if (found == at->end()) return nothing;
    at = &*found;
  }
  return *at;
}

inline std::optional<double> number_at(const PageJson& json, std::string_view path) {
  const PageJson& found = member(json, path);
  return found.is_number() ? std::optional(found.get<double>()) : std::nullopt;
}

/// Returns a count, 0 where there is none.
inline std::int64_t whole_at(const PageJson& json, std::string_view path) {
  const PageJson& found = member(json, path);
  if (found.is_number_integer()) return found.get<std::int64_t>();
  const double number = found.is_number() ? found.get<double>() : 0;
  return number > -9e18 && number < 9e18 ? static_cast<std::int64_t>(number) : 0;
}

inline bool true_at(const PageJson& json, std::string_view path) {
  const PageJson& found = member(json, path);
  return found.is_boolean() && found.get<bool>();
}

inline std::string text_at(const PageJson& json, std::string_view path) {
  const PageJson& found = member(json, path);
  return found.is_string() ? found.get<std::string>() : std::string();
}

/// Returns the decimals a number is shown with: nothing unless it is a small count.
inline std::optional<int> decimals_at(const PageJson& json, std::string_view path) {
  const PageJson& found = member(json, path);
  if (!found.is_number_integer()) return std::nullopt;
  const auto digits = found.get<std::int64_t>();
  return digits >= 0 && digits < 10 ? std::optional(static_cast<int>(digits)) : std::nullopt;
}

/// Returns a list of texts; other elements are skipped.
inline std::vector<std::string> texts_at(const PageJson& json, std::string_view path) {
  std::vector<std::string> texts;
  if (const PageJson& found = member(json, path); found.is_array())
    for (const PageJson& one : found)
      if (one.is_string()) texts.push_back(one.get<std::string>());
  return texts;
}

/// Returns a list of numbers, each times a factor; other elements become gaps.
inline std::vector<double> numbers_at(const PageJson& json, std::string_view path, double factor = 1) {
  std::vector<double> values;
  const PageJson& found = member(json, path);
  if (found.is_array())
    for (const PageJson& value : found)
      values.push_back(value.is_number() ? value.get<double>() * factor : no_value);
  return values;
}

/// Returns the row of a list of objects whose first member is this text, null when there is none.
inline const PageJson& row_named(const PageJson& rows, std::string_view name) {
  static const PageJson nothing;
  if (rows.is_array())
    for (const PageJson& row : rows)
      if (row.is_object() && !row.empty() && row.begin()->is_string() &&
          row.begin()->get_ref<const std::string&>() == name)
        return row;
  return nothing;
}

}  // namespace ebb::inline report
