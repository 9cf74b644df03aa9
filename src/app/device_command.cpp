#include "app/device_command.hpp"

#include <fmt/core.h>

#include <memory>

#include "app/output_format.hpp"
#include "config/data_files.hpp"
#include "experiment/device_file.hpp"
#include "planner/numbers_used.hpp"
#include "report/plan_report.hpp"

namespace ebb::inline app {
namespace {

int list_devices(Format format) {
  Table table{.title = "",
              .columns = {{.key = "name", .heading = "name"},
                          {.key = "kind", .heading = "kind"},
                          {.key = "ports", .heading = "ports"},
                          {.key = "title", .heading = "what"}},
              .rows = {}};
  Problems problems;
  for (const std::string& name : device_names()) {
    const auto device = find_device(name, "");
    if (!device) {
      problems.insert(problems.end(), device.problems().begin(), device.problems().end());
      continue;
    }
    table.add({name, name_of(device->kind), device->ports.given ? Cell(device->ports.value) : Cell(),
               device->title});
  }
  if (const std::string nowhere = missing_data_hint(); !nowhere.empty())
    problems.push_back({"ebb device", "the devices that ship with ebb are missing", nowhere});
  fmt::print("{}", render(table, format));
  return problems.empty() ? succeeded : refuse(problems);
}

int show_device(const std::string& name, Format format) {
  const auto device = find_device(name, "");
  if (!device) return refuse(device.problems());
  Table table = numbers_table(stated_numbers(*device));
  table.title = fmt::format("{}: {}", device->name, device->title);
  fmt::print("{}", render(table, format));
  return succeeded;
}

}  // namespace

void add_device_command(Command& app, int& exit_code) {
  auto* command = app.add_subcommand("device", "list the devices that a plan can name, or show one");
  command->require_subcommand();
  add_examples(*command, {"ebb device list", "ebb device show cisco-8201-32fh"});
  const auto output = std::make_shared<OutputFormat>();
  auto* list = command->add_subcommand("list", "the names, a line each");
  output->add_options(*list);
  list->callback([output, &exit_code] { exit_code = list_devices(output->format()); });
  auto* show = command->add_subcommand("show", "one device: every number with its source");
  const auto name = std::make_shared<std::string>();
  show->add_option("NAME", *name, "as `ebb device list` prints it, or the path of a .toml file")->required();
  output->add_options(*show);
  show->callback([output, name, &exit_code] { exit_code = show_device(*name, output->format()); });
}

}  // namespace ebb::inline app
