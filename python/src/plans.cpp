// ebb.plan() and ebb.size().
#include <pybind11/stl.h>

#include <string>
#include <vector>

#include "convert.hpp"
#include "ebb/plan.hpp"

namespace ebb_python {
namespace {

py::list plan(std::vector<std::string> files, std::vector<std::string> settings) {
  const auto planned = [&] {
    const py::gil_scoped_release unlocked;
    return value_of(ebb::plan_networks({std::move(files), std::move(settings)}));
  }();
  py::list made;
  for (const ebb::PlannedNetwork& network : planned)
    made.append(from_json(ebb::plan_json(network.plan, network.capex)));
  return made;
}

ebb::SizedNetworks size(const ebb::SizeOptions& options) {
  const py::gil_scoped_release unlocked;
  return value_of(ebb::find_networks(options));
}

}  // namespace

void add_plans(py::module_& module) {
  module.def("plan", &plan, py::arg("files"), py::arg("settings"));
  py::class_<ebb::SizedNetworks>(module, "Sizes")
      .def("document",
           [](const ebb::SizedNetworks& s) {
             return from_json(ebb::render_sizes(s.result, ebb::Format::json));
           })
      .def("table", [](const ebb::SizedNetworks& s) { return columns_of(ebb::size_table(s.result)); })
      .def("plan_file",
           [](const ebb::SizedNetworks& s, std::int64_t row) { return value_of(ebb::plan_file_of(s, row)); });
  module.def(
      "size",
      [](std::int64_t hosts, std::string device, std::string bisection, std::string levels, std::string rate,
         std::string order, std::vector<std::string> settings) {
        return size({hosts, std::move(device), std::move(bisection), std::move(levels), std::move(rate),
                     std::move(order), std::move(settings)});
      },
      py::arg("hosts"), py::arg("switch"), py::arg("bisection"), py::arg("levels"), py::arg("rate"),
      py::arg("order"), py::arg("settings"));
}

}  // namespace ebb_python
