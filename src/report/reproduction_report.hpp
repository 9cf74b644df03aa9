// Reproductions of papers' numbers as people read them, made from their JSON: the terminal, Markdown, CSV and
// the page show the same rows.
#pragma once

#include <string>
#include <vector>

#include "report/page/json_reader.hpp"
#include "report/render.hpp"

namespace ebb::inline report {

/// Where a row's note stands: long ones would tear a table apart in a terminal.
enum class RowNotes { below_the_table, in_the_row };

/// What / paper / ours / difference / verdict / judged by / note, of one reproduction.
Table reproduction_table(const PageJson& reproduction, RowNotes notes);

/// A list of reproductions, or of JSON one alone as itself.
std::string render_reproductions(const PageJson& reproductions, Format format);

}  // namespace ebb::inline report
