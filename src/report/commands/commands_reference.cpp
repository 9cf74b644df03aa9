#include <fmt/core.h>
#include <fmt/ranges.h>

#include "report/commands/command_page.hpp"

namespace ebb::inline report {
namespace {

/// A bar would end the cell of a Markdown table, and < begin a tag.
std::string markdown_cell(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '|' ? "\\|" : c == '<' ? "&lt;" : std::string(1, c);
  return out;
}

std::string command_section(const CommandPage& page) {
  std::string text = fmt::format("\n## {}\n\n{}\n", page.path, markdown_cell(page.about));
  if (!page.options.empty()) text += "\n| option | |\n|---|---|\n";
  for (const OptionPage& o : page.options)
    text += fmt::format("| `{}{}{}` | {} |\n", markdown_cell(fmt::format("{}", fmt::join(o.names, ", "))),
                        o.takes.empty() ? "" : " ", markdown_cell(o.takes), markdown_cell(o.help));
  if (!page.footer.empty()) text += fmt::format("\n```\n{}\n```\n", page.footer);
  return text;
}

}  // namespace

std::string commands_reference(const std::vector<CommandPage>& pages) {
  std::string text;
  for (const CommandPage& page : pages) text += command_section(page);
  return text.substr(1);
}

}  // namespace ebb::inline report
