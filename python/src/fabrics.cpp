// ebb.trees() and ebb.off().
#include <pybind11/stl.h>

#include <numeric>
#include <string>
#include <vector>

#include "convert.hpp"
#include "ebb/off.hpp"
#include "ebb/trees.hpp"

namespace ebb_python {
namespace {

py::dict trees(std::string file, std::vector<std::string> settings) {
  const auto planned = [&] {
    const py::gil_scoped_release unlocked;
    return value_of(ebb::plan_trees({std::move(file), std::move(settings), {}}));
  }();
  std::vector<ebb::SwitchId> all(planned.network().switches());
  std::iota(all.begin(), all.end(), 0);
  py::dict made;
  made["summary"] = columns_of(ebb::trees_summary(planned));
  made["vlans"] = columns_of(ebb::vlan_table(planned));
  made["ports"] = columns_of(ebb::vlan_port_table(planned, all));
  made["unreached"] = ebb::to_text(planned.walked.problems);
  return made;
}

py::dict off(ebb::OffOptions options, bool steps) {
  const auto [text, schedule, year] = [&] {
    const py::gil_scoped_release unlocked;
    const auto chosen = value_of(ebb::choose_off(options));
    return std::tuple(ebb::off_text(chosen, steps, ebb::Format::json), chosen.schedule_csv(),
                      ebb::year_of(chosen));
  }();
  py::dict made;
  made["document"] = from_json(text), made["schedule"] = schedule;
  made["kwh_per_year"] = year.kwh, made["usd_per_year"] = year.usd;
  return made;
}

}  // namespace

void add_fabrics(py::module_& module) {
  module.def("trees", &trees, py::arg("file"), py::arg("settings"));
  module.def(
      "off",
      [](std::string file, std::vector<std::string> settings, std::string demand, double max_utilisation,
         std::uint32_t spare, bool exact, bool slower, std::string device, std::optional<double> port_w,
         std::optional<double> base_w, std::optional<double> usd_per_kwh, bool steps, double scale) {
        return off({std::move(file),
                    std::move(settings),
                    std::move(demand),
                    scale,
                    {max_utilisation, spare, exact, slower},
                    {std::move(device), port_w, base_w},
                    usd_per_kwh},
                   steps);
      },
      py::arg("file"), py::arg("settings"), py::arg("demand"), py::arg("max_utilisation"), py::arg("spare"),
      py::arg("exact"), py::arg("slower"), py::arg("device"), py::arg("port_w"), py::arg("base_w"),
      py::arg("usd_per_kwh"), py::arg("steps"), py::arg("scale"));
}

}  // namespace ebb_python
