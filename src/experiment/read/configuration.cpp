#include "experiment/read/configuration.hpp"

#include "base/ensure.hpp"
#include "base/fields.hpp"
#include "catalogue/fabric_sections.hpp"
#include "config/placed_files.hpp"
#include "config/toml_file.hpp"
#include "experiment/read/config_docs.hpp"
#include "experiment/read/settings.hpp"

namespace ebb::inline experiment {
namespace {

constexpr SectionInfo first_sections[] = {
    {"topology", "what the network looks like: `ebb topology list`"},
    {"cables", "rate and length of its cables"},
    {"plan", "devices, load and electricity price for `ebb plan`"},
    {"switch", "buffers, pipeline and virtual channels of the switches, for `ebb run`"},
    {"flow",
     "how a full buffer stops its sender, for `ebb run` and `ebb check`: docs/howto/simulate-ethernet.md"},
    {"lanes", "virtual lanes for classes of traffic: docs/design/model.md"},
    {"host", "how hosts cut messages into packets, for `ebb run`"},
    {"transport", "windows, timeouts and acknowledgements of host.transport"},
    {"routing", "how packets find their way: `ebb routing list`"},
    {"traffic", "who sends what to whom: `ebb traffic list`"},
    {"control", "rates of the channels and the policy that chooses among them: `ebb policy list`"},
    {"compare", "policies for `ebb compare-policies`, a [[compare]] section for each"},
    {"frontier", "how `ebb frontier` tunes the policies of [[compare]] before it judges them"},
    {"energy", "devices under whose power tables a run is read"},
    {"run", "seed, precision and length of a run"},
};
constexpr SectionInfo last_section{"sweep",
                                   "which parameters `ebb sweep` varies, and how: docs/howto/sweep.md"};

std::vector<std::string> section_names() {
  std::vector<std::string> names;
  for (const SectionInfo& s : known_sections()) names.emplace_back(s.name);
  return names;
}

/// Returns the entries that the section at this path may name. Empty when it names none.
std::vector<EntryInfo> entries_of(const std::string& path) {
  for (const DocumentedSection& section : documented_sections())
    if (section.path == path) return section.entries;
  return {};
}

std::vector<std::string> parameters_of(const std::vector<EntryInfo>& entries, const Node& name) {
  std::vector<std::string> names;
  for (const EntryInfo& e : entries)
    if (name.kind == Node::Kind::text && e.name == name.text)
      for (const FieldInfo& f : e.fields()) names.emplace_back(f.name);
  return names;
}

/// Drops the file's parameters that the section's new entry does not have. Parameters from the command line
/// stay, because the user has just typed them.
void drop_parameters(Node& section, const std::string& path, const Node& new_name) {
  const auto entries = entries_of(path);
  const Node* old_name = section.find("name");
  const bool is_known = std::any_of(entries.begin(), entries.end(),
                                    [&](const EntryInfo& e) { return e.name == new_name.text; });
  if (!old_name || !is_known) return;
  const auto old_ones = parameters_of(entries, *old_name), new_ones = parameters_of(entries, new_name);
  const auto has = [](const auto& names, const auto& key) {
    return std::find(names.begin(), names.end(), key) != names.end();
  };
  std::erase_if(section.entries, [&](const Node::Entry& e) {
    return has(old_ones, e.key) && !has(new_ones, e.key) &&
           !e.node.where.starts_with(Configuration::set_option);
  });
}

/// Copies a setting over the value in `base`, `depth` keys below `over`.
void put(Node& base, const Node& over, std::size_t depth, const std::string& path) {
  const auto& [key, value] = over.entries.front();
  if (depth == 1 && key == "name") drop_parameters(base, path, value);
  const auto old = std::find_if(base.entries.begin(), base.entries.end(),
                                [&k = key](const Node::Entry& e) { return e.key == k; });
  if (old == base.entries.end()) {
    base.entries.push_back({key, value});
    return;
  }
  const std::string below = path.empty() ? key : path + "." + key;
  if (depth > 1 && old->node.kind == Node::Kind::text && !entries_of(below).empty())
    old->node = table_named(old->node);
  if (depth > 1 && old->node.kind == Node::Kind::table)
    put(old->node, value, depth - 1, below);
  else
    old->node = value;
}

/// Counts the keys of a dotted path: "control.policy.name" has three.
std::size_t keys_in(const std::string& dotted) {
  const auto tree = parse_toml(dotted + " = true", dotted);
  std::size_t number = 0;
  for (const Node* node = tree ? &*tree : nullptr; node && !node->entries.empty(); ++number)
    node = &node->entries.front().node;
  return number;
}

/// Replaces line and column by the setting as it was typed: a setting is one line.
Node placed_at(Node node, const std::string& where) {
  node.where = where;
  for (auto& [key, child] : node.entries) child = placed_at(std::move(child), where);
  for (Node& item : node.items) item = placed_at(std::move(item), where);
  return node;
}

/// Parses a setting such as "cables.rate=40Gb/s" into a tree.
Result<Node> parse_setting(const std::string& setting) {
  const std::size_t equals = setting.find('=');
  const std::string where = std::string(Configuration::set_option) + setting;
  if (equals == std::string::npos || equals == 0 || setting.find('\n') != std::string::npos)
    return Problem{where, "is no section.key=value", "for example: --set plan.load=0.15"};
  auto tree = parse_toml(setting, where);
  if (tree) return placed_at(std::move(*tree), where);
  std::string quoted = setting.substr(equals + 1);
  if (quoted.find_first_of("\"\\") != std::string::npos) return tree.problems();
  tree = parse_toml(fmt::format("{} = \"{}\"", setting.substr(0, equals), quoted), where);
  if (!tree) return tree;
  return placed_at(std::move(*tree), where);
}

}  // namespace

std::span<const SectionInfo> known_sections() {
  static const std::vector<SectionInfo> all = [] {
    std::vector<SectionInfo> sections(std::begin(first_sections), std::end(first_sections));
    for (const EntryInfo& section : fabric_sections()) sections.push_back({section.name, section.summary});
    sections.push_back(last_section);
    return sections;
  }();
  return all;
}

Result<Configuration> Configuration::read(const std::string& path, const Settings& settings) {
  Result<Node> root = path.empty() ? Result<Node>(Node{}) : read_toml(path);  // settings may suffice
  if (!root) return root.problems();
  Configuration configuration;
  configuration.path_ = path;
  configuration.root_ = std::move(*root);
  for (const std::string& setting : settings) {
    const auto tree = parse_setting(setting);
    if (tree) {
      put(configuration.root_, *tree, keys_in(setting.substr(0, setting.find('='))), "");
      std::vector<std::string>& notices = configuration.root_.notices;
      notices.insert(notices.end(), tree->notices.begin(), tree->notices.end());
    } else
      configuration.problems_.insert(configuration.problems_.end(), tree.problems().begin(),
                                     tree.problems().end());
  }
  for (const std::string& notice : configuration.root_.notices) settings.give_notice(notice);
  return of(path, std::move(configuration.root_), std::move(configuration.problems_));
}

Configuration Configuration::of(const std::string& path, Node root, Problems problems) {
  Configuration configuration;
  configuration.path_ = path;
  configuration.root_ = std::move(root);
  configuration.problems_ = std::move(problems);
  for (auto& [section, node] : configuration.root_.entries)
    if (section == "topology" || section == "traffic") place_files(node, path, set_option);
  for (const std::string_view key :
       tree_file_keys) {  // none ships with ebb: a word without a dot is a file too
    const Node* named = find_path(configuration.root_, key);
    if (!named || named->kind != Node::Kind::text || named->text.empty()) continue;
    Node placed = *named;
    placed.text = placed_file(named->text, path, named->where.starts_with(set_option));
    set_path(configuration.root_, key, placed);
  }
  return configuration;
}

const Node* find_path(const Node& root, std::string_view path) {
  const std::size_t dot = std::min(path.find('.'), path.size());
  const Node* node = root.find(path.substr(0, dot));
  return node && dot < path.size() ? find_path(*node, path.substr(dot + 1)) : node;
}

void set_path(Node& root, std::string_view path, const Node& value) {
  if (root.kind == Node::Kind::text) root = table_named(root);
  const std::size_t dot = std::min(path.find('.'), path.size());
  const std::string_view key = path.substr(0, dot);
  auto entry =
      std::find_if(root.entries.begin(), root.entries.end(), [&](const auto& e) { return e.key == key; });
  if (entry == root.entries.end()) {
    Node empty;
    empty.where = value.where;
    entry = root.entries.insert(root.entries.end(), {std::string(key), std::move(empty)});
  }
  if (dot < path.size())
    set_path(entry->node, path.substr(dot + 1), value);
  else
    entry->node = value;
}

const Node* Configuration::table_of(std::string_view name, bool required) {
  const auto names = section_names();
  ENSURE(std::find(names.begin(), names.end(), name) != names.end());
  const Node* node = root_.find(name);
  if (!node && required)
    problems_.push_back(root_.problem(fmt::format("[{}]", name), "is missing",
                                      "start from one of the files under examples/"));
  return node;
}

void Configuration::add_problems(std::string_view section, Problems found) {
  const Node* table = root_.find(section);
  locate(found, table ? *table : root_, section, problems_);
}

Problems Configuration::finish() {
  refuse_unknown_keys(root_, "", section_names(), problems_);
  return std::move(problems_);
}

}  // namespace ebb::inline experiment
