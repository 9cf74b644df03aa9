#include "study/sweep/canonical_value.hpp"

#include <map>

#include "base/fields.hpp"
#include "base/quantity.hpp"
#include "base/result.hpp"
#include "catalogue/catalogue.hpp"
#include "config/toml_file.hpp"
#include "experiment/read/config_docs.hpp"
#include "experiment/read/configuration.hpp"
#include "experiment/run/run_title.hpp"

namespace ebb::inline study {
namespace {

template <class T>
bool respell(const Result<T>& parsed, std::string& text) {
  if (parsed) text = quantity_text(*parsed);
  return parsed.ok();
}

}  // namespace

Node with_quantities_alike(Node node) {
  for (Node& item : node.items) item = with_quantities_alike(std::move(item));
  for (auto& [key, child] : node.entries) child = with_quantities_alike(std::move(child));
  if (node.kind != Node::Kind::text) return node;
  std::string& text = node.text;
  (void)(respell(parse_size(text), text) || respell(parse_rate(text), text) ||
         respell(parse_time(text), text) || respell(parse_power(text), text) ||
         respell(parse_energy(text), text));
  return node;
}

namespace {

using Defaults = std::map<std::string, std::string>;  ///< the text of each parameter's default

/// By "section name": "traffic.pattern hot_spot".
std::map<std::string, Defaults> all_defaults() {
  std::map<std::string, Defaults> all;
  for (const DocumentedSection& section : documented_sections())
    for (const EntryInfo& entry : section.entries)
      for (const FieldInfo& f : entry.fields())
        if (const auto parsed = parse_toml(f.name + " = " + f.initial, "default"))
          all[section.path + " " + std::string(entry.name)][f.name] =
              value_text(with_quantities_alike(*parsed->find(f.name)));
  return all;
}

const Defaults* defaults_of(std::string_view section, const Node& node) {
  static const auto all = all_defaults();
  const Node* name = node.find("name");
  const auto found = name ? all.find(std::string(section) + " " + name->text) : all.end();
  return found == all.end() ? nullptr : &found->second;
}

}  // namespace

Cell canonical_cell(const Node& document, std::string_view name) {
  const Node* found = find_path(document, name);
  if (!found) return {};
  Node node = with_quantities_alike(*found);
  if (const Defaults* defaults = defaults_of(name, node))
    std::erase_if(node.entries, [&](const auto& e) {
      const auto usual = defaults->find(e.key);
      return usual != defaults->end() && usual->second == value_text(e.node);
    });
  return cell_of(node);
}

void spell_alike(const Node& document, std::vector<NamedFigure>& parameters) {
  for (NamedFigure& p : parameters)
    if (const Cell cell = canonical_cell(document, p.name); cell.value().index() != 0) p.value = cell;
}

}  // namespace ebb::inline study
