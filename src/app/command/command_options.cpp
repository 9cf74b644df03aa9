#include "app/command/command_options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <string_view>

#include "base/whole_file.hpp"

namespace ebb::inline app {
namespace {

template <std::size_t n>
bool is_among(const std::array<std::string_view, n>& list, const std::string& path) {
  return std::find(list.begin(), list.end(), path) != list.end();
}

void add_to(CLI::App& command, const std::string& path, PrintedFile& printed) {
  const auto below = command.get_subcommands({});
  for (CLI::App* sub : below)
    add_to(*sub, path.empty() ? sub->get_name() : path + " " + sub->get_name(), printed);
  const bool prints = below.empty() || command.get_option_no_throw("--json");
  if (prints && !acts_only(path) && !command.get_option_no_throw("-o")) {
    const CLI::Option* force = command.get_option_no_throw("--force");
    if (!force) force = command.add_flag("--force")->description("replace the file of -o, if it is there");
    command
        .add_option_function<std::string>(
            "-o,--output",
            [&printed, force](const std::string& file) {
              const std::string wrong =
                  printed.begin(file, force->count() > 0 ? Existing::is_replaced : Existing::is_kept);
              if (!wrong.empty()) throw CLI::ValidationError("--output", wrong);
            },
            "print into this file instead of on the terminal")
        ->type_name("FILE")
        ->check([toml = path == "device new" || path == "plan size"](const std::string& file) {
          return check_printed_file(file, toml);
        });
  }
  if (prints && !acts_only(path) && !command.get_option_no_throw("-q"))
    command.add_flag("-q,--quiet")
        ->description("print results and problems only, as this command always does");
  if (draws_by_seed(path))  // only for the help: turn_seed_into_setting() has removed it
    command.add_option("--seed", "as --set run.seed=N: other traffic of the same kind")->type_name("N");
}

}  // namespace

bool acts_only(const std::string& path) {
  static constexpr std::array<std::string_view, 10> all{
      "agent",   "serve",      "lab up",     "lab down",      "lab exec",
      "lab mpi", "lab rounds", "lab kernel", "fabric deploy", "fabric rollback"};
  return is_among(all, path);
}

bool draws_by_seed(const std::string& path) {
  static constexpr std::array<std::string_view, 7> all{
      "run", "sweep", "compare-policies", "frontier", "check", "traffic measure", "trace record"};
  return is_among(all, path);
}

std::string why_without(const std::string& path, const std::string& option) {
  if (path == "reproduce" && (option == "--seed" || option == "--set" || option == "--store"))
    return "a reproduction runs what its paper says, with seeds of its own and nothing kept: take a file of "
           "examples/ and `ebb run` to change something";
  if (option == "--seed") return "nothing is random here";
  if (option == "--set") return "no configuration file is read here";
  if (option == "--store")
    return "no runs are kept or read here; `ebb run`, `ebb sweep` and `ebb results` do";
  if (option == "--json" || option == "--csv" || option == "--markdown")
    return "this command has one output format";
  return "";
}

void add_shared_options(CLI::App& program, PrintedFile& printed) {
  for (CLI::App* command : program.get_subcommands({})) add_to(*command, command->get_name(), printed);
}

void turn_seed_into_setting(std::vector<std::string>& args) {
  const auto is_for = [&](std::size_t words) {
    std::string path;
    for (std::size_t i = 0; i < std::min(words, args.size()); ++i) path += (i > 0 ? " " : "") + args[i];
    return draws_by_seed(path);
  };
  if (!is_for(1) && !is_for(2)) return;
  for (std::size_t i = 1; i < args.size() && args[i] != "--"; ++i) {
    constexpr std::string_view name = "--seed", joined = "--seed=";
    if (args[i] == name && i + 1 < args.size())
      args[i] = "--set", args[i + 1] = "run.seed=" + args[i + 1], ++i;
    else if (args[i].starts_with(joined))
      args[i] = "--set=run.seed=" + args[i].substr(joined.size());
  }
}

}  // namespace ebb::inline app
