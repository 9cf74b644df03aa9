#include "report/document/fit_table.hpp"

#include <algorithm>
#include <numeric>

namespace ebb::inline report {
namespace {

constexpr std::size_t gap = 2;
/// In a narrower column a text becomes a column of single words. The first column names the row.
constexpr std::size_t narrowest_text = 16, narrowest_first = 24;

/// Returns words. A text without spaces ("in_port=1,dl_type=0x88b5") is split after commas.
std::vector<std::string_view> pieces_of(std::string_view text) {
  std::vector<std::string_view> pieces;
  while (!text.empty()) {
    const std::size_t at = text.find_first_of(" ,");
    const std::size_t end = at == text.npos ? text.size() : text[at] == ',' ? at + 1 : at;
    if (end > 0) pieces.push_back(text.substr(0, end));
    text.remove_prefix(std::min(text.size(), text.find_first_not_of(' ', end)));
  }
  return pieces;
}

/// Returns the lines of a cell. Those after the first begin with `indent` spaces.
std::vector<std::string> cell_lines(std::string_view text, std::size_t width, std::size_t indent) {
  std::vector<std::string> lines{""};
  std::size_t end_before = 0;
  for (const std::string_view piece : pieces_of(text)) {
    const auto begin = static_cast<std::size_t>(piece.data() - text.data());
    std::string& line = lines.back();
    const std::string between(begin - end_before, ' ');
    if (line.empty() || shown_width(line) + between.size() + shown_width(piece) <= width)
      line += (line.empty() ? "" : between) + std::string(piece);
    else
      lines.push_back(std::string(indent, ' ') + std::string(piece));
    end_before = begin + piece.size();
  }
  return lines;
}

/// One column: its cells without trailing spaces, and its width.
struct TextColumn {
  std::vector<std::string_view> cells;  ///< the heading, then the rows
  std::size_t width = 0, least = 0;
  bool broken = false;  ///< its cells are texts over several lines

  std::size_t indent() const { return is_first ? 2 : 0; }
  bool is_first = false;
};

TextColumn column_at(const std::vector<std::string_view>& lines, TextSpan span, bool first) {
  TextColumn column{.cells = {}, .width = span.to - span.from, .is_first = first};
  std::size_t longest = 0;
  bool left = true;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i == 1) continue;  // the rule
    std::string_view cell = part_of(lines[i], span.from, span.to);
    left = left && !cell.starts_with(' ');
    cell = cell.substr(0, cell.find_last_not_of(' ') + 1);
    for (const std::string_view piece : pieces_of(cell)) longest = std::max(longest, shown_width(piece));
    column.cells.push_back(cell);
  }
  // Numbers are right-aligned and never broken.
  column.least =
      left ? std::max(longest + column.indent(), first ? narrowest_first : narrowest_text) : column.width;
  column.least = std::min(column.least, column.width);
  return column;
}

std::size_t width_of(const std::vector<TextColumn>& columns) {
  return std::accumulate(columns.begin(), columns.end(), gap * (columns.size() - 1),
                         [](std::size_t sum, const TextColumn& c) { return sum + c.width; });
}

void narrow(TextColumn& column, std::size_t to) {
  to = std::max(to, column.least);
  if (to >= column.width) return;
  column.width = to, column.broken = true;
}

/// Narrows the widest texts until all columns fit beside each other. False where they cannot.
bool squeeze(std::vector<TextColumn>& columns, std::size_t width) {
  while (width_of(columns) > width) {
    TextColumn* widest = nullptr;
    for (TextColumn& c : columns)
      if (c.width > c.least && (!widest || c.width > widest->width)) widest = &c;
    if (!widest) return false;
    narrow(*widest, widest->width - 1);
  }
  return true;
}

using ColumnBlock = std::vector<const TextColumn*>;

/// Returns which columns are in one block: the first one always, then as many as fit.
std::vector<ColumnBlock> blocks_of(const std::vector<TextColumn>& columns, std::size_t width) {
  std::vector<ColumnBlock> blocks;
  std::size_t used = 0;
  for (std::size_t i = 1; i < columns.size(); ++i) {
    const std::size_t more = columns[i].width + gap;
    if (blocks.empty() || used + more > width) {
      blocks.push_back({&columns[0]});
      used = columns[0].width;
    }
    blocks.back().push_back(&columns[i]);
    used += more;
  }
  return blocks;
}

std::string joined(const std::vector<std::string>& cells, const ColumnBlock& block) {
  std::string out;
  for (std::size_t i = 0; i < block.size(); ++i) {
    out += cells[i];
    out.append(block[i]->width - std::min(shown_width(cells[i]), block[i]->width) + gap, ' ');
  }
  out.erase(out.find_last_not_of(' ') + 1);
  return out + "\n";
}

std::string row_text(const ColumnBlock& block, std::size_t row) {
  std::vector<std::vector<std::string>> cells;
  std::size_t height = 1;
  for (const TextColumn* column : block) {
    const std::string_view cell = column->cells[row];
    cells.push_back(column->broken ? cell_lines(cell, column->width, row > 0 ? column->indent() : 0)
                                   : std::vector{std::string(cell)});
    height = std::max(height, cells.back().size());
  }
  std::string out;
  for (std::size_t line = 0; line < height; ++line) {
    std::vector<std::string> parts;
    for (const auto& of : cells) parts.push_back(line < of.size() ? of[line] : "");
    out += joined(parts, block);
  }
  return out;
}

std::string text_of_block(const ColumnBlock& block) {
  std::vector<std::string> dashes;
  for (const TextColumn* column : block) dashes.emplace_back(column->width, '-');
  std::string out = row_text(block, 0) + joined(dashes, block);
  for (std::size_t row = 1; row < block[0]->cells.size(); ++row) out += row_text(block, row);
  return out;
}

}  // namespace

std::size_t shown_width(std::string_view line) {
  return static_cast<std::size_t>(
      std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

std::string_view part_of(std::string_view line, std::size_t from, std::size_t to) {
  std::size_t column = 0, begin = line.size(), end = line.size();
  for (std::size_t i = 0; i < line.size(); ++i) {
    if ((line[i] & 0xc0) == 0x80) continue;
    if (column == from) begin = i;
    if (column == to) {
      end = i;
      break;
    }
    ++column;
  }
  return begin < end ? line.substr(begin, end - begin) : std::string_view{};
}

std::string fitted_table(const std::vector<std::string_view>& lines, const std::vector<TextSpan>& spans,
                         std::size_t width) {
  std::vector<TextColumn> columns;
  for (std::size_t i = 0; i < spans.size(); ++i) columns.push_back(column_at(lines, spans[i], i == 0));
  if (std::vector<TextColumn> squeezed = columns; squeeze(squeezed, width)) {
    columns = std::move(squeezed);
  } else {
    narrow(columns[0], width * 2 / 5);
    const std::size_t beside = columns[0].width + gap;
    for (std::size_t i = 1; i < columns.size(); ++i) narrow(columns[i], width - std::min(width, beside));
  }
  std::string out;
  for (const ColumnBlock& block : blocks_of(columns, width))
    out += (out.empty() ? "" : "\n") + text_of_block(block);
  return out;
}

}  // namespace ebb::inline report
