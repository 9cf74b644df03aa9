#include "app/configuration.hpp"

#include "base/ensure.hpp"
#include "config/toml_file.hpp"

namespace ebb {
namespace {

constexpr SectionInfo sections[] = {
    {"topology", "what the network looks like: `ebb topology list`"},
    {"cables", "rate and length of its cables"},
    {"plan", "devices, load and electricity price for `ebb plan`"},
    {"switch", "buffers, pipeline and virtual channels of the switches, for `ebb run`"},
    {"host", "how hosts cut messages into packets, for `ebb run`"},
    {"routing", "how packets find their way: `ebb routing list`"},
    {"traffic", "who sends what to whom: `ebb traffic list`"},
    {"control", "rates of the channels and the policy that chooses among them: `ebb policy list`"},
    {"compare", "policies for `ebb compare-policies`, a [[compare]] section for each"},
    {"energy", "devices under whose power tables a run is read"},
    {"run", "seed, precision and length of a run"},
    {"sweep", "which parameters `ebb sweep` varies, and how: docs/sweep.md"},
};

std::vector<std::string> section_names() {
  std::vector<std::string> names;
  for (const SectionInfo& s : sections) names.emplace_back(s.name);
  return names;
}

/// `over` goes before `base`, table by table.
void merge(Node& base, const Node& over) {
  for (const auto& [key, value] : over.entries) {
    Node* old = nullptr;
    for (auto& [name, node] : base.entries)
      if (name == key) old = &node;
    if (!old)
      base.entries.emplace_back(Node::Entry{key, value});
    else if (old->kind == Node::Kind::table && value.kind == Node::Kind::table)
      merge(*old, value);
    else
      *old = value;
  }
}

/// A setting is one line: line and column would only hide what was typed.
Node placed_at(Node node, const std::string& where) {
  node.where = where;
  for (auto& [key, child] : node.entries) child = placed_at(std::move(child), where);
  for (Node& item : node.items) item = placed_at(std::move(item), where);
  return node;
}

/// "cables.rate=40Gb/s" as a tree of its own.
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

std::span<const SectionInfo> known_sections() { return sections; }

Result<Configuration> Configuration::read(const std::string& path, const std::vector<std::string>& settings) {
  auto root = read_toml(path);
  if (!root) return root.problems();
  Configuration configuration;
  configuration.path_ = path;
  configuration.root_ = std::move(*root);
  for (const std::string& setting : settings) {
    const auto tree = parse_setting(setting);
    if (tree)
      merge(configuration.root_, *tree);
    else
      configuration.problems_.insert(configuration.problems_.end(), tree.problems().begin(),
                                     tree.problems().end());
  }
  return configuration;
}

Configuration Configuration::of(const std::string& path, Node root) {
  Configuration configuration;
  configuration.path_ = path;
  configuration.root_ = std::move(root);
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

}  // namespace ebb
