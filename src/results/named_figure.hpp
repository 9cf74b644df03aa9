// A figure of a result under its name, as stores, CSV lines and exports have it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "results/cell.hpp"

namespace ebb::inline results {

struct NamedFigure {
  std::string name;  ///< "latency.messages.p99_ns": the path in the JSON; ends in its unit
  Cell value;
};

/// Returns the value of that name, or nothing.
inline Cell figure_named(const std::vector<NamedFigure>& figures, std::string_view name) {
  for (const NamedFigure& f : figures)
    if (f.name == name) return f.value;
  return {};
}

}  // namespace ebb::inline results
