#include "study/sweep/point_id.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/digest.hpp"
#include "config/write_toml.hpp"
#include "experiment/run/program.hpp"
#include "study/sweep/canonical_value.hpp"

namespace ebb::inline study {
namespace {

constexpr std::string_view content_comment = "# content of the file of ";

/// Sorts tables by key, because the order of lines has no meaning.
Node sorted(Node node) {
  for (auto& [key, child] : node.entries) child = sorted(std::move(child));
  for (Node& item : node.items) item = sorted(std::move(item));
  std::sort(node.entries.begin(), node.entries.end(),
            [](const auto& a, const auto& b) { return a.key < b.key; });
  return node;
}

/// Removes the number of threads and the executor, which do not affect results.
Node without_executor(Node document) {
  for (auto& [section, table] : document.entries)
    if (section == "run")
      std::erase_if(table.entries, [](const auto& e) { return e.key == "threads" || e.key == "executor"; });
  return document;
}

}  // namespace

std::uint64_t digest_of(std::string_view text) { return Digest{}.add(text).add(text.size()).value(); }

std::uint64_t configuration_digest(const Node& document, const std::vector<FileContent>& contents) {
  const std::uint64_t text =
      digest_of(toml_document(with_quantities_alike(sorted(without_executor(document)))));
  if (contents.empty()) return text;
  Digest all;
  all.add(text);
  for (const FileContent& content : contents) all.add(digest_of(content.key)).add(content.digest);
  return all.value();
}

std::string point_id(const Node& document, const std::vector<FileContent>& contents) {
  return fmt::format(
      "{:016x}",
      Digest{}.add(configuration_digest(document, contents)).add(digest_of(program_version())).value());
}

std::string stored_config(const Node& document, const std::vector<FileContent>& contents) {
  std::string text = toml_document(document);
  for (const FileContent& content : contents)
    text += fmt::format("{}{}: {:016x}\n", content_comment, content.key, content.digest);
  return text;
}

std::vector<FileContent> contents_in(std::string_view stored_config) {
  std::vector<FileContent> contents;
  while (!stored_config.empty()) {
    const std::size_t end = std::min(stored_config.find('\n'), stored_config.size() - 1);
    std::string_view line = stored_config.substr(0, end);
    stored_config.remove_prefix(end + 1);
    if (!line.starts_with(content_comment)) continue;
    line.remove_prefix(content_comment.size());
    const std::size_t colon = line.find(": ");
    if (colon == line.npos) continue;
    FileContent content{std::string(line.substr(0, colon)), 0};
    const std::string_view digits = line.substr(colon + 2);
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), content.digest, 16);
    if (read.ec == std::errc{}) contents.push_back(std::move(content));
  }
  return contents;
}

}  // namespace ebb::inline study
