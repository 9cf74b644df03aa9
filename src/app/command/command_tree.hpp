// Commands and their options, as the tree that the command line is parsed with. CLI11 does the parsing. Only
// files command_*.cpp include it: they are compiled as one group, because its headers take seconds.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace ebb::inline app {

/// Returns the problem with a typed word; empty if there is none.
using Check = std::function<std::string(const std::string&)>;

/// An option ("-o,--output"), or a positional argument ("FILE"). Each function returns the option, so that
/// calls can be chained.
class Option {
 public:
  explicit Option(CLI::Option& option) : option_(option) {}
  Option* required();
  Option* type_name(const std::string& name);  ///< name of its value in the help
  Option* check(const Check& check);           ///< applied to each of its words
  Option* expected(int number);                ///< number of words
  Option* expected(int least, int most);       ///< number of words; -1: any number
  Option* allow_extra_args(bool allowed);      ///< more than one word per occurrence
  Option* excludes(Option* other);
  Option* needs(Option* other);

 private:
  CLI::Option& option_;
};

class Command {
 public:
  explicit Command(CLI::App& app) : app_(app) {}
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  Command* add_subcommand(const std::string& name, const std::string& about);
  Command* subcommand(std::string_view name) const;  ///< null if there is none
  void require_subcommand();
  void hide();  ///< from the help
  void footer(const std::string& text);
  bool parsed() const;  ///< true when the command was called
  void callback(std::function<void()> work);
  /// For callbacks: reports that a required argument is missing.
  [[noreturn]] static void refuse_without(const std::string& argument);

  Option* add_flag(const std::string& names, bool& given, const std::string& help);
  Option* add_option(const std::string& names, std::string& value, const std::string& help);
  Option* add_option(const std::string& names, std::vector<std::string>& values, const std::string& help);
  Option* add_option(const std::string& names, int& value, const std::string& help);
  Option* add_option(const std::string& names, std::uint64_t& value, const std::string& help);
  Option* add_option(const std::string& names, std::int64_t& value, const std::string& help);
  Option* add_option(const std::string& names, double& value, const std::string& help);

 private:
  Option* keep(CLI::Option* option);

  CLI::App& app_;
  std::vector<std::pair<std::string, std::unique_ptr<Command>>> commands_;
  std::vector<std::unique_ptr<Option>> options_;
};

/// Accepts whole numbers from `least` to `most`.
Check whole_number(std::int64_t least, std::int64_t most);
Check number_between(double least, double most);
Check one_of(const std::vector<std::string>& words);

}  // namespace ebb::inline app
