#include "app/plan/catalogue_command.hpp"

#include <fmt/core.h>

#include <memory>

#include "app/output/output_format.hpp"

namespace ebb::inline app {

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

namespace {

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

}  // namespace

void add_catalogue_command(Command& app, int& exit_code, const std::string& kind, const std::string& what,
                           std::vector<CatalogueSection> sections) {
  const auto all = std::make_shared<const std::vector<CatalogueSection>>(std::move(sections));
  auto* command = app.add_subcommand(kind, fmt::format("list the {}, or show one with its parameters", what));
  command->require_subcommand();
  add_examples(*command, {fmt::format("ebb {} list", kind),
                          fmt::format("ebb {} show {}", kind, (*all)[0].entries[0].name)});
  auto* list = command->add_subcommand("list", "the names, a line each");
  const auto how = std::make_shared<OutputFormat>();
  how->add_options(*list);
  list->callback([all, how] {
    const Format format = how->format();
    how->print(format == Format::text ? list_entries(*all) : render(entries_table(*all), format));
  });
  auto* show = command->add_subcommand("show", "one of them: its parameters, defaults and meaning");
  const auto name = std::make_shared<std::string>();
  show->add_option("NAME", *name, fmt::format("as `ebb {} list` prints it", kind))->required();
  const auto how_shown = std::make_shared<OutputFormat>();
  how_shown->add_options(*show);
  show->callback([all, kind, name, how_shown, &exit_code] {
    const auto text = show_entry(*all, kind, *name);
    const Format format = how_shown->format();
    if (text)
      how_shown->print(format == Format::text ? *text : render(parameters_table(*all, *name), format));
    else
      exit_code = refuse(text.problems());
  });
}

}  // namespace ebb::inline app
