#include "report/document/wrapped_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ebb::inline report {

std::string wrapped(std::string head, const std::vector<std::string>& pieces, std::size_t indent,
                    std::size_t width) {
  std::string out, line = std::move(head);
  bool bare = true;  // no piece is on the line yet
  for (const std::string& piece : pieces) {
    if (!bare && line.size() + 1 + piece.size() > width) {
      out += line + "\n";
      line.assign(indent, ' ');
      bare = true;
    }
    if (!bare) line += ' ';
    line += piece;
    bare = false;
  }
  return out + line + "\n";
}

std::string wrapped(std::string head, std::string_view text, std::size_t indent, std::size_t width) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::size_t length = std::min(text.find(' '), text.size());
    words.emplace_back(text.substr(0, length));
    text.remove_prefix(std::min(length + 1, text.size()));
  }
  return wrapped(std::move(head), words, indent, width);
}

std::string head_line(std::string_view what, std::string_view text, std::size_t width) {
  return wrapped(fmt::format("{:<{}}", what, width), text, width);
}

}  // namespace ebb::inline report
