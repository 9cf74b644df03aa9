#include "study/record/stored_inputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/whole_file.hpp"
#include "config/toml_file.hpp"
#include "experiment/read/run_document.hpp"

namespace ebb::inline study {
namespace fs = std::filesystem;
namespace {

fs::path copy_of(const std::string& store, std::uint64_t digest, const std::string& path) {
  return fs::path(store) / "inputs" / fmt::format("{:016x}-{}", digest, fs::path(path).filename().string());
}

bool is_as_stored(const std::string& path, const std::vector<FileContent>& contents) {
  const auto digest = digest_of_file(path);
  return digest && std::any_of(contents.begin(), contents.end(),
                               [&](const FileContent& c) { return c.digest == *digest; });
}

}  // namespace

Problems StoredInputs::keep(Node document) {
  Problems problems;
  visit_files(document, [&](const Node& file) {
    if (!problems.empty() || !seen_.insert(file.text).second) return;
    problems = keep_file(file.text);
  });
  return problems;
}

Problems StoredInputs::keep_file(const std::string& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error) || fs::file_size(path, error) > largest_carried_file) return {};
  const auto digest = digest_of_file(path);
  if (!digest) return digest.problems();
  const fs::path copy = copy_of(folder_, *digest, path);
  if (fs::exists(copy, error)) return {};
  const auto content = read_text_file(path, largest_carried_file);
  if (!content) return content.problems();
  fs::create_directories(copy.parent_path(), error);
  WholeFile out(copy.string());
  out.write(*content);
  const std::string& wrong = out.finish();
  if (wrong.empty()) return {};
  return {{copy.string(), "cannot be written: " + wrong, "the store keeps the files that its runs name"}};
}

void use_stored_inputs(const std::vector<std::string>& stores, const std::vector<FileContent>& contents,
                       Node& document) {
  visit_files(document, [&](Node& file) {
    if (is_as_stored(file.text, contents)) return;
    std::error_code error;
    for (const std::string& store : stores)
      for (const FileContent& content : contents)
        if (const fs::path copy = copy_of(store, content.digest, file.text); fs::exists(copy, error)) {
          file.text = fs::absolute(copy, error).string();
          return;
        }
  });
}

}  // namespace ebb::inline study
