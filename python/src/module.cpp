// The module ebb._ebb: the tasks of ebb as functions of Python. The package in python/ebb wraps them.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <exception>
#include <variant>

#include "convert.hpp"
#include "ebb/program.hpp"
#include "policy.hpp"

namespace ebb_python {
namespace {

/// Raises ebb.Problem with all problems, as (place, what, hint).
void raise(const ebb::Problems& problems) {
  py::list all;
  for (const ebb::Problem& p : problems) all.append(py::make_tuple(p.where, p.what, p.hint));
  const py::object type = py::module_::import("ebb._problem").attr("Problem");
  PyErr_SetObject(type.ptr(), type(all).ptr());
}

}  // namespace

py::object cell_of(const ebb::Cell& cell) {
  return std::visit(
      [](const auto& value) -> py::object {
        if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::monostate>)
          return py::none();
        else
          return py::cast(value);
      },
      cell.value());
}

py::dict columns_of(const ebb::Table& table) {
  py::dict columns;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    py::list cells;
    for (const auto& row : table.rows) cells.append(cell_of(row[c]));
    columns[py::str(table.columns[c].key)] = cells;
  }
  py::dict made;
  made["title"] = table.title, made["columns"] = columns, made["notes"] = py::cast(table.notes);
  return made;
}

}  // namespace ebb_python

PYBIND11_MODULE(_ebb, module) {
  using namespace ebb_python;
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const Raised& raised) {
      raise(raised.problems);
    }
  });
  module.def("program_version", &ebb::program_version);
  module.def("use_data_of", &ebb::use_data_of);
  add_run(module);
  add_plans(module);
  add_studies(module);
  add_fabrics(module);
  add_agents(module);
  add_policy(module);
}
