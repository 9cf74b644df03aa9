#include "app/command/command_usage.hpp"

#include <fmt/core.h>

#include <cctype>
#include <utility>

#include "app/command/command_options.hpp"
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

/// True when a word is a value and not an option: "-3".
bool is_number(const std::string& word) {
  return word.size() > 1 && word[0] == '-' &&
         (std::isdigit(static_cast<unsigned char>(word[1])) || word[1] == '.');
}

std::string_view after(std::string_view text, std::string_view mark) {
  const std::size_t at = text.find(mark);
  return at == text.npos ? std::string_view{} : text.substr(at + mark.size());
}

std::string_view before(std::string_view text, std::string_view mark) {
  return text.substr(0, text.find(mark));
}

/// The name of an option's value in the help.
std::string taken(const CLI::App& command, std::string_view option) {
  const CLI::Option* found = command.get_option_no_throw(std::string(option));
  return found ? type_word(*found) : "a value";
}

/// Only numbers are converted. The type "N" does not help a user who typed "1e9".
std::string number_word(const std::string& word) {
  return word == "N" || word == "ROW" ? "a whole number, like 16384," : word;
}

/// The first word that nothing takes.
std::string_view first_extra(std::string_view text) { return before(after(text, "expected: "), " "); }

/// The option that the word is nearly the name of, its dashes forgotten. Empty when there is none.
std::string option_hint(const CLI::App& command, const std::string& word) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    names.insert(names.end(), option->get_lnames().begin(), option->get_lnames().end());
  const std::string name = nearest(word, names);
  if (name.empty()) return "";
  return command.get_option("--" + name)->get_type_size() == 0
             ? fmt::format("did you mean --{}?", name)
             : fmt::format("write a value after its option: --{} {}", name, word);
}

/// Rewrites an error of the parser library.
std::string in_own_words(const CLI::App& command, const CLI::ParseError& error) {
  const std::string text = error.what();
  if (dynamic_cast<const CLI::RequiredError*>(&error))
    return fmt::format("{} is missing", before(text, " is required"));
  if (dynamic_cast<const CLI::ExtrasError*>(&error))
    return fmt::format("takes no argument \"{}\"", first_extra(text));
  if (dynamic_cast<const CLI::ExcludesError*>(&error))
    return fmt::format("{} and {} do not go together", before(text, " excludes "), after(text, " excludes "));
  if (dynamic_cast<const CLI::RequiresError*>(&error))
    return fmt::format("{} needs {} beside it", before(text, " requires "), after(text, " requires "));
  if (dynamic_cast<const CLI::ConversionError*>(&error))
    return fmt::format("{} is \"{}\", but {} is expected", before(after(text, "convert: "), " = "),
                       after(text, " = "),
                       number_word(taken(command, before(after(text, "convert: "), " = "))));
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error)) {
    const std::string_view name = before(text, ": ");
    if (const std::string_view least = before(after(text, "At least "), " required"); !least.empty())
      return fmt::format("{} must be {} or more", name, least);
    return fmt::format("{} needs {} after it", name, taken(command, name));
  }
  return text;  // a check of our own
}

}  // namespace

std::string type_word(const CLI::Option& option) {
  const std::string name = option.get_type_name();
  for (const auto& [theirs, ours] :
       {std::pair{"TEXT", "WORD"}, {"UINT", "N"}, {"INT", "N"}, {"FLOAT", "NUMBER"}})
    if (name == theirs) return ours;
  return name;
}

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
  return option->get_type_size() == 0 ? "" : " " + type_word(*option);
}

Problem explain(const CLI::App& app, const std::vector<std::string>& args, const CLI::ParseError& error) {
  const CLI::App* command = &app;
  std::string called = app.get_name();
  for (const std::string& arg : args) {
    if (arg == "--") break;
    if (arg.size() > 1 && arg[0] == '-' && !is_number(arg)) {
      const std::string name = arg.starts_with("--") ? arg.substr(0, arg.find('=')) : arg.substr(0, 2);
      if (name == "--plugin" && command != &app)
        return {called, "write --plugin before the command",
                fmt::format("write: ebb --plugin FILE {} …", called.substr(called.find(' ') + 1))};
      if (!has_option(*command, name))
        if (const std::string why =
                command == &app ? "" : why_without(called.substr(called.find(' ') + 1), name);
            !why.empty())
          return {called, fmt::format("has no {}: {}", name, why), fmt::format("see `{} --help`", called)};
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
  const std::string help = fmt::format("see `{} --help`", called);
  if (dynamic_cast<const CLI::ExtrasError*>(&error))
    if (const std::string hint = option_hint(*command, std::string(first_extra(error.what()))); !hint.empty())
      return {called, in_own_words(*command, error), fmt::format("{}; {}", hint, help)};
  return {called, in_own_words(*command, error), help};
}

}  // namespace ebb::inline app
