#include "policy.hpp"

#include <pybind11/numpy.h>

#include <bit>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

#include "convert.hpp"
#include "ebb/plugin.hpp"
#include "ebb/policy.hpp"
#include "policy_object.hpp"

namespace ebb_python {
namespace {

/// The policies of the runs under way, by number. The lock is for runs that several threads of Python start.
struct Policies {
  std::mutex mutex;
  std::map<std::int64_t, std::unique_ptr<PolicyObject>> all;
  std::int64_t last = 0;

  PolicyObject* find(std::int64_t number) {
    const std::lock_guard lock(mutex);
    const auto found = all.find(number);
    return found == all.end() ? nullptr : found->second.get();
  }
};
Policies& running() {
  static Policies policies;
  return policies;
}

/// A thread of the simulator that Python does not know gets a state of Python once, and not for every call.
class ThreadState {
 public:
  ThreadState() {
    if (PyGILState_GetThisThreadState()) return;
    state_ = PyGILState_Ensure();
    saved_ = PyEval_SaveThread();
  }
  ~ThreadState() {
    if (!saved_) return;
    PyEval_RestoreThread(saved_);
    PyGILState_Release(state_);
  }
  ThreadState(const ThreadState&) = delete;
  ThreadState& operator=(const ThreadState&) = delete;

 private:
  PyGILState_STATE state_{};
  PyThreadState* saved_ = nullptr;
};

class Gil {
 public:
  Gil() {
    thread_local const ThreadState known;
    state_ = PyGILState_Ensure();
  }
  ~Gil() { PyGILState_Release(state_); }
  Gil(const Gil&) = delete;
  Gil& operator=(const Gil&) = delete;

 private:
  PyGILState_STATE state_;
};

/// What decide_all() returned for the channels that this thread is about to evaluate.
struct Expected {
  std::int64_t number = 0;  ///< of the policy
  std::size_t next = 0;
  std::vector<ebb::ChannelView> views;
  std::vector<const ebb::RateLevels*> levels;
  std::vector<ebb::Decision> decisions;
};
thread_local Expected expected;

/// Says whether a policy in Python gets the same of both. Others of their fields are for policies of C++.
bool is_same(const ebb::ChannelView& a, const ebb::ChannelView& b) {
  const auto bits = [](double x) { return std::bit_cast<std::uint64_t>(x); };
  return a.rate == b.rate && bits(a.utilisation) == bits(b.utilisation) && a.since == b.since &&
         a.in_transition == b.in_transition && a.sent == b.sent && a.queued == b.queued &&
         a.idle_for == b.idle_for && a.downstream == b.downstream &&
         bits(a.memory.level) == bits(b.memory.level) && bits(a.memory.trend) == bits(b.memory.trend) &&
         a.memory.bits == b.memory.bits;
}

struct PythonPolicy final : ebb::Policy, ebb::BatchedViews {
  std::int64_t number = 0;
  std::string type;

  static constexpr auto fields() {
    return std::tuple{ebb::field("class", &PythonPolicy::type, "of the Python object"),
                      ebb::field("number", &PythonPolicy::number, "of the run; ebb.run(policy=…) sets it")};
  }
  ebb::Problems check() const override {
    if (running().find(number)) return {};
    return {{"number", "belongs to no Python object of this run",
             "give the object to ebb.run(…, policy=object)"}};
  }
  ebb::Problems fit(const ebb::RateLevels& levels, const ebb::PolicyContext& context) override {
    const Gil gil;
    try {
      object().fit(levels, context);
    } catch (py::error_already_set& error) {
      return {{"class", std::string("fit() raised ") + error.what(),
               "mend fit(), or leave it out: it is called once before the first evaluation"}};
    }
    return {};
  }
  ebb::Requirements requirements() const override {
    const PolicyObject* found = running().find(number);
    if (!found) return {};
    ebb::Requirements required = found->requirements();
    required.batches = found->has_batches() ? this : nullptr;
    return required;
  }
  bool awaits_views() const override {
    return expected.number != number || expected.next >= expected.views.size();
  }
  void expect(std::span<const ebb::ChannelView> views,
              std::span<const ebb::RateLevels* const> levels) const override;
  ebb::Decision decide(const ebb::ChannelView& channel, const ebb::RateLevels& rates) const override {
    if (expected.number == number && expected.next < expected.views.size()) {
      const std::size_t i = expected.next;
      expected.next += channel.cause == ebb::Cause::time;
      if (expected.levels[i] == &rates && is_same(expected.views[i], channel)) return expected.decisions[i];
    }
    const Gil gil;
    return object().decide(channel, rates);
  }

 private:
  PolicyObject& object() const {
    if (!object_) object_ = running().find(number);
    return *object_;
  }
  mutable PolicyObject* object_ = nullptr;
};

/// One call of decide_all() for all views with the same levels; mostly that is all of them.
void PythonPolicy::expect(std::span<const ebb::ChannelView> views,
                          std::span<const ebb::RateLevels* const> levels) const {
  expected.number = number, expected.next = 0;
  expected.views.assign(views.begin(), views.end());
  expected.levels.assign(levels.begin(), levels.end());
  expected.decisions.assign(views.size(), {});
  std::vector<const ebb::ChannelView*> alike;
  std::vector<std::size_t> places;
  std::vector<ebb::Decision> decisions;
  std::vector<bool> done(views.size());
  const Gil gil;
  for (std::size_t first = 0; first < views.size(); ++first) {
    if (done[first]) continue;
    alike.clear(), places.clear();
    for (std::size_t i = first; i < views.size(); ++i)
      if (levels[i] == levels[first]) alike.push_back(&views[i]), places.push_back(i), done[i] = true;
    decisions.assign(alike.size(), {});
    object().decide_all(alike, *levels[first], decisions);
    for (std::size_t i = 0; i < places.size(); ++i) expected.decisions[places[i]] = decisions[i];
  }
}

}  // namespace

PolicyOfRun::PolicyOfRun(const py::object& policy, Caller& caller) {
  if (policy.is_none()) return;
  auto object = std::make_unique<PolicyObject>(policy, caller);
  type_ = policy.get_type().attr("__name__").cast<std::string>();
  const std::lock_guard lock(running().mutex);
  number_ = ++running().last;
  running().all[number_] = std::move(object);
}

PolicyOfRun::~PolicyOfRun() {
  const std::lock_guard lock(running().mutex);
  running().all.erase(number_);
}

std::string PolicyOfRun::setting() const {
  if (number_ == 0) return "";
  return fmt::format("control.policy={{name = \"python\", class = \"{}\", number = {}}}", type_, number_);
}

void add_policy(py::module_& module) {
  PYBIND11_NUMPY_DTYPE(ViewRow, rate, since_ps, in_transition_ps, sent_bytes, queued_bytes, idle_for_ps,
                       utilisation, downstream, level, trend, bits);
  PYBIND11_NUMPY_DTYPE(DecisionRow, rate, reason, evaluate_after_ps, evaluate_at_bytes, level, trend, bits);
  module.attr("ChannelView") = view_class();
  module.attr("view_type") = py::dtype::of<ViewRow>();
  module.attr("decision_type") = py::dtype::of<DecisionRow>();
  ebb::Plugin plugin;
  plugin.add(ebb::entry<ebb::Policy, PythonPolicy>("python", "an object of Python, in ebb.run(policy=…)"));
  if (const auto problems = ebb::add_to_catalogues(plugin, "the Python module"); !problems.empty())
    throw Raised{problems};
}

}  // namespace ebb_python
