#include "experiment/read/trees_input.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace ebb::inline experiment {
namespace {

bool goes_by_trees(const Node& root) {
  const Node* routing = root.find("routing");
  const Node* name = !routing ? nullptr : routing->kind == Node::Kind::text ? routing : routing->find("name");
  return name && name->text == "vlan_trees";
}

/// Refuses a file that does not exist, before its content is read.
void check_file(Configuration& file, const std::string& key, const std::string& named, std::string hint) {
  std::error_code error;
  if (named.empty() || std::filesystem::is_regular_file(named, error)) return;
  file.add_problems(
      "trees", {{key, fmt::format("names {}, but there is no such file", to_text(named)), std::move(hint)}});
}

}  // namespace

Configuration with_paths_of_trees(const Configuration& given) {
  const Node* rule = find_path(given.root(), "trees.paths");
  if (!goes_by_trees(given.root()) || !rule || find_path(given.root(), "routing.paths")) return given;
  Node root = given.root();
  set_path(root, "routing.paths", *rule);
  return given.with_root(std::move(root));
}

std::optional<TreesInput> read_trees_of_run(Configuration& file) {
  const Node* section = file.root().find("trees");
  if (!section || !goes_by_trees(file.root())) return std::nullopt;
  TreesInput trees{{{}, *section}, {}};
  file.section("trees", trees.settings);
  const Node* rule = find_path(file.root(), "routing.paths");
  trees.settings.paths =
      rule && rule->text == name_of(PathRule::shortest) ? PathRule::shortest : PathRule::up_down;
  const TreesSettings& s = trees.settings;
  check_file(file, "file", s.file, "`ebb trees FILE --trace TRACE --peak SIZE --paths NEW.csv` writes one");
  check_file(file, "schedule", s.schedule, "`ebb off FILE --demand tm.csv --schedule NEW.csv` writes one");
  if (s.file.empty() && s.off.empty() && s.schedule.empty()) return std::nullopt;
  return trees;
}

void make_tree_files_absolute(Node& document) {
  for (const std::string_view key : tree_file_keys)
    if (const Node* named = find_path(document, key); named && !named->text.empty()) {
      Node absolute = *named;
      absolute.text = std::filesystem::absolute(named->text).lexically_normal().string();
      set_path(document, key, absolute);
    }
}

}  // namespace ebb::inline experiment
