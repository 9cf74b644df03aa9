// A Python object with decide() or decide_all(), called for channels of a simulation.
#pragma once

#include <pybind11/numpy.h>

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "caller.hpp"
#include "ebb/policy.hpp"

namespace ebb_python {

/// One row of the array that decide_all() gets. What the driver does not know is -1, or NaN.
struct ViewRow {
  std::int64_t rate, since_ps, in_transition_ps, sent_bytes, queued_bytes, idle_for_ps;
  double utilisation, downstream, level, trend;
  std::uint64_t bits;
};

/// One row of the array of ebb.decisions(), which decide_all() may return instead of rates.
struct DecisionRow {
  std::int64_t rate, reason, evaluate_after_ps, evaluate_at_bytes;
  double level, trend;
  std::uint64_t bits;
};

/// The class ebb.ChannelView: what decide() gets.
py::handle view_class();

/// All members need the GIL. Nothing raises: the first exception stops the run and is raised at its end, and
/// until then channels keep their rates.
class PolicyObject {
 public:
  /// Throws what is wrong with the object as a Python exception.
  PolicyObject(const py::object& self, Caller& caller);

  bool has_batches() const { return !decide_all_.is_none(); }
  ebb::Requirements requirements() const { return requirements_; }
  void fit(const ebb::RateLevels& levels, const ebb::PolicyContext& context);
  ebb::Decision decide(const ebb::ChannelView& view, const ebb::RateLevels& levels);
  /// All views have the same levels.
  void decide_all(std::span<const ebb::ChannelView* const> views, const ebb::RateLevels& levels,
                  std::span<ebb::Decision> decisions);

 private:
  struct Levels {
    py::object list, array;
  };
  const Levels& levels_of(const ebb::RateLevels& levels);
  ebb::Decision decision_of(const py::object& made) const;
  void read_batch(const py::object& made, std::span<ebb::Decision> decisions) const;
  std::string_view reason(std::int64_t number) const;
  void keep_type_error(const char* what);

  Caller& caller_;
  py::object self_, decide_, decide_all_, make_levels_;
  ebb::Requirements requirements_;
  std::vector<std::string_view> reasons_;  ///< the first is for decisions without one
  std::map<const ebb::RateLevels*, Levels> levels_;
};

}  // namespace ebb_python
