// Read-only NumPy arrays over memory of a Python object. Nothing is copied; an array keeps its owner alive.
#pragma once

#include <pybind11/numpy.h>

#include <cstdint>
#include <type_traits>
#include <vector>

#include "ebb/units.hpp"

namespace ebb_python {

namespace py = pybind11;

/// The number inside a value: units are structs with one member.
template <class T>
const auto& number_in(const T& value) {
  if constexpr (std::is_arithmetic_v<T>)
    return value;
  else
    return value.v;
}

/// `first` may be null for an array without elements.
template <class Number>
py::array array_over(py::handle owner, const Number* first, std::vector<py::ssize_t> shape,
                     std::vector<py::ssize_t> strides) {
  const auto type = py::dtype::of<Number>();
  if (!first) return py::array(type, std::move(shape));
  py::array made(type, std::move(shape), std::move(strides), first, owner);
  py::detail::array_proxy(made.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
  return made;
}

/// One member of every struct of a list: the array steps over the other members.
template <class Struct, class Member>
py::array members(py::handle owner, const std::vector<Struct>& all, Member Struct::*member) {
  using Number = std::remove_cvref_t<decltype(number_in(std::declval<const Member&>()))>;
  const Number* first = all.empty() ? nullptr : &number_in(all.front().*member);
  return array_over(owner, first, {static_cast<py::ssize_t>(all.size())}, {sizeof(Struct)});
}

/// A list of numbers, or of units.
template <class Value>
py::array elements(py::handle owner, const std::vector<Value>& all) {
  using Number = std::remove_cvref_t<decltype(number_in(std::declval<const Value&>()))>;
  const Number* first = all.empty() ? nullptr : &number_in(all.front());
  return array_over(owner, first, {static_cast<py::ssize_t>(all.size())}, {sizeof(Value)});
}

}  // namespace ebb_python
