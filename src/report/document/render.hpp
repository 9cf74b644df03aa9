// A table as text for people, and as CSV, JSON and Markdown for programs.
#pragma once

#include <array>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "report/document/table.hpp"
#include "results/cell.hpp"
#include "results/cell_json.hpp"

namespace ebb::inline report {

enum class Format : std::uint8_t { text, csv, json, markdown };
constexpr auto names_of(Format) { return std::array<std::string_view, 4>{"text", "csv", "json", "markdown"}; }

/// Aligned columns under their headings, numbers with thousands separators.
std::string to_text(const Table& table);
/// RFC 4180, lines ended by CRLF, the keys as the header line.
std::string to_csv(const Table& table);
std::string to_markdown(const Table& table);
/// {"title": …, "rows": [{key: value, …}, …]}, indented.
std::string to_json(const Table& table);
/// The same with the columns' headings and units, and the notes. table_of_json() is the inverse.
nlohmann::ordered_json table_json(const Table& table);

std::string render(const Table& table, Format format);

/// For larger documents.
nlohmann::ordered_json json_rows(const Table& table);
/// The version of the JSON that ebb prints (docs/reference/json.md). It grows when a name is removed, or gets
/// another meaning or unit; new names leave it as it is.
inline constexpr int json_schema = 2;
/// Returns the document with its first member "schema"; in a list, each object has it.
nlohmann::ordered_json with_schema(nlohmann::ordered_json document);
/// With the schema, indented, with a newline at the end. Bytes that are no UTF-8 are replaced and never
/// throw.
std::string json_text(nlohmann::ordered_json document);

/// A column's heading with its unit: "power [W]".
std::string heading_text(const Column& column);
/// A cell as text and Markdown show it.
std::string cell_text(const Cell& cell, const Column& column);
/// A cell as in CSV: full precision, quoted where RFC 4180 requires it.
std::string csv_field(const Cell& cell);

}  // namespace ebb::inline report
