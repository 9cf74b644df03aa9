// Power policies that are Python objects, for runs that this process makes.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <string>

#include "caller.hpp"

namespace ebb_python {

/// Makes a Python object the policy of one run. It is the policy `python` of the catalogue, under a number
/// that no other run has. Create and destroy it with the GIL.
class PolicyOfRun {
 public:
  /// `policy` may be None: then there is nothing to do. What it raises stops the caller's run.
  PolicyOfRun(const py::object& policy, Caller& caller);
  ~PolicyOfRun();
  PolicyOfRun(const PolicyOfRun&) = delete;
  PolicyOfRun& operator=(const PolicyOfRun&) = delete;

  /// The setting that makes the run use it; empty without a policy.
  std::string setting() const;

 private:
  std::int64_t number_ = 0;
  std::string type_;
};

/// Adds the policy `python` to the catalogue.
void add_policy(py::module_& module);

}  // namespace ebb_python
