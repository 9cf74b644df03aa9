#include "tasks/plan/export_task.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/problem.hpp"
#include "base/spelling.hpp"
#include "catalogue/topologies.hpp"
#include "experiment/device/link_rates.hpp"
#include "experiment/read/configuration.hpp"
#include "network/network.hpp"
#include "report/network/network_export.hpp"
#include "topology/file/file_formats.hpp"
#include "topology/file/read_network.hpp"
#include "topology/topology.hpp"

namespace ebb::inline tasks {
namespace {

/// No other program reads larger files.
constexpr std::int64_t most_exported_ports = 4'000'000;

Result<NetworkFormat> format_of(const std::string& name) {
  const auto names = names_of(NetworkFormat{});
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<NetworkFormat>(found - names.begin());
  return Problem{"--as", fmt::format("there is no format \"{}\"", name),
                 name_hint(name, {names.begin(), names.end()})};
}

/// Uses [topology] and [cables] only, so any run, plan or fabric file works.
Result<Network> read_network(const NetworkExportOptions& options) {
  auto file = Configuration::read(options.file, options.settings);
  if (!file) return file.problems();
  const auto topology = file->named_section("topology", topologies());
  Cables cables;
  read_cables(*file, topology.get(), cables);
  if (Problems problems = file->finish(); !problems.empty()) return problems;
  if (const std::int64_t ports = topology->facts().ports_used; ports > most_exported_ports) {
    file->add_problems(
        "topology",
        {{"name",
          fmt::format("has {} ports, but an exported network has {} at most", ports, most_exported_ports),
          "export a smaller network of the same kind"}});
    return file->finish();
  }
  return topology->build(cables);
}

/// Other programs may read a file that ebb refuses.
std::string notice_if_too_large(std::size_t bytes, NetworkFormat format) {
  const bool json = format == NetworkFormat::json;
  const std::size_t most = json ? largest_node_link_file : largest_network_file;
  if ((!json && format != NetworkFormat::graphml) || bytes <= most) return {};
  return fmt::format(
      "this file has {} MB; ebb itself reads {} files of up to {} MB{}\n", bytes >> 20, name_of(format),
      most >> 20,
      json ? "; --as graphml writes a smaller file, and ebb reads larger ones of that format" : "");
}

}  // namespace

Result<ExportedNetwork> export_file(const NetworkExportOptions& options) {
  const auto format = format_of(options.format);
  if (!format) return format.problems();
  const auto network = read_network(options);
  if (!network) return network.problems();
  ExportedNetwork exported;
  exported.text = export_network(*network, *format, std::filesystem::path(options.file).stem().string());
  exported.notice = notice_if_too_large(exported.text.size(), *format);
  return exported;
}

}  // namespace ebb::inline tasks
