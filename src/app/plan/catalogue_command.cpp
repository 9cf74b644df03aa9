#include "app/plan/catalogue_command.hpp"

#include <fmt/core.h>

#include <memory>

#include "app/output/output_format.hpp"
#include "report/document/render.hpp"
#include "tasks/plan/catalogue_listing.hpp"

namespace ebb::inline app {

void add_catalogue_command(Command& app, int& exit_code, const std::string& kind, const std::string& what) {
  const auto all = std::make_shared<const std::vector<CatalogueSection>>(catalogues_of(kind));
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
