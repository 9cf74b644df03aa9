// Tables from the rows of JSON that a command has printed: with known columns, or with the rows' keys as
// headings.
#pragma once

#include <string>
#include <vector>

#include "report/document/table.hpp"
#include "report/page/json_reader.hpp"

namespace ebb::inline report {

/// Returns the column of a key that ends in its unit: "p99_ns" is "p99 [ns]".
Column column_of(const std::string& key);
/// A list of objects as a table, with its keys as headings.
Table table_of_rows(const std::string& title, const PageJson& rows);
/// The same with these columns. A column that no row has is omitted.
Table table_of_rows(const std::string& title, const PageJson& rows, const std::vector<Column>& columns);

/// The inverse of table_json(). The rows' keys are headings where no columns are named.
Table table_of_json(const PageJson& json);

}  // namespace ebb::inline report
