#include "policy_object.hpp"

#include <pybind11/stl.h>

#include <limits>
#include <set>

#include "convert.hpp"

namespace ebb_python {
namespace {

/// Results keep the texts of reasons, so they are never freed.
std::string_view kept(const std::string& text) {
  static std::set<std::string> texts;
  return *texts.insert(text).first;
}

py::object attribute(const py::object& self, const char* name) {
  return py::hasattr(self, name) ? py::object(self.attr(name)) : py::object(py::none());
}

[[noreturn]] void refuse(const std::string& place, const std::string& what, const std::string& hint) {
  throw Raised{{{place, what, hint}}};
}

PyStructSequence_Field view_fields[] = {
    {"rate", "b/s, now; 0: off"},
    {"utilisation", "busy share of the time since the last evaluation in which it could send"},
    {"since_ps", "time since the last evaluation"},
    {"in_transition_ps", "the transition time in it"},
    {"sent_bytes", "since the last evaluation"},
    {"queued_bytes", "waiting for the wire or on it; None: unknown"},
    {"idle_for_ps", "since the wire was last busy"},
    {"downstream", "mean share of the next buffer in use, where the policy requires it; else None"},
    {"level", "what the last decision stored"},
    {"trend", "what the last decision stored"},
    {"bits", "what the last decision stored"},
    {nullptr, nullptr}};
PyStructSequence_Desc view_description{"ebb.ChannelView", "What a policy sees of a channel.", view_fields,
                                       11};

/// A view as Python has it. It is made for every evaluation: a class of Python would take four times as long.
py::object python_view(const ebb::ChannelView& v) {
  static PyTypeObject* const type = reinterpret_cast<PyTypeObject*>(view_class().ptr());
  PyObject* const made = PyStructSequence_New(type);
  if (!made) throw py::error_already_set();
  Py_ssize_t next = 0;
  const auto add = [&](PyObject* value) { PyStructSequence_SetItem(made, next++, value); };
  const auto nothing = [] { return py::none().release().ptr(); };
  add(PyLong_FromLongLong(v.rate.v));
  add(PyFloat_FromDouble(v.utilisation));
  add(PyLong_FromLongLong(v.since.v));
  add(PyLong_FromLongLong(v.in_transition.v));
  add(PyLong_FromLongLong(v.sent.v));
  add(v.queued ? PyLong_FromLongLong(v.queued->v) : nothing());
  add(PyLong_FromLongLong(v.idle_for.v));
  add(v.downstream ? PyFloat_FromDouble(*v.downstream) : nothing());
  add(PyFloat_FromDouble(v.memory.level));
  add(PyFloat_FromDouble(v.memory.trend));
  add(PyLong_FromUnsignedLongLong(v.memory.bits));
  return py::reinterpret_steal<py::object>(made);
}

ViewRow row_of(const ebb::ChannelView& v) {
  return {v.rate.v,
          v.since.v,
          v.in_transition.v,
          v.sent.v,
          v.queued ? v.queued->v : -1,
          v.idle_for.v,
          v.utilisation,
          v.downstream.value_or(std::numeric_limits<double>::quiet_NaN()),
          v.memory.level,
          v.memory.trend,
          v.memory.bits};
}

}  // namespace

py::handle view_class() {
  static PyObject* const type = reinterpret_cast<PyObject*>(PyStructSequence_NewType(&view_description));
  return type;
}

PolicyObject::PolicyObject(const py::object& self, Caller& caller)
    : caller_(caller),
      self_(self),
      decide_(attribute(self, "decide")),
      decide_all_(attribute(self, "decide_all")),
      make_levels_(py::module_::import("ebb._policy").attr("Levels")) {
  const auto name = self.get_type().attr("__name__").cast<std::string>();
  if (decide_.is_none() && decide_all_.is_none())
    refuse("policy", name + " has neither decide() nor decide_all()",
           "def decide(self, view, levels): return levels.fastest");
  reasons_.push_back(kept("decided by " + name));
  if (const py::object reasons = attribute(self, "reasons"); !reasons.is_none())
    for (const py::handle reason : reasons) reasons_.push_back(kept(reason.cast<std::string>()));
  if (const py::object needs = attribute(self, "requires"); !needs.is_none())
    for (const py::handle need : needs) {
      const auto what = need.cast<std::string>();
      if (what != "queue" && what != "downstream")
        refuse("policy.requires", "is \"" + what + "\", which a policy in Python cannot get",
               "valid: queue, downstream");
      (what == "queue" ? requirements_.queue : requirements_.downstream) = true;
    }
  if (const py::object epochs = attribute(self, "epochs"); !epochs.is_none())
    requirements_.clocks.epochs = epochs.cast<double>();
}

void PolicyObject::keep_type_error(const char* what) {
  PyErr_SetString(PyExc_TypeError, what);
  caller_.keep(py::error_already_set());
}

const PolicyObject::Levels& PolicyObject::levels_of(const ebb::RateLevels& levels) {
  const auto found = levels_.find(&levels);
  if (found != levels_.end()) return found->second;
  std::vector<std::int64_t> rates;
  for (std::size_t level = 0; level < levels.size(); ++level) rates.push_back(levels[level].v);
  const py::array_t<std::int64_t> array(static_cast<py::ssize_t>(rates.size()), rates.data());
  return levels_[&levels] = {make_levels_(py::cast(rates)), array};
}

void PolicyObject::fit(const ebb::RateLevels& levels, const ebb::PolicyContext& context) {
  const py::object fit = attribute(self_, "fit");
  if (!fit.is_none()) fit(levels_of(levels).list, py::arg("epoch_ps") = context.epoch.v);
}

std::string_view PolicyObject::reason(std::int64_t number) const {
  if (number < 0 || number + 1 >= static_cast<std::int64_t>(reasons_.size())) return reasons_.front();
  return reasons_[static_cast<std::size_t>(number + 1)];
}

ebb::Decision PolicyObject::decision_of(const py::object& made) const {
  if (!py::isinstance<py::tuple>(made)) return {{py::int_(made).cast<std::int64_t>()}, reasons_.front()};
  const auto parts = py::reinterpret_borrow<py::tuple>(made);  // an ebb.Decision
  if (parts.size() != 7) throw py::cast_error();
  ebb::Decision decision{{py::int_(parts[0]).cast<std::int64_t>()}, reasons_.front()};
  if (!parts[1].is_none()) decision.why = kept(parts[1].cast<std::string>());
  decision.evaluate_after = {parts[2].cast<std::int64_t>()};
  if (!parts[3].is_none()) decision.evaluate_at = {parts[3].cast<std::int64_t>()};
  decision.memory = {parts[4].cast<double>(), parts[5].cast<double>(), parts[6].cast<std::uint64_t>()};
  return decision;
}

ebb::Decision PolicyObject::decide(const ebb::ChannelView& view, const ebb::RateLevels& levels) {
  ebb::Decision decision{view.rate, reasons_.front()};
  if (decide_.is_none()) {
    const ebb::ChannelView* one = &view;
    decide_all({&one, 1}, levels, {&decision, 1});
    return decision;
  }
  if (caller_.stop()) return decision;
  try {
    return decision_of(decide_(python_view(view), levels_of(levels).list));
  } catch (py::error_already_set& error) {
    caller_.keep(error);
  } catch (const py::cast_error&) {
    keep_type_error("decide() must return a rate, or an ebb.Decision");
  }
  return decision;
}

void PolicyObject::read_batch(const py::object& made, std::span<ebb::Decision> decisions) const {
  const bool rows = py::isinstance<py::array_t<DecisionRow>>(made);
  const auto size = static_cast<py::ssize_t>(decisions.size());
  if (rows) {
    const py::array_t<DecisionRow, py::array::c_style> all(made);
    if (all.size() != size) throw py::value_error("decide_all() must return a decision for each view");
    for (py::ssize_t i = 0; i < size; ++i) {
      const DecisionRow& row = all.data()[i];
      ebb::Decision decision{{row.rate}, reason(row.reason), {row.evaluate_after_ps}};
      if (row.evaluate_at_bytes >= 0) decision.evaluate_at = {row.evaluate_at_bytes};
      decision.memory = {row.level, row.trend, row.bits};
      decisions[static_cast<std::size_t>(i)] = decision;
    }
    return;
  }
  const auto rates = py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>::ensure(made);
  if (!rates) throw py::error_already_set();
  if (rates.ndim() != 1 || rates.size() != size)
    throw py::value_error("decide_all() must return a rate for each view");
  for (py::ssize_t i = 0; i < size; ++i)
    decisions[static_cast<std::size_t>(i)] = {{rates.data()[i]}, reasons_.front()};
}

void PolicyObject::decide_all(std::span<const ebb::ChannelView* const> views, const ebb::RateLevels& levels,
                              std::span<ebb::Decision> decisions) {
  for (std::size_t i = 0; i < views.size(); ++i) decisions[i] = {views[i]->rate, reasons_.front()};
  if (caller_.stop()) return;
  try {
    py::array_t<ViewRow> rows(static_cast<py::ssize_t>(views.size()));
    ViewRow* row = rows.mutable_data();
    for (const ebb::ChannelView* view : views) *row++ = row_of(*view);
    read_batch(decide_all_(rows, levels_of(levels).array), decisions);
  } catch (py::error_already_set& error) {
    caller_.keep(error);
  } catch (const std::exception& error) {
    keep_type_error(error.what());
  }
}

}  // namespace ebb_python
