#include "app/command/command.hpp"

#include <fmt/core.h>

#include <utility>

#include "app/output/say.hpp"

namespace ebb::inline app {

int refuse(Problems problems) {
  sort_by_place(problems);
  say("{}", to_text(problems));
  return bad_input;
}

int report_failure(Problems problems) { return refuse(std::move(problems)), failed; }

void add_examples(Command& command, const std::vector<std::string>& lines) {
  std::string footer = "Examples:";
  for (const std::string& line : lines) footer += "\n  " + line;
  command.footer(footer);
}

void add_set_option(Command& command, std::vector<std::string>& settings) {
  command.add_option("--set", settings, "section.key=value instead of what the file says; repeatable")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);  // or it would take the file's name too
}

}  // namespace ebb::inline app
