// Reproductions of papers' numbers as people read them, made from their JSON: the terminal, Markdown, CSV and
// the page show the same rows.
#pragma once

#include <string>
#include <vector>

#include "report/document/render.hpp"
#include "report/page/json_reader.hpp"

namespace ebb::inline report {

/// Where a row's note stands: long ones would tear a table apart in a terminal.
enum class RowNotes { below_the_table, in_the_row };

/// What / paper / ours / difference / verdict / judged by / note, of one reproduction.
Table reproduction_table(const PageJson& reproduction, RowNotes notes);

/// Whether it was made with --quick; and what that means of its numbers.
bool is_quick(const PageJson& reproduction);
inline constexpr const char* quick_size = "a smaller network or a shorter time than the paper's";

/// A list of reproductions, or of JSON one alone as itself.
std::string render_reproductions(const PageJson& reproductions, Format format);

}  // namespace ebb::inline report
