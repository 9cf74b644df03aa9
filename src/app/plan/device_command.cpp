#include <fmt/core.h>

#include <memory>

#include "app/output/output_format.hpp"
#include "app/plan/plan_commands.hpp"
#include "base/problem.hpp"
#include "tasks/plan/device_task.hpp"

namespace ebb::inline app {
namespace {

int print_devices(const OutputFormat& output) {
  const DeviceList list = list_devices();
  output.print(render(list.table, output.format()));
  return list.problems.empty() ? succeeded : refuse(list.problems);
}

int show_device(const std::string& name, const OutputFormat& output) {
  const auto numbers = device_numbers(name);
  if (!numbers) return refuse(numbers.problems());
  output.print(render(*numbers, output.format()));
  return succeeded;
}

int print_template(const DeviceTemplate& known) {
  if (const Problems problems = check(known); !problems.empty()) return refuse(problems);
  fmt::print("{}", device_toml(known));
  return succeeded;
}

void add_new(Command& device, int& exit_code) {
  auto* command = device.add_subcommand("new", "a device file of your own, to fill in");
  add_examples(*command, {"ebb device new --ports 32 --fastest 400Gb/s --base 500W > mine.toml",
                          "ebb device new --kind nic --fastest 400Gb/s --base 25W > my-nic.toml"});
  const auto known = std::make_shared<DeviceTemplate>();
  command->add_option("--kind", known->kind, "switch, nic or optics");
  command->add_option("--title", known->title, "its title in reports");
  command->add_option("--from", known->from, "source of its numbers");
  command->add_option("--ports", known->ports, "number of its ports");
  command->add_option("--fastest", known->fastest, "the fastest rate of a port, like 400Gb/s");
  command->add_option("--base", known->base, "its power without any port, like 300W");
  command->add_option("--port", known->port, "the power of a port that is up, like 1.5W");
  command->add_option("--transceiver", known->transceiver, "the power of a transceiver, like 9W");
  command->add_option("--price", known->price, "price of one, in $");
  command->callback([known, &exit_code] { exit_code = print_template(*known); });
}

}  // namespace

void add_device_command(Command& app, int& exit_code) {
  auto* command = app.add_subcommand(
      "device", "list the devices that a plan can name, show one, or create one of your own");
  command->require_subcommand();
  add_examples(*command, {"ebb device list", "ebb device show cisco-8201-32fh"});
  add_new(*command, exit_code);
  const auto output = std::make_shared<OutputFormat>();
  auto* list = command->add_subcommand("list", "the names, a line each");
  output->add_options(*list);
  list->callback([output, &exit_code] { exit_code = print_devices(*output); });
  auto* show = command->add_subcommand("show", "one device: every number with its source");
  const auto name = std::make_shared<std::string>();
  show->add_option("NAME", *name, "as `ebb device list` prints it, or the path of a .toml file")->required();
  output->add_options(*show);
  show->callback([output, name, &exit_code] { exit_code = show_device(*name, *output); });
}

}  // namespace ebb::inline app
