#include "app/command/command_pages.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

#include "app/command/command_line.hpp"
#include "app/command/command_options.hpp"
#include "base/folder_testing.hpp"

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

/// The commands that the help lists, and their subcommands, as words after "ebb".
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

TEST(CommandPages, TheReferenceKnowsEveryCommand) {
  const std::string page = printed_by({"docs", "commands"});
  for (const std::string& path : paths_of_help()) EXPECT_THAT(page, HasSubstr("\n## " + path + "\n"));
  EXPECT_THAT(page, HasSubstr("| `--plugin FILE` | "));
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

/// The options of a command, as its help names them: "-o", "--json".
std::set<std::string> options_of(const std::string& path) {
  std::istringstream words(path.substr(4) + " --help");
  const std::vector<std::string> args{std::istream_iterator<std::string>(words), {}};
  std::istringstream help(printed_by(args));
  std::set<std::string> names;
  for (std::string line; std::getline(help, line);) {
    if (!line.starts_with("  -")) continue;
    std::string name = line.substr(2, line.find(' ', 2) - 2);
    if (const std::size_t comma = name.find(','); comma != name.npos)
      names.insert(name.substr(0, comma)), name = name.substr(comma + 1);
    names.insert(name);
  }
  return names;
}

bool leads_on(const std::vector<std::string>& paths, const std::string& path) {
  return std::any_of(paths.begin(), paths.end(),
                     [&](const std::string& p) { return p.starts_with(path + " "); });
}

/// All commands have the same options, with the exceptions listed here.
TEST(CommandPages, EveryCommandHasTheSameOptions) {
  const std::set<std::string> one_format{
      "ebb device new",
      "ebb docs config",
      "ebb docs man",
      "ebb plot",
      "ebb docs completion bash",
      "ebb docs completion zsh",
      "ebb dmp",
      "ebb docs completion fish",  // these print one kind of file, or a line
      "ebb fabric verify",
      "ebb export",
      "ebb agent record"};
  const std::set<std::string> knows_stores{"ebb run",      "ebb sweep", "ebb compare-policies",
                                           "ebb frontier", "ebb rerun", "ebb report",
                                           "ebb plot",     "ebb serve"};
  const auto paths = paths_of_help();
  for (const std::string& path : paths) {
    if (leads_on(paths, path)) continue;
    SCOPED_TRACE(path);
    const std::string command = path.substr(4);
    const auto options = options_of(path);
    const bool formats = !acts_only(command) && !one_format.contains(path) && !path.starts_with("ebb docs");
    for (const char* format : {"--json", "--csv", "--markdown"})
      EXPECT_EQ(options.count(format), formats) << format;
    EXPECT_EQ(options.count("-o"), !acts_only(command));
    EXPECT_EQ(options.count("-q"), !acts_only(command) || path == "ebb agent");
    const bool draws_itself = path == "ebb trace make";  // it reads no file whose run.seed could be set
    EXPECT_EQ(options.count("--seed"), draws_by_seed(command) || draws_itself);
    EXPECT_TRUE(!draws_by_seed(command) || options.contains("--set"));
    EXPECT_EQ(options.count("--store"), knows_stores.contains(path) || path.starts_with("ebb results "));
  }
}

TEST(CommandPages, NoHelpHasAWordOfTheLibrarys) {
  for (const std::string& path : paths_of_help()) {
    std::istringstream words(path.substr(4) + " --help");
    const std::string help = printed_by({std::istream_iterator<std::string>(words), {}});
    for (const char* word : {" TEXT", " INT ", " UINT ", " FLOAT ", "REQUIRED", "Positionals", "Excludes:"})
      EXPECT_THAT(help, testing::Not(HasSubstr(word))) << path;
  }
}

TEST(CommandPages, WhatIsPrintedGoesIntoTheFileThatIsNamed) {
  const TestFolder folder;
  const std::string file = (folder.path / "list.json").string();
  EXPECT_EQ(printed_by({"topology", "list", "--json", "-o", file}), "");
  std::ifstream in(file);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  EXPECT_EQ(text, printed_by({"topology", "list", "--json"}));
  EXPECT_THAT(text, HasSubstr("\"name\": \"flattened_butterfly\""));
}

TEST(CommandPages, ASlipDoesNotCostAConfiguration) {
  const TestFolder folder;
  const std::string file = folder.write("mine.toml", "precious = true\n");
  EXPECT_EQ(printed_by({"topology", "list", "-o", file}), "");
  std::ifstream in(file);
  EXPECT_EQ((std::string{std::istreambuf_iterator<char>(in), {}}), "precious = true\n");
}

}  // namespace
}  // namespace ebb::inline app
