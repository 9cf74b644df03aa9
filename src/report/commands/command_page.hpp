// The tree of commands as plain text, and what is made of it: the man page, a reference page, shell
// completions.
#pragma once

#include <string>
#include <vector>

namespace ebb::inline report {

struct OptionPage {
  std::vector<std::string> names;  ///< "-o", "--output"; of an argument its name, "FILE"
  std::string takes;               ///< "DIR"; empty for a flag or an argument
  std::string help;
  bool is_argument = false;
};

struct CommandPage {
  std::string path;  ///< "ebb plan compare"
  std::string about;
  std::vector<OptionPage> options;
  std::vector<std::string> commands;  ///< the names of its subcommands, in their order
  std::string footer;

  std::string name() const { return path.substr(path.rfind(' ') + 1); }
};

/// The man page, for `man -l` and man1/.
std::string man_page(const std::vector<CommandPage>& pages, const std::string& version);

/// docs/reference/commands.md: every command with its options, as Markdown.
std::string commands_reference(const std::vector<CommandPage>& pages);

/// A completion for "bash", "zsh" or "fish".
std::string completion(const std::vector<CommandPage>& pages, const std::string& shell);

}  // namespace ebb::inline report
