#include "config/placed_files.hpp"

#include <filesystem>

#include "config/standard_input.hpp"

namespace ebb::inline config {
namespace fs = std::filesystem;

bool looks_like_path(std::string_view text) {
  return text.find('/') != std::string_view::npos || fs::path(text).has_extension();
}

std::string placed_file(const std::string& file, const std::string& named_by, bool on_command_line) {
  if (file.empty() || fs::path(file).is_absolute() || named_by.empty() || named_by == standard_input)
    return file;
  const std::string beside = (fs::path(named_by).parent_path() / file).string();
  const std::string &first = on_command_line ? file : beside, &second = on_command_line ? beside : file;
  std::error_code error;
  if (fs::exists(first, error)) return first;
  return fs::exists(second, error) ? second : first;
}

void place_files(Node& section, const std::string& named_by, std::string_view set_option) {
  for (auto& [key, node] : section.entries) {
    place_files(node, named_by, set_option);
    if (key == "file" && node.kind == Node::Kind::text && looks_like_path(node.text))
      node.text = placed_file(node.text, named_by, node.where.starts_with(set_option));
  }
}

void make_files_absolute(Node& section) {
  for (auto& [key, node] : section.entries) {
    make_files_absolute(node);
    std::error_code error;
    if (key == "file" && node.kind == Node::Kind::text && looks_like_path(node.text))
      if (const fs::path whole = fs::absolute(node.text, error); !error)
        node.text = whole.lexically_normal().string();
  }
}

}  // namespace ebb::inline config
