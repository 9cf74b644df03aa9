// ebb.run(): a run without the GIL, and its results as JSON and as arrays over the result's own memory.
#include "ebb/run.hpp"

#include <pybind11/stl.h>

#include <limits>
#include <string>
#include <vector>

#include "arrays.hpp"
#include "caller.hpp"
#include "convert.hpp"
#include "policy.hpp"

namespace ebb_python {
namespace {

/// A finished run, and the sentences that `ebb run` would have printed.
struct Run {
  ebb::FinishedRun done;
  std::vector<std::string> warnings;
};

py::object run(ebb::RunOptions options, const py::object& policy, const py::object& progress) {
  Caller caller(progress);
  const PolicyOfRun own(policy, caller);
  if (const std::string setting = own.setting(); !setting.empty()) options.settings.push_back(setting);
  std::vector<std::string> warnings;
  ebb::RunObserver observer;
  observer.warn = [&](const std::string& text) { warnings.push_back(text); };
  observer.progress = [&](const ebb::RunProgress& p) { caller.look(p.share(), p.text()); };
  observer.stop = &caller.stop();
  auto finished = [&] {
    const py::gil_scoped_release unlocked;
    return ebb::run_file(options, observer);
  }();
  if (!finished) {
    caller.raise_again(py::none());
    throw Raised{finished.problems()};
  }
  py::object made = py::cast(Run{std::move(*finished), std::move(warnings)});
  caller.raise_again(made);
  return made;
}

/// A copy of times in state, because each list of them is a vector of its own: one row per list.
template <class Lists, class TimesOf>
py::array time_rows(const Lists& lists, TimesOf&& times_of) {
  const std::size_t states = lists.empty() ? 0 : times_of(lists.front()).size();
  py::array_t<std::int64_t> made({lists.size(), states});
  auto cells = made.mutable_unchecked<2>();
  for (std::size_t row = 0; row < lists.size(); ++row)
    for (std::size_t state = 0; state < states; ++state)
      cells(static_cast<py::ssize_t>(row), static_cast<py::ssize_t>(state)) = times_of(lists[row])[state].v;
  return made;
}

/// A copy with NaN where the value is unknown.
py::array known(const std::vector<std::optional<double>>& values) {
  py::array_t<double> made(static_cast<py::ssize_t>(values.size()));
  for (std::size_t i = 0; i < values.size(); ++i)
    made.mutable_at(static_cast<py::ssize_t>(i)) =
        values[i].value_or(std::numeric_limits<double>::quiet_NaN());
  return made;
}

py::dict time_series(const py::object& self) {
  using Span = ebb::SeriesSpan;
  const ebb::RunTimeSeries& series = self.cast<const Run&>().done.result.time_series;
  py::dict made, power, full;
  made["span_ps"] = series.length.v, made["first"] = series.first, made["end"] = series.end;
  made["offered_bytes"] = members(self, series.spans, &Span::offered_bytes);
  made["accepted_bytes"] = members(self, series.spans, &Span::accepted_bytes);
  made["packets"] = members(self, series.spans, &Span::packets);
  made["latency_mean_ps"] = members(self, series.spans, &Span::latency_mean_ps);
  made["latency_p50_ps"] = members(self, series.spans, &Span::latency_p50);
  made["latency_p99_ps"] = members(self, series.spans, &Span::latency_p99);
  made["source_backlog_bytes"] = members(self, series.spans, &Span::source_backlog_bytes);
  made["in_network_bytes"] = members(self, series.spans, &Span::in_network_bytes);
  made["changes"] = members(self, series.spans, &Span::changes);
  for (const ebb::SeriesPower& table : series.power)
    power[py::str(table.table)] = known(table.watts), full[py::str(table.table)] = known(table.full_watts);
  made["watts"] = power, made["full_watts"] = full;
  return made;
}

py::dict latency_curve(const py::object& self) {
  const ebb::LatencyCurve& curve = self.cast<const Run&>().done.result.time_series.latency;
  py::dict made;
  made["percent"] = elements(self, curve.percent);
  made["network_ps"] = elements(self, curve.network);
  made["packet_ps"] = elements(self, curve.packet);
  made["message_ps"] = elements(self, curve.message);
  return made;
}

py::dict each_channel(const py::object& self) {
  using Channel = ebb::ChannelResult;
  const ebb::RunResult& result = self.cast<const Run&>().done.result;
  py::list kinds;
  for (const ebb::ChannelKindResult& kind : result.channels) kinds.append(kind.name);
  py::dict made;
  made["kinds"] = kinds;
  made["kind"] = members(self, result.each_channel, &Channel::kind);
  made["busy_ps"] = members(self, result.each_channel, &Channel::busy);
  made["bytes"] = members(self, result.each_channel, &Channel::bytes);
  made["time_in_ps"] = time_rows(
      result.each_channel, [](const Channel& c) -> auto& { return c.time_in; });
  return made;
}

py::dict history(const py::object& self) {
  const ebb::ChannelHistory& history = self.cast<const Run&>().done.result.history;
  const auto rows = static_cast<py::ssize_t>(history.channels),
             columns = static_cast<py::ssize_t>(history.spans);
  const auto grid = [&](const std::vector<std::uint8_t>& cells) {
    return array_over(self, cells.empty() ? nullptr : cells.data(), {cells.empty() ? 0 : rows, columns},
                      {columns, 1});
  };
  py::dict made;
  made["span_ps"] = history.length.v;
  made["busy"] = grid(history.busy), made["rate"] = grid(history.rate), made["level"] = grid(history.state);
  return made;
}

py::dict figures(const Run& run) {
  py::dict made;
  for (const ebb::NamedFigure& figure : ebb::run_figures(run.done.title, run.done.result))
    made[py::str(figure.name)] = cell_of(figure.value);
  return made;
}

py::list problem_list(const ebb::Problems& problems) {
  py::list made;
  for (const ebb::Problem& p : problems) made.append(py::make_tuple(p.where, p.what, p.hint));
  return made;
}

}  // namespace

void add_run(py::module_& module) {
  py::class_<Run>(module, "Run")
      .def_readonly("warnings", &Run::warnings)
      .def("document", [](const Run& r) { return from_json(ebb::run_json(r.done.title, r.done.result)); })
      .def("summary",
           [](const Run& r) { return ebb::render_run(r.done.title, r.done.result, ebb::Format::text); })
      .def("failure", [](const Run& r) { return problem_list(r.done.result.failure); })
      .def("unsaved", [](const Run& r) { return problem_list(r.done.unsaved); })
      .def("figures", &figures)
      .def("time_series", &time_series)
      .def("latency_curve", &latency_curve)
      .def("each_channel", &each_channel)
      .def("history", &history);
  module.def(
      "run",
      [](std::string file, std::vector<std::string> settings, bool channels, std::string folder,
         std::string report, std::string store, std::optional<std::uint64_t> memory, const py::object& policy,
         const py::object& progress) {
        ebb::RunOptions options;
        options.file = std::move(file), options.settings = std::move(settings);
        options.each_channel = channels, options.memory = memory;
        options.folder = std::move(folder), options.report = std::move(report),
        options.store = std::move(store);
        return run(std::move(options), policy, progress);
      },
      py::arg("file"), py::arg("settings"), py::arg("channels"), py::arg("folder"), py::arg("report"),
      py::arg("store"), py::arg("memory"), py::arg("policy"), py::arg("progress"));
}

}  // namespace ebb_python
