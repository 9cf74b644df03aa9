#include "app/command/command_pages.hpp"

#include <CLI/CLI.hpp>

#include "app/command/command_usage.hpp"

namespace ebb::inline app {
namespace {

OptionPage page_of(const CLI::Option& option) {
  OptionPage page;
  page.help = option.get_description();
  page.is_argument = option.get_positional();
  if (page.is_argument) {
    page.names.push_back(option.get_name(true));
    return page;
  }
  for (const std::string& name : option.get_snames()) page.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) page.names.push_back("--" + name);
  if (option.get_type_size() != 0) page.takes = type_word(option);
  return page;
}

void add_pages(const CLI::App& command, const std::string& path, std::vector<CommandPage>& pages) {
  CommandPage page{path, command.get_description(), {}, {}, command.get_footer()};
  for (const CLI::Option* option : command.get_options()) page.options.push_back(page_of(*option));
  std::vector<const CLI::App*> below;
  for (const CLI::App* sub : command.get_subcommands({}))
    if (!sub->get_group().empty()) below.push_back(sub);
  for (const CLI::App* sub : below) page.commands.push_back(sub->get_name());
  pages.push_back(std::move(page));
  for (const CLI::App* sub : below) add_pages(*sub, path + " " + sub->get_name(), pages);
}

}  // namespace

std::vector<CommandPage> command_pages(const CLI::App& program) {
  std::vector<CommandPage> pages;
  add_pages(program, program.get_name(), pages);
  return pages;
}

}  // namespace ebb::inline app
