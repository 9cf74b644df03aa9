// A reproduction as JSON, the source of all other formats (reproduce/page/reproduction_report.hpp).
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/fields.hpp"
#include "reproduce/reproduce.hpp"

namespace ebb::inline reproduce {
namespace {

using Json = nlohmann::ordered_json;

/// Writes whole numbers as integers, up to where a double is exact.
Json number(double value) {
  constexpr double exact_integers = 9'007'199'254'740'992.0;  // 2^53
  if (!std::isfinite(value)) return {};
  if (std::abs(value) < exact_integers && value == std::round(value)) return static_cast<std::int64_t>(value);
  return value;
}

/// Null where the paper prints no number.
Json row_json(const Row& row) {
  Json json = {{"id", row.id},
               {"what", row.what},
               {"unit", row.unit},
               {"paper", row.paper ? number(*row.paper) : Json()},
               {"ours", number(row.ours)},
               {"verdict", name_of(row.verdict)},
               {"tolerance", row.tolerance},
               {"note", row.note},
               {"printed", row.printed},
               {"where", row.where}};
  if (row.paper) json["decimals"] = std::max(row.decimals, 0);
  return json;
}

}  // namespace

nlohmann::ordered_json reproduction_json(const Reproduced& one) {
  Json rows = Json::array();
  for (const Row& row : one.rows) rows.push_back(row_json(row));
  return {{"name", one.reproduction->name},
          {"summary", one.reproduction->summary},
          {"quick", one.is_smaller()},
          {"rows", rows}};
}

}  // namespace ebb::inline reproduce
