#include "app/usage.hpp"

#include <fmt/core.h>

#include "base/spelling.hpp"

namespace ebb::inline app {
namespace {

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

std::vector<std::string> command_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::App* sub : command.get_subcommands({}))
    if (!sub->get_group().empty()) names.push_back(sub->get_name());
  return names;
}

bool has_option(const CLI::App& command, const std::string& name) {
  return command.get_option_no_throw(name) != nullptr;
}

const CLI::App* subcommand(const CLI::App& command, const std::string& name) {
  for (const CLI::App* sub : command.get_subcommands({}))
    if (sub->check_name(name)) return sub;
  return nullptr;
}

}  // namespace

HelpText::HelpText() {
  column_width(26);
  label("SUBCOMMAND", "COMMAND");
  label("Positionals", "Arguments");
}

std::string HelpText::make_description(const CLI::App* command) const {
  return command->get_description() + "\n\n";
}

std::string HelpText::make_option_opts(const CLI::Option* option) const {
  if (option->get_positional()) return "";
  if (!option->get_option_text().empty()) return " " + option->get_option_text();
  return option->get_type_size() == 0 ? "" : " " + option->get_type_name();
}

Problem explain(const CLI::App& app, const std::vector<std::string>& args, const CLI::ParseError& error) {
  const CLI::App* command = &app;
  std::string called = app.get_name();
  for (const std::string& arg : args) {
    if (arg == "--") break;
    if (arg.size() > 1 && arg[0] == '-') {
      const std::string name = arg.starts_with("--") ? arg.substr(0, arg.find('=')) : arg.substr(0, 2);
      if (name == "--plugin" && command != &app)
        return {called, "--plugin stands before the command",
                fmt::format("write: ebb --plugin FILE {} …", called.substr(called.find(' ') + 1))};
      if (!has_option(*command, name))
        return {called, fmt::format("there is no option {}", name), name_hint(name, option_names(*command))};
      continue;
    }
    if (const CLI::App* sub = subcommand(*command, arg)) {
      command = sub;
      called += " " + arg;
    } else if (command->get_require_subcommand_min() > 0) {
      return {called, fmt::format("there is no command \"{}\"", arg),
              name_hint(arg, command_names(*command))};
    }
  }
  if (command->get_require_subcommand_min() > 0)
    return {called, "a command is missing", name_hint("", command_names(*command))};
  return {called, error.what(), fmt::format("see `{} --help`", called)};
}

}  // namespace ebb::inline app
