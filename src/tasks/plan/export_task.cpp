#include "tasks/plan/export_task.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <utility>

#include "base/problem.hpp"
#include "base/spelling.hpp"
#include "catalogue/topologies.hpp"
#include "experiment/device/link_rates.hpp"
#include "experiment/read/configuration.hpp"
#include "experiment/read/plan_config.hpp"
#include "network/network.hpp"
#include "planner/capex.hpp"
#include "report/document/render.hpp"
#include "report/document/table.hpp"
#include "report/network/cable_list.hpp"
#include "report/network/exported_parts.hpp"
#include "report/network/network_export.hpp"
#include "report/plan/plan_report.hpp"
#include "report/plan/plan_summary.hpp"
#include "results/capex.hpp"
#include "results/cell.hpp"
#include "topology/file/file_formats.hpp"
#include "topology/file/read_network.hpp"
#include "topology/topology.hpp"

namespace ebb::inline tasks {
namespace {

/// No other program reads larger files.
constexpr std::int64_t most_exported_ports = 4'000'000;
constexpr std::string_view parts_format = "parts";

Result<NetworkFormat> format_of(const std::string& name) {
  constexpr auto names = names_of(NetworkFormat{});
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<NetworkFormat>(found - names.begin());
  return Problem{"--as", fmt::format("there is no format \"{}\"", name), name_hint(name, [&] {
                   std::vector<std::string> all{names.begin(), names.end()};
                   all.emplace_back(parts_format);
                   return all;
                 }())};
}

/// Devices with their prices, then cables by length.
Result<ExportedNetwork> bill_of_materials(const NetworkExportOptions& options, const Network& network) {
  const auto plan = read_plan(options.file, options.settings);
  if (!plan) return plan.problems();
  Table bill = priced_parts(capex_of(*plan));
  const Table lengths = cable_lengths(network);
  for (const auto& row : lengths.rows)
    bill.add({fmt::format("{} cables", csv_field(row[1])),
              fmt::format("{}, {}, {} m", csv_field(row[2]), csv_field(row[0]), csv_field(row[3])), row[4],
              Cell(), Cell(), Cell(), Cell(), "", "derived",
              "racks of 40 devices in rows of 20, 0.6 m and 3 m apart, 2 m to the tray"});
  return ExportedNetwork{to_csv(bill), ""};
}

/// Copper that does not reach is found when it is ordered, at the latest.
std::string notice_of_copper(const Network& network) {
  const std::int64_t count = too_long_copper(network);
  return count == 0 ? ""
                    : fmt::format(
                          "{} copper cables are longer than 5 m, which passive copper does not reach: "
                          "topology.local_medium, cables.host_medium\n",
                          count);
}

/// Options that do not go together.
Problems check_detail(const NetworkExportOptions& options) {
  Problems problems;
  const bool list = options.format == parts_format || options.format == "mininet";
  if (options.switches && options.groups)
    problems.push_back({"--groups", "cannot be given with --switches", "groups have no hosts either"});
  if ((options.switches && list) || (options.groups && (list || options.format == "cables")))
    problems.push_back({options.groups ? "--groups" : "--switches",
                        fmt::format("has no effect on --as {}", options.format), "leave it out"});
  return problems;
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
  const bool parts = options.format == parts_format;
  const auto format = parts ? Result<NetworkFormat>(NetworkFormat::cables) : format_of(options.format);
  if (!format) return format.problems();
  if (Problems problems = check_detail(options); !problems.empty()) return problems;
  const auto network = read_network(options);
  if (!network) return network.problems();
  ExportedNetwork exported;
  if (parts) {
    auto bill = bill_of_materials(options, *network);
    if (!bill) return bill.problems();
    exported = std::move(*bill);
  } else {
    exported.text = export_network(*network, *format, std::filesystem::path(options.file).stem().string(),
                                   options.groups     ? ExportDetail::groups
                                   : options.switches ? ExportDetail::switches
                                                      : ExportDetail::all);
  }
  exported.notice = *format == NetworkFormat::cables ? notice_of_copper(*network)
                                                     : notice_if_too_large(exported.text.size(), *format);
  return exported;
}

}  // namespace ebb::inline tasks
