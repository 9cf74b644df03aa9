// Lines of the text format of Prometheus.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace ebb::inline tasks {

/// A label's value, with what the format wants escaped.
inline std::string in_quotes(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '\n') {
      out += "\\n";
      continue;
    }
    if (c == '\\' || c == '"') out += '\\';
    out += c;
  }
  return out + '"';
}

/// The lines before the values of a metric.
inline std::string metric_head(std::string_view name, std::string_view kind, std::string_view help) {
  return fmt::format("# HELP {0} {1}\n# TYPE {0} {2}\n", name, help, kind);
}

}  // namespace ebb::inline tasks
