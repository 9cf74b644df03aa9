// Tables from the rows of JSON that a command has printed: with the columns that the program knows, or headed
// by the rows' own keys.
#pragma once

#include <string>
#include <vector>

#include "report/document/table.hpp"
#include "report/page/json_reader.hpp"

namespace ebb::inline report {

/// The column of a key that ends in its unit, as people read it: "p99_ns" is "p99 [ns]".
Column column_of(const std::string& key);
/// A list of objects as a table, headed by its keys.
Table table_of_rows(const std::string& title, const PageJson& rows);
/// The same with these columns; one that no row has is left out.
Table table_of_rows(const std::string& title, const PageJson& rows, const std::vector<Column>& columns);

/// What table_json() made; headed by the rows' keys where no columns are named.
Table table_of_json(const PageJson& json);

}  // namespace ebb::inline report
