// Reproductions: every number that a founding document prints, computed again and put beside the paper's own.
// The paper's side lives in papers/*.toml, ours is computed here; the two meet by the row's id.
// A new reproduction is one file with a compute function, one line in reproductions(), and its printed
// values.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "reproduce/verdict.hpp"

namespace ebb::inline reproduce {

struct Row {
  std::string id, what, unit;
  std::string where;            ///< in the paper; empty when it is not in words or numbers
  std::string printed;          ///< as the paper writes it; empty when it prints no number
  std::optional<double> paper;  ///< the same as a number
  double ours = 0;
  int decimals = 0;  ///< with how many digits the paper prints it; ours is shown a little finer
  RowVerdict verdict = RowVerdict::ours;
  std::string tolerance;  ///< that the verdict was judged by; empty: the paper has no value
  std::string note;
};

/// Collects a reproduction's rows in reading order.
class Rows {
 public:
  explicit Rows(PrintedValues printed) : printed_(std::move(printed)) {}

  /// A value that the data file has under this id: the verdict follows from the file's comparison.
  /// `half_width` is that of our 95 % interval, where a simulation has one.
  void add(std::string_view id, double ours, std::string_view note = "",
           std::optional<double> half_width = {});
  /// A statement of the data file without a number: `words` are what we take it to mean for ours.
  void add_statement(std::string_view id, double ours, const Words& words, std::string_view note = "");
  /// A value of the data file that this run, which is of something smaller, cannot be compared with.
  void add_smaller(std::string_view id, double ours, std::string_view note);
  /// A value that the paper shows only in a figure that is lost.
  void add_unprinted(std::string id, std::string what, std::string unit, double ours, std::string note = "");

  const std::vector<Row>& rows() const { return rows_; }
  /// Ids of the data file that no row has taken up: a reproduction is complete when there are none.
  std::vector<std::string> missing() const;

 private:
  const PrintedValue& take(std::string_view id);
  /// Without a verdict.
  Row row_of(std::string_view id, double ours, std::string_view note);
  PrintedValues printed_;
  std::vector<Row> rows_;
  std::vector<std::string> taken_;
};

/// How much simulation may cost: the paper's network, or a small one that shows the same in seconds.
struct Effort {
  bool quick = false;
  bool quiet = true;  ///< no progress on stderr
};

struct Reproduction {
  std::string_view name, summary;
  std::string_view paper;  ///< the data file: papers/<paper>.toml
  /// Adds the rows; what prevented it (a device file that cannot be read) comes back as problems.
  Problems (*compute)(Rows& rows, const Effort& effort);
  bool simulated = false;  ///< takes minutes, or seconds when quick
  /// For what is done with real switches: what this machine lacks. Empty: it can be done here.
  Problems (*obstacles)() = nullptr;
};

std::span<const Reproduction> reproductions();
Result<std::vector<Row>> run(const Reproduction& reproduction, const Effort& effort = {});

struct Reproduced {
  const Reproduction* reproduction = nullptr;
  std::vector<Row> rows;
  bool quick = false;  ///< what is simulated was a smaller network, or a shorter time, than the paper's

  bool is_smaller() const { return quick && reproduction->simulated; }
};

/// Of which text, CSV, Markdown and the page are made (report/reproduction_report.hpp).
nlohmann::ordered_json reproduction_json(const Reproduced& one);

}  // namespace ebb::inline reproduce
