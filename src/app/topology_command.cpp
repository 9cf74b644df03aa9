// ebb topology list | show NAME: what the catalogue holds, straight from the field lists.
#include <fmt/core.h>

#include <memory>

#include "app/command_line.hpp"
#include "app/topologies.hpp"

namespace ebb {
namespace {

void list_topologies() {
  for (const auto& e : topologies()) fmt::print("{:22} {}\n", e.name, e.summary);
}

int show_topology(const std::string& name) {
  const auto* e = find_entry(topologies(), name);
  if (!e) {
    fmt::print(stderr, "{}",
               to_text(Problems{{"topology", fmt::format("\"{}\" is unknown", name),
                                 name_hint(name, entry_names(topologies()))}}));
    return 2;
  }
  fmt::print("{}: {}\n\n[topology]\nname = \"{}\"\n", e->name, e->summary, e->name);
  for (const FieldInfo& f : e->fields())
    fmt::print("{:24} # {} ({})\n", f.name + " = " + f.initial, f.help, f.type);
  return 0;
}

}  // namespace

void add_topology_command(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("topology", "list the topologies, or show one with its parameters");
  command->require_subcommand(1);
  command->add_subcommand("list", "the names, a line each")->callback([] { list_topologies(); });
  auto* show = command->add_subcommand("show", "one topology: its parameters, defaults and meaning");
  auto name = std::make_shared<std::string>();
  show->add_option("NAME", *name, "as `ebb topology list` prints it")->required();
  show->callback([name, &exit_code] { exit_code = show_topology(*name); });
}

}  // namespace ebb
