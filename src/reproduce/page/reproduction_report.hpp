// Reproductions of papers' numbers as readable tables, made from their JSON. The terminal, Markdown, CSV and
// the page show the same rows.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "report/document/render.hpp"
#include "report/document/table.hpp"
#include "report/page/json_reader.hpp"
#include "reproduce/verdict.hpp"

namespace ebb::inline reproduce {

/// The position of a row's note. Long ones would not fit a table in a terminal.
enum class RowNotes { below_the_table, in_the_row };

/// What / paper / ours / difference / verdict / judged by / note, of one reproduction.
Table reproduction_table(const PageJson& reproduction, RowNotes notes);

/// How many rows have each verdict, and how many of them are judged.
struct VerdictCounts {
  std::size_t rows = 0, judged = 0;
  std::map<RowVerdict, std::size_t> of;  ///< all verdicts, in their order
};
VerdictCounts count_verdicts(const PageJson& rows);

/// Whether it was made with --quick; and what that means for its numbers.
bool is_quick(const PageJson& reproduction);
inline constexpr const char* quick_size = "a smaller network or a shorter time than the paper's";

/// Renders a list of reproductions. JSON of a single one is an object.
std::string render_reproductions(const PageJson& reproductions, Format format);

}  // namespace ebb::inline reproduce
