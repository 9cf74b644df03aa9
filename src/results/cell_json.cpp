#include "results/cell_json.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

namespace ebb::inline results {

nlohmann::ordered_json json_value(const Cell& cell) {
  struct Visitor {
    nlohmann::ordered_json operator()(std::monostate) const { return nullptr; }
    nlohmann::ordered_json operator()(bool v) const { return v; }
    nlohmann::ordered_json operator()(std::int64_t v) const { return v; }
    nlohmann::ordered_json operator()(double v) const {
      return std::isfinite(v) ? nlohmann::ordered_json(v) : nlohmann::ordered_json(nullptr);
    }
    nlohmann::ordered_json operator()(const std::string& v) const { return v; }
  };
  return std::visit(Visitor{}, cell.value());
}

Cell json_cell(const nlohmann::ordered_json& value) {
  if (value.is_boolean()) return Cell(value.get<bool>());
  if (value.is_number_integer()) return Cell(value.get<std::int64_t>());
  if (value.is_number_float()) return Cell(value.get<double>());
  if (value.is_string()) return Cell(value.get<std::string>());
  return {};
}

}  // namespace ebb::inline results
