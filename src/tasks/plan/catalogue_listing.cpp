#include "tasks/plan/catalogue_listing.hpp"

#include <fmt/format.h>

#include <span>

#include "base/ensure.hpp"
#include "base/fields.hpp"
#include "base/problem.hpp"
#include "base/spelling.hpp"
#include "catalogue/policies.hpp"
#include "catalogue/routings.hpp"
#include "catalogue/topologies.hpp"
#include "catalogue/traffics.hpp"

namespace ebb::inline tasks {
namespace {

template <class Base>
CatalogueSection section_of(std::string path, std::span<const Entry<Base>> catalogue) {
  return {std::move(path), {catalogue.begin(), catalogue.end()}};
}

}  // namespace

std::vector<CatalogueSection> catalogues_of(std::string_view kind) {
  if (kind == "topology") return {section_of("topology", topologies())};
  if (kind == "routing") return {section_of("routing", routings())};
  if (kind == "policy") return {section_of("control.policy", policies())};
  ENSURE(kind == "traffic");
  return {section_of("traffic.pattern", patterns()), section_of("traffic.arrivals", arrival_processes()),
          section_of("traffic.sizes", size_distributions()), section_of("traffic.workload", workloads())};
}

std::string list_entries(const std::vector<CatalogueSection>& sections) {
  std::string text;
  for (const CatalogueSection& section : sections) {
    if (sections.size() > 1) text += fmt::format("{}[{}]\n", text.empty() ? "" : "\n", section.path);
    for (const EntryInfo& e : section.entries) text += fmt::format("{:22} {}\n", e.name, e.summary);
  }
  return text;
}

Result<std::string> show_entry(const std::vector<CatalogueSection>& sections, const std::string& kind,
                               const std::string& name) {
  std::string text;
  std::vector<std::string> names;
  for (const CatalogueSection& section : sections)
    for (const EntryInfo& e : section.entries) {
      names.emplace_back(e.name);
      if (e.name != name) continue;
      text += fmt::format("{}{}: {}\n\n[{}]\nname = \"{}\"\n", text.empty() ? "" : "\n", e.name, e.summary,
                          section.path, e.name);
      for (const FieldInfo& f : e.fields())
        text += fmt::format("{:24} # {} ({})\n", f.name + " = " + f.initial, f.help, f.type);
    }
  if (text.empty()) return Problem{kind, fmt::format("\"{}\" is unknown", name), name_hint(name, names)};
  return text;
}

Table entries_table(const std::vector<CatalogueSection>& sections) {
  Table table{.title = "",
              .columns = {{"section", "section"}, {"name", "name"}, {"summary", "what it is"}},
              .rows = {}};
  for (const CatalogueSection& section : sections)
    for (const EntryInfo& e : section.entries)
      table.add({section.path, std::string(e.name), std::string(e.summary)});
  return table;
}

Table parameters_table(const std::vector<CatalogueSection>& sections, const std::string& name) {
  Table table{.title = name,
              .columns = {{"section", "section"},
                          {"parameter", "parameter"},
                          {"default", "default"},
                          {"type", "type"},
                          {"help", "what it is"}},
              .rows = {}};
  for (const CatalogueSection& section : sections)
    for (const EntryInfo& e : section.entries) {
      if (e.name != name) continue;
      for (const FieldInfo& f : e.fields()) table.add({section.path, f.name, f.initial, f.type, f.help});
    }
  return table;
}

}  // namespace ebb::inline tasks
