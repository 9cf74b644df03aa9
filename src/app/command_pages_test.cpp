#include "app/command_pages.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "app/command_line.hpp"

namespace ebb::inline app {
namespace {
using testing::HasSubstr;

std::string printed_by(std::vector<std::string> args) {
  std::vector<const char*> words{"ebb"};
  for (const std::string& arg : args) words.push_back(arg.c_str());
  testing::internal::CaptureStdout();
  run_command_line(static_cast<int>(words.size()), words.data());
  return testing::internal::GetCapturedStdout();
}

/// The commands that the help lists, and those below them, as words after "ebb".
void add_commands_of_help(std::vector<std::string> command, std::vector<std::vector<std::string>>& all) {
  auto args = command;
  args.push_back("--help");
  std::istringstream help(printed_by(args));
  bool listed = false;
  for (std::string line; std::getline(help, line);) {
    if (line.starts_with("Commands:") || line.starts_with("COMMANDS:") || line.starts_with("Subcommands:"))
      listed = true;
    else if (line.empty())
      listed = false;
    else if (listed && line.starts_with("  ") && line[2] != ' ') {
      auto below = command;
      below.push_back(line.substr(2, line.find(' ', 2) - 2));
      all.push_back(below);
      add_commands_of_help(below, all);
    }
  }
}

std::vector<std::string> paths_of_help() {
  std::vector<std::vector<std::string>> all;
  add_commands_of_help({}, all);
  std::vector<std::string> paths;
  for (const auto& words : all) {
    std::string path = "ebb";
    for (const std::string& word : words) path += " " + word;
    paths.push_back(path);
  }
  return paths;
}

TEST(CommandPages, TheManPageKnowsEveryCommand) {
  const auto paths = paths_of_help();
  EXPECT_GT(paths.size(), 30u);
  const std::string page = printed_by({"docs", "man"});
  for (std::string path : paths) {
    for (std::size_t at = 0; (at = path.find('-', at)) != std::string::npos; at += 2) path.insert(at, "\\");
    EXPECT_THAT(page, HasSubstr("\n.SS " + path + "\n"));
  }
  EXPECT_THAT(page, HasSubstr(".SH NAME\nebb \\- networks whose power"));
  EXPECT_THAT(page, HasSubstr("EBB_DEVICES"));
  EXPECT_THAT(page, HasSubstr("\\-\\-plugin\\fR \\fIFILE"));
}

TEST(CommandPages, EveryShellKnowsEveryCommand) {
  const auto paths = paths_of_help();
  for (const char* shell : {"bash", "zsh", "fish"}) {
    const std::string text = printed_by({"docs", "completion", shell});
    for (const std::string& path : paths) EXPECT_THAT(text, HasSubstr("'" + path + "'")) << shell;
  }
}

TEST(CommandPages, TextsThatRoffAndShellsWouldReadAsTheirOwnAreMarked) {
  const std::vector<CommandPage> pages{
      {"ebb", "ebb: a: b", {}, {"it"}, ""},
      {"ebb it", "'quoted'", {{{"-o", "--out"}, "DIR", ".dot \\ it's", false}}, {}, ""}};
  EXPECT_THAT(man_page(pages, "1"), HasSubstr("\n\\&'quoted'\n"));
  EXPECT_THAT(man_page(pages, "1"), HasSubstr("\n\\&.dot \\e it's\n"));
  EXPECT_THAT(completion(pages, "zsh"), HasSubstr("'--out:.dot \\ it'\\''s'"));
  EXPECT_THAT(completion(pages, "fish"), HasSubstr("-s o -l out -r -d '.dot \\ it'\\''s'"));
}

}  // namespace
}  // namespace ebb::inline app
