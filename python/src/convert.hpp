// What every function of the module needs: problems as exceptions, tables and JSON as Python objects.
#pragma once

#include <pybind11/pybind11.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "ebb/problem.hpp"
#include "ebb/report.hpp"

namespace ebb_python {

namespace py = pybind11;

/// Problems on their way to Python, where they are an ebb.Problem (module.cpp).
struct Raised {
  ebb::Problems problems;
};

template <class T>
T value_of(ebb::Result<T> result) {
  if (!result) throw Raised{result.problems()};
  return std::move(*result);
}

inline py::object from_json(const std::string& text) {
  return py::module_::import("json").attr("loads")(text);
}
inline py::object from_json(const nlohmann::ordered_json& document) {
  return from_json(ebb::json_text(document));
}

/// The value of a cell; None where it is unknown.
py::object cell_of(const ebb::Cell& cell);

/// A table as {"title": …, "columns": {key: [cell, …], …}, "notes": […]}; cells as cell_of() has them.
py::dict columns_of(const ebb::Table& table);

// Each adds its functions to the module.
void add_run(py::module_& module);
void add_plans(py::module_& module);
void add_studies(py::module_& module);
void add_fabrics(py::module_& module);
void add_agents(py::module_& module);

}  // namespace ebb_python
