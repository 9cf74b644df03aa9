#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "report/commands/command_page.hpp"

namespace ebb::inline report {
namespace {

/// Quotes any text as a shell word.
std::string shell_word(std::string_view text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::vector<std::string> option_names(const CommandPage& page) {
  std::vector<std::string> names;
  for (const OptionPage& option : page.options)
    if (!option.is_argument) names.insert(names.end(), option.names.begin(), option.names.end());
  return names;
}

/// `ebb KIND show NAME` completes with what `ebb KIND list` prints.
bool shows_what_is_listed(const CommandPage& page, const std::vector<CommandPage>& pages) {
  if (page.name() != "show") return false;
  const std::string list = page.path.substr(0, page.path.rfind(' ')) + " list";
  return std::any_of(pages.begin(), pages.end(), [&](const CommandPage& p) { return p.path == list; });
}

std::string listing(const CommandPage& page) {
  return page.path.substr(0, page.path.rfind(' ')) + " list 2>/dev/null | cut -d' ' -f1";
}

/// The paths of all commands but the program, as patterns of a shell's `case`.
std::string known_paths(const std::vector<CommandPage>& pages) {
  std::vector<std::string> paths;
  for (std::size_t i = 1; i < pages.size(); ++i) paths.push_back(shell_word(pages[i].path));
  return fmt::format("{}", fmt::join(paths, " | \\\n      "));
}

std::string bash(const std::vector<CommandPage>& pages) {
  std::string cases;
  for (const CommandPage& page : pages) {
    std::vector<std::string> words = page.commands;
    for (std::string& name : option_names(page)) words.push_back(std::move(name));
    const std::string more = shows_what_is_listed(page, pages) ? fmt::format(" $({})", listing(page)) : "";
    cases += fmt::format("    {}) all=\"{}{}\" ;;\n", shell_word(page.path), fmt::join(words, " "), more);
  }
  return fmt::format(R"(# bash completion for ebb; `ebb docs completion bash` prints it.
_ebb() {{
  local at=ebb word all="" now="${{COMP_WORDS[COMP_CWORD]}}"
  for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
    case "$at $word" in
      {}) at="$at $word" ;;
    esac
  done
  case "$at" in
{}  esac
  mapfile -t COMPREPLY < <(compgen -W "$all" -- "$now")
}}
complete -o default -F _ebb ebb
)",
                     known_paths(pages), cases);
}

const CommandPage& below(const std::vector<CommandPage>& pages, const std::string& path) {
  return *std::find_if(pages.begin(), pages.end(), [&](const CommandPage& p) { return p.path == path; });
}

std::string zsh_word(std::string_view name, std::string text) {
  for (std::size_t at = 0; (at = text.find(':', at)) != std::string::npos; at += 2) text.insert(at, "\\");
  return shell_word(fmt::format("{}:{}", name, text));
}

std::string zsh(const std::vector<CommandPage>& pages) {
  std::string cases;
  for (const CommandPage& page : pages) {
    cases += fmt::format("  {}) all=(\n", shell_word(page.path));
    for (const std::string& name : page.commands)
      cases += "    " + zsh_word(name, below(pages, page.path + " " + name).about) + "\n";
    for (const OptionPage& option : page.options)
      for (const std::string& name : option.names)
        if (!option.is_argument) cases += "    " + zsh_word(name, option.help) + "\n";
    if (shows_what_is_listed(page, pages)) cases += fmt::format("    $({})\n", listing(page));
    cases += "  ) ;;\n";
  }
  return fmt::format(R"(#compdef ebb
# zsh completion for ebb; `ebb docs completion zsh` prints it.
local at=ebb word
local -a all
for word in ${{words[2,CURRENT-1]}}; do
  case "$at $word" in
    {}) at="$at $word" ;;
  esac
done
case "$at" in
{}esac
_describe -o ebb all
_files
)",
                     known_paths(pages), cases);
}

std::string fish_option(const CommandPage& page, const OptionPage& option) {
  std::string line = fmt::format("complete -c ebb -n '__ebb_at {}'", page.path);
  for (const std::string& name : option.names)
    line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  return fmt::format("{}{} -d {}\n", line, option.takes.empty() ? "" : " -r", shell_word(option.help));
}

std::string fish(const std::vector<CommandPage>& pages) {
  std::string lines;
  for (const CommandPage& page : pages) {
    for (const std::string& name : page.commands)
      lines += fmt::format("complete -c ebb -n '__ebb_at {}' -a {} -d {}\n", page.path, name,
                           shell_word(below(pages, page.path + " " + name).about));
    for (const OptionPage& option : page.options)
      if (!option.is_argument) lines += fish_option(page, option);
    if (shows_what_is_listed(page, pages))
      lines += fmt::format("complete -c ebb -n '__ebb_at {}' -a \"({})\"\n", page.path, listing(page));
  }
  std::string paths;
  for (std::size_t i = 1; i < pages.size(); ++i) paths += " " + shell_word(pages[i].path);
  return fmt::format(R"(# fish completion for ebb; `ebb docs completion fish` prints it.
function __ebb_at
  set -l at ebb
  for word in (commandline -opc)[2..-1]
    contains -- "$at $word"{} && set at "$at $word"
  end
  test "$at" = "$argv"
end
{})",
                     paths, lines);
}

}  // namespace

std::string completion(const std::vector<CommandPage>& pages, const std::string& shell) {
  if (shell == "zsh") return zsh(pages);
  return shell == "fish" ? fish(pages) : bash(pages);
}

}  // namespace ebb::inline report
