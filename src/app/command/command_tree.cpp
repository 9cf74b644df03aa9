#include "app/command/command_tree.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <optional>

#include "base/parsed_number.hpp"

namespace ebb::inline app {
namespace {

/// Refuses empty values: an unset variable of a script must not count as "not given".
std::string a_word(const std::string& value) { return value.empty() ? "is empty" : ""; }

}  // namespace

Option* Option::required() {
  option_.required();
  return this;
}

Option* Option::type_name(const std::string& name) {
  option_.type_name(name);
  return this;
}

Option* Option::check(const Check& check) {
  option_.check(check);
  return this;
}

Option* Option::expected(int number) {
  option_.expected(number);
  return this;
}

Option* Option::expected(int least, int most) {
  option_.expected(least, most);
  return this;
}

Option* Option::allow_extra_args(bool allowed) {
  option_.allow_extra_args(allowed);
  return this;
}

Option* Option::excludes(Option* other) {
  option_.excludes(&other->option_);
  return this;
}

Option* Option::needs(Option* other) {
  option_.needs(&other->option_);
  return this;
}

Command* Command::add_subcommand(const std::string& name, const std::string& about) {
  commands_.emplace_back(name, std::make_unique<Command>(*app_.add_subcommand(name, about)));
  return commands_.back().second.get();
}

Command* Command::subcommand(std::string_view name) const {
  for (const auto& [known, command] : commands_)
    if (known == name) return command.get();
  return nullptr;
}

void Command::require_subcommand() { app_.require_subcommand(1); }
void Command::hide() { app_.group(""); }
void Command::footer(const std::string& text) { app_.footer(text); }
bool Command::parsed() const { return app_.parsed(); }
void Command::callback(std::function<void()> work) { app_.callback(std::move(work)); }
void Command::refuse_without(const std::string& argument) { throw CLI::RequiredError(argument); }

Option* Command::keep(CLI::Option* option) {
  options_.push_back(std::make_unique<Option>(*option));
  return options_.back().get();
}

Option* Command::add_flag(const std::string& names, bool& given, const std::string& help) {
  return keep(app_.add_flag(names, given, help));
}

Option* Command::add_option(const std::string& names, std::string& value, const std::string& help) {
  return keep(app_.add_option(names, value, help))->check(a_word);
}

Option* Command::add_option(const std::string& names, std::vector<std::string>& values,
                            const std::string& help) {
  return keep(app_.add_option(names, values, help))->check(a_word);
}

Option* Command::add_option(const std::string& names, int& value, const std::string& help) {
  return keep(app_.add_option(names, value, help))->check(a_word);
}

Option* Command::add_option(const std::string& names, std::uint64_t& value, const std::string& help) {
  return keep(app_.add_option(names, value, help))->check(a_word);
}

Option* Command::add_option(const std::string& names, std::int64_t& value, const std::string& help) {
  return keep(app_.add_option(names, value, help))->check(a_word);
}

Option* Command::add_option(const std::string& names, double& value, const std::string& help) {
  return keep(app_.add_option(names, value, help))->check(a_word);
}

namespace {

template <class T>
Check between(T least, T most, const char* what) {
  return [=](const std::string& text) -> std::string {
    const auto number = parsed_number<T>(text);
    if (number && *number >= least && *number <= most) return "";
    return fmt::format("is \"{}\", but must be {} from {} to {}", text, what, least, most);
  };
}

}  // namespace

Check whole_number(std::int64_t least, std::int64_t most) { return between(least, most, "a whole number"); }

Check number_between(double least, double most) { return between(least, most, "a number"); }

Check one_of(const std::vector<std::string>& words) {
  return [words](const std::string& text) -> std::string {
    if (std::find(words.begin(), words.end(), text) != words.end()) return "";
    return fmt::format("is \"{}\", but must be one of: {}", text, fmt::join(words, ", "));
  };
}

}  // namespace ebb::inline app
