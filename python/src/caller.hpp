// The Python program that called a task, while the task runs without the interpreter's lock (GIL).
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <memory>
#include <string>

namespace ebb_python {

namespace py = pybind11;

/// Lets Python act now and then while a task runs: its signal handlers, and the user's progress function.
/// What one of them raises (KeyboardInterrupt, mostly) asks the task to stop, and is raised at its end.
/// Create and destroy it with the GIL. look() takes the GIL itself.
class Caller {
 public:
  /// `progress` is called with the finished share, from 0 to 1, and a sentence; or it is None.
  explicit Caller(py::object progress) : progress_(std::move(progress)) {}

  /// Returns true when Python raised something: the task has to stop.
  bool look(double share, const std::string& text) {
    if (stop_) return true;
    const py::gil_scoped_acquire lock;
    if (PyErr_CheckSignals() != 0) {
      keep(py::error_already_set());
    } else if (!progress_.is_none()) {
      try {
        progress_(share, text);
      } catch (py::error_already_set& error) {
        keep(error);
      }
    }
    return stop_;
  }
  std::atomic<bool>& stop() { return stop_; }

  /// Stops the task for an exception of the user's code. Needs the GIL.
  void keep(const py::error_already_set& error) {
    if (!raised_) raised_ = std::make_unique<py::error_already_set>(error);
    stop_ = true;
  }

  /// Raises what Python raised, if it did, with `partial` as its attribute of that name.
  void raise_again(const py::object& partial) {
    if (!raised_) return;
    raised_->value().attr("partial") = partial;
    throw py::error_already_set(*raised_);
  }

 private:
  py::object progress_;
  std::atomic<bool> stop_{false};
  std::unique_ptr<py::error_already_set> raised_;
};

}  // namespace ebb_python
