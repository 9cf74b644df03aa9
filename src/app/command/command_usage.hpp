// The layout of help texts, and explanations of typing errors with the nearest valid word.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "base/problem.hpp"

namespace ebb::inline app {

/// Usage line, arguments, options and commands in two columns; the examples at the end.
class HelpText : public CLI::Formatter {
 public:
  HelpText();
  std::string make_description(const CLI::App* command) const override;
  std::string make_option_opts(const CLI::Option* option) const override;
};

/// The name of an option's value in the help: "FILE", "N"; never a type name of the library.
std::string type_word(const CLI::Option& option);

/// Explains why `app` cannot parse `args` (the words after the program's name).
Problem explain(const CLI::App& app, const std::vector<std::string>& args, const CLI::ParseError& error);

}  // namespace ebb::inline app
