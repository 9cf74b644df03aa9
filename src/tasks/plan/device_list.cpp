#include <fmt/format.h>

#include "base/result.hpp"
#include "config/data_files.hpp"
#include "experiment/device/device_file.hpp"
#include "planner/numbers_used.hpp"
#include "report/document/table.hpp"
#include "report/plan/plan_report.hpp"
#include "results/cell.hpp"
#include "tasks/plan/device_task.hpp"

namespace ebb::inline tasks {

DeviceList list_devices() {
  DeviceList list;
  list.table.columns = {{.key = "name", .heading = "name"},
                        {.key = "kind", .heading = "kind"},
                        {.key = "ports", .heading = "ports"},
                        {.key = "title", .heading = "what"}};
  for (const std::string& name : device_names()) {
    const auto device = find_device(name, "");
    if (!device) {
      list.problems.insert(list.problems.end(), device.problems().begin(), device.problems().end());
      continue;
    }
    list.table.add({name, name_of(device->kind), device->ports.given ? Cell(device->ports.value) : Cell(),
                    device->title});
  }
  if (const std::string nowhere = missing_data_hint(); !nowhere.empty())
    list.problems.push_back({"ebb device", "the devices that ship with ebb are missing", nowhere});
  return list;
}

Result<Table> device_numbers(const std::string& name) {
  const auto device = find_device(name, "");
  if (!device) return device.problems();
  Table table = numbers_table(stated_numbers(*device));
  table.title = fmt::format("{}: {}", device->name, device->title);
  return table;
}

}  // namespace ebb::inline tasks
