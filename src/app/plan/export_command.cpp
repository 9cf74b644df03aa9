#include "app/plan/export_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "app/output/output_format.hpp"
#include "app/output/say.hpp"
#include "base/spelling.hpp"
#include "catalogue/topologies.hpp"
#include "experiment/device/link_rates.hpp"
#include "report/network/network_export.hpp"
#include "topology/file/node_link_file.hpp"
#include "topology/file/read_network.hpp"

namespace ebb::inline app {
namespace {

struct ExportArguments {
  std::string file, format;
  std::vector<std::string> settings;
};

/// No program reads larger files.
constexpr std::int64_t most_exported_ports = 4'000'000;

Result<NetworkFormat> format_of(const std::string& name) {
  const auto names = names_of(NetworkFormat{});
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<NetworkFormat>(found - names.begin());
  return Problem{"--as", fmt::format("there is no format \"{}\"", name),
                 name_hint(name, {names.begin(), names.end()})};
}

/// Uses [topology] and [cables] only, so any run, plan or fabric file works.
Result<Network> read_network(const ExportArguments& arguments) {
  auto file = Configuration::read(arguments.file, arguments.settings);
  if (!file) return file.problems();
  const auto topology = file->named_section("topology", topologies());
  Cables cables;
  read_cables(*file, topology.get(), cables);
  if (Problems problems = file->finish(); !problems.empty()) return problems;
  if (const std::int64_t ports = topology->facts().ports_used; ports > most_exported_ports) {
    file->add_problems("topology",
                       {{"name", fmt::format("has {} ports, too many to write them all down", ports),
                         "export a smaller network of the same kind"}});
    return file->finish();
  }
  return topology->build(cables);
}

/// Other programs may read a file that ebb refuses.
void say_if_too_large(std::size_t bytes, NetworkFormat format) {
  const bool json = format == NetworkFormat::json;
  const std::size_t most = json ? largest_node_link_file : largest_network_file;
  if ((json || format == NetworkFormat::graphml) && bytes > most)
    say("this is {} MB; ebb itself reads {} files of up to {} MB{}\n", bytes >> 20, name_of(format),
        most >> 20, json ? "; --as graphml has less to read, and more is allowed" : "");
}

int do_export(const ExportArguments& arguments) {
  const auto format = format_of(arguments.format);
  if (!format) return refuse(format.problems());
  const auto network = read_network(arguments);
  if (!network) return refuse(network.problems());
  const std::string text =
      export_network(*network, *format, std::filesystem::path(arguments.file).stem().string());
  fmt::print("{}", text);
  say_if_too_large(text.size(), *format);
  return succeeded;
}

}  // namespace

void add_export_command(Command& app, int& exit_code) {
  auto* command = app.add_subcommand("export", "a network for other programs (see docs/howto/networks.md)");
  add_examples(*command, {"ebb export mine.toml --as graphml -o mine.graphml",
                          "ebb export mine.toml --as dot | dot -Tsvg -o mine.svg",
                          "ebb export mine.toml --as mininet -o mine.py"});
  const auto arguments = std::make_shared<ExportArguments>();
  command->add_option("FILE", arguments->file, "a TOML file with [topology]: a run, a plan")->required();
  command->add_option("--as", arguments->format, "graphml, dot, mininet or json (NetworkX's node-link data)")
      ->type_name("FORMAT")
      ->required();
  add_set_option(*command, arguments->settings);
  command->callback([arguments, &exit_code] { exit_code = do_export(*arguments); });
}

}  // namespace ebb::inline app
