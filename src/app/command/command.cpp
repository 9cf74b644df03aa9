#include "app/command/command.hpp"

#include <fmt/core.h>

#include <memory>
#include <set>
#include <string>
#include <utility>

#include "app/output/say.hpp"
#include "tasks/study/study_options.hpp"

namespace ebb::inline app {
namespace {

/// Prints each notice once, however often a job reads a file, and only in the first of several processes.
NoticeListener notice_printer() {
  return [said = std::make_shared<std::set<std::string>>()](const std::string& notice) {
    if (said->insert(notice).second && allocation().rank == 0) say("{}\n", notice);
  };
}

}  // namespace

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

void add_set_option(Command& command, Settings& settings) {
  settings.on_notice = notice_printer();
  std::vector<std::string>& texts = settings;
  command.add_option(set_option, texts, "section.key=value instead of what the file says; repeatable")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);  // or it would take the file's name too
}

}  // namespace ebb::inline app
