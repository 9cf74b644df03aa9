#include "report/document/table.hpp"

#include "base/ensure.hpp"

namespace ebb::inline report {

void Table::add(std::vector<Cell> row) {
  ENSURE(row.size() == columns.size());
  rows.push_back(std::move(row));
}

}  // namespace ebb::inline report
