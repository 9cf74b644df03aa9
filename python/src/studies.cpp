// ebb.sweep(), ebb.compare(), ebb.reproduce() and ebb.results().
#include <pthread.h>
#include <pybind11/stl.h>

#include <csignal>
#include <string>
#include <vector>

#include "caller.hpp"
#include "convert.hpp"
#include "ebb/experiment.hpp"
#include "ebb/reproduce.hpp"
#include "ebb/store.hpp"
#include "ebb/study.hpp"

namespace ebb_python {
namespace {

/// Follows a study. A study ends at a SIGINT that its thread has blocked. Other threads of Python may get the
/// signal instead of it, so it is sent on.
class Watcher : public ebb::SweepWatcher {
 public:
  explicit Watcher(Caller& caller) : caller_(caller) {}
  void progress(const ebb::SweepProgress& p, double seconds, double cost_done) override {
    const double all = cost_done + p.cost_left;
    if (caller_.look(all > 0 ? cost_done / all : 1, ebb::progress_text(p, seconds, cost_done)))
      pthread_kill(pthread_self(), SIGINT);
  }
  void point_failed(const std::string& id, const std::string& why) override {
    failures.push_back(id + ": " + why);
  }
  std::vector<std::string> failures;

 private:
  Caller& caller_;
};

py::dict outcome_of(const ebb::SweepOutcome& outcome, const Watcher& watcher) {
  py::dict made;
  made["total"] = outcome.total, made["done_before"] = outcome.done_before, made["done"] = outcome.done;
  made["failed"] = outcome.failed, made["interrupted"] = outcome.interrupted;
  made["complete"] = outcome.complete(), made["failures"] = watcher.failures;
  return made;
}

/// Raises what stopped a study, or what it could not go on with.
void end_study(const ebb::SweepOutcome& outcome, Caller& caller, const py::object& partial) {
  caller.raise_again(partial);
  if (outcome.interrupted) {  // the study took the signal before Python saw it
    PyErr_SetNone(PyExc_KeyboardInterrupt);
    py::error_already_set error;
    error.value().attr("partial") = partial;
    throw error;
  }
  if (!outcome.problems.empty()) throw Raised{outcome.problems};
}

template <class Options>
Options study_options(std::string file, std::vector<std::string> settings, std::string store,
                      std::int64_t jobs) {
  Options options;
  options.file = std::move(file), options.settings = std::move(settings), options.store = std::move(store);
  options.run.jobs = jobs, options.run.memory = ebb::memory_of_machine();
  return options;
}

py::tuple sweep(std::string file, std::vector<std::string> settings, std::string store, std::int64_t jobs,
                const py::object& progress) {
  const auto options =
      study_options<ebb::StudyOptions>(std::move(file), std::move(settings), std::move(store), jobs);
  Caller caller(progress);
  Watcher watcher(caller);
  auto swept = [&] {
    const py::gil_scoped_release unlocked;
    return value_of(ebb::run_sweep(options, {.planned = {}, .opened = {}, .watcher = &watcher}));
  }();
  py::tuple made =
      py::make_tuple(columns_of(ebb::export_table(swept.runs)), outcome_of(swept.outcome, watcher));
  end_study(swept.outcome, caller, made);
  return made;
}

py::tuple compare(std::string file, std::vector<std::string> settings, std::string store, std::int64_t jobs,
                  std::uint64_t repeats, const py::object& progress) {
  auto options =
      study_options<ebb::CompareOptions>(std::move(file), std::move(settings), std::move(store), jobs);
  options.repeats = repeats;
  Caller caller(progress);
  Watcher watcher(caller);
  auto compared = [&] {
    const py::gil_scoped_release unlocked;
    return value_of(ebb::compare_policies(options, {.planned = {}, .watcher = &watcher}));
  }();
  const ebb::PolicyReport& report = *compared.report;
  const py::object document = report.empty() ? py::none() : from_json(report.json());
  py::tuple made = py::make_tuple(document, outcome_of(compared.outcome, watcher));
  end_study(compared.outcome, caller, made);
  return made;
}

py::tuple reproduce(std::vector<std::string> names, bool quick) {
  std::vector<std::string> skipped;
  const auto hook = [&](const ebb::Reproduction& one, const ebb::Problems& lacks) {
    skipped.push_back(std::string(one.name) + ": " + ebb::to_text(lacks));
  };
  const auto numbers = [&] {
    const py::gil_scoped_release unlocked;
    return value_of(ebb::reproduce_numbers({std::move(names), {.quick = quick}}, hook));
  }();
  return py::make_tuple(from_json(ebb::render(numbers, ebb::Format::json)), skipped);
}

py::tuple results(const std::vector<std::string>& stores) {
  ebb::Damage damage;
  auto runs = [&] {
    const py::gil_scoped_release unlocked;
    return value_of(ebb::read_runs(stores, damage));
  }();
  ebb::complete_parameters(runs);
  ebb::sort_runs(runs);
  return py::make_tuple(columns_of(ebb::export_table(runs)), ebb::to_text(damage.problems));
}

}  // namespace

void add_studies(py::module_& module) {
  module.def("sweep", &sweep, py::arg("file"), py::arg("settings"), py::arg("store"), py::arg("jobs"),
             py::arg("progress"));
  module.def("compare", &compare, py::arg("file"), py::arg("settings"), py::arg("store"), py::arg("jobs"),
             py::arg("repeats"), py::arg("progress"));
  module.def("reproduce", &reproduce, py::arg("names"), py::arg("quick"));
  module.def("reproductions", [] { return columns_of(ebb::reproductions_table()); });
  module.def("results", &results, py::arg("stores"));
}

}  // namespace ebb_python
