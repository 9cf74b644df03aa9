#include "app/catalogue_command.hpp"

#include <fmt/core.h>

#include <memory>

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

void add_catalogue_command(Command& app, int& exit_code, const std::string& kind, const std::string& what,
                           std::vector<CatalogueSection> sections) {
  const auto all = std::make_shared<const std::vector<CatalogueSection>>(std::move(sections));
  auto* command = app.add_subcommand(kind, fmt::format("list the {}, or show one with its parameters", what));
  command->require_subcommand();
  add_examples(*command, {fmt::format("ebb {} list", kind),
                          fmt::format("ebb {} show {}", kind, (*all)[0].entries[0].name)});
  command->add_subcommand("list", "the names, a line each")->callback([all] {
    fmt::print("{}", list_entries(*all));
  });
  auto* show = command->add_subcommand("show", "one of them: its parameters, defaults and meaning");
  const auto name = std::make_shared<std::string>();
  show->add_option("NAME", *name, fmt::format("as `ebb {} list` prints it", kind))->required();
  show->callback([all, kind, name, &exit_code] {
    const auto text = show_entry(*all, kind, *name);
    if (text) return fmt::print("{}", *text);
    exit_code = refuse(text.problems());
  });
}

}  // namespace ebb::inline app
