#include "tasks/run/carried_files.hpp"

#include <fmt/core.h>

#include <filesystem>
#include <map>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "config/toml_file.hpp"
#include "experiment/read/run_document.hpp"

namespace ebb::inline tasks {
namespace fs = std::filesystem;
namespace {

class Carrier {
 public:
  explicit Carrier(CarriedFiles& to) : to_(to) {}

  /// Copies the file that a text names, and replaces the text by the copy's name.
  void carry(Node& node) {
    const auto known = copies_.find(node.text);
    const std::string copy = known != copies_.end() ? known->second : copied(node.text);
    if (!copy.empty()) node.text = copy;
  }

 private:
  std::string copied(const std::string& path) {
    std::error_code error;
    const std::uintmax_t size = fs::is_regular_file(path, error) ? fs::file_size(path, error) : 0;
    auto content = error || size > largest_carried_file
                       ? Result<std::string>(Problem{path, "is left where it is", ""})
                       : read_text_file(path, largest_carried_file);
    if (!content) return to_.left.push_back(path), "";
    std::string copy = name_for(fs::path(path).filename().string());
    to_.copies.emplace_back(copy, std::move(*content));
    return copies_[path] = copy;
  }
  /// Two files with the same name become a.toml and 2-a.toml.
  std::string name_for(const std::string& name) {
    const int uses = ++uses_[name];
    return uses == 1 ? "inputs/" + name : fmt::format("inputs/{}-{}", uses, name);
  }

  CarriedFiles& to_;
  std::map<std::string, std::string> copies_;  ///< by their source
  std::map<std::string, int> uses_;
};

}  // namespace

CarriedFiles carried_files(Node document) {
  CarriedFiles carried{std::move(document), {}, {}};
  Carrier carrier(carried);
  visit_files(carried.document, [&](Node& file) { carrier.carry(file); });
  return carried;
}

}  // namespace ebb::inline tasks
