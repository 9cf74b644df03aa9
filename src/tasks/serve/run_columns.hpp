// The columns of a list of runs by name: what a run is, its settings, its figures.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "results/cell.hpp"
#include "tasks/serve/served_runs.hpp"

namespace ebb::inline tasks {

/// One column of all runs of a snapshot, which must outlive it.
class RunColumn {
 public:
  /// `name` is a column, a setting or a figure, or the end of one such name ("load" of "traffic.load").
  /// `where` is the place of a wrong name, for its problem.
  static Result<RunColumn> find(const Snapshot& snapshot, const std::string& name, const std::string& where);

  const std::string& name() const { return name_; }
  bool is_figure() const { return kind_ == Kind::figure; }
  Cell value(const ServedRun& run) const;
  /// The value as a number: of a quantity ("16KiB") in its plain unit. Nothing for other texts.
  std::optional<double> number(const ServedRun& run) const;
  /// Half of the 95 % interval of a figure: over the seeds where there are several, else the run's own.
  std::optional<double> half_width(const ServedRun& run) const;

 private:
  enum class Kind : std::uint8_t { own, setting, figure };
  RunColumn(const Snapshot& snapshot, std::string name, Kind kind);

  const Snapshot* snapshot_;
  std::string name_;
  Kind kind_;
  std::optional<WordId> word_, over_seeds_, of_run_;
};

/// A number where the text is one.
Cell setting_cell(const std::string& text);

}  // namespace ebb::inline tasks
