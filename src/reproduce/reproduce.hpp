// Reproductions: every number that a founding document prints, computed again and compared with the paper's.
// The paper's values are in papers/*.toml, ours are computed here; the row's id joins them.
// A new reproduction is one file with a compute function, one line in reproductions(), and its printed
// values.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "reproduce/verdict.hpp"

namespace ebb::inline reproduce {

struct Row {
  std::string id, what, unit;
  std::string where;            ///< place in the paper; empty when it has no words or number for it
  std::string printed;          ///< as the paper writes it; empty when it prints no number
  std::optional<double> paper;  ///< the same as a number
  double ours = 0;
  int decimals = 0;  ///< digits that the paper prints; ours has a few more
  RowVerdict verdict = RowVerdict::ours;
  std::string tolerance;  ///< of the verdict; empty: it is not judged
  std::string note;
};

/// Collects a reproduction's rows in reading order.
class Rows {
 public:
  explicit Rows(PrintedValues printed) : printed_(std::move(printed)) {}

  /// Adds a value that the data file has under this id. The file's basis and comparison give the verdict.
  /// `half_width` is that of our 95 % interval, where a simulation has one.
  void add(std::string_view id, double ours, std::string_view note = "",
           std::optional<double> half_width = {});
  /// Adds a statement of the data file without a number. `words` is our reading of it.
  void add_statement(std::string_view id, double ours, const Words& words, std::string_view note = "");
  /// Adds a value of the data file that this smaller run cannot be compared with.
  void add_smaller(std::string_view id, double ours, std::string_view note);
  /// Adds a value that the paper has only in a figure that is not available.
  void add_unprinted(std::string id, std::string what, std::string unit, double ours, std::string note = "");

  const std::vector<Row>& rows() const { return rows_; }
  /// Ids of the data file without a row. A reproduction is complete when there are none.
  std::vector<std::string> missing() const;

 private:
  const PrintedValue& take(std::string_view id);
  /// Without a verdict.
  Row row_of(std::string_view id, double ours, std::string_view note);
  void push(Row row, RowJudgement judgement);
  PrintedValues printed_;
  std::vector<Row> rows_;
  std::vector<std::string> taken_;
};

/// The size of a simulation: the paper's network, or a small one that takes seconds.
struct Effort {
  bool quick = false;
  bool quiet = true;  ///< no progress on stderr
};

struct Reproduction {
  std::string_view name, summary;
  std::string_view paper;  ///< the data file: papers/<paper>.toml
  /// Adds the rows. Returns problems that prevented it, such as an unreadable device file.
  Problems (*compute)(Rows& rows, const Effort& effort);
  bool simulated = false;  ///< takes minutes, or seconds when quick
  /// For reproductions on real switches or with data of others: what is missing here. Empty: it can run.
  Problems (*obstacles)() = nullptr;
};

std::span<const Reproduction> reproductions();
Result<std::vector<Row>> rows_of(const Reproduction& reproduction, const Effort& effort = {});

struct Reproduced {
  const Reproduction* reproduction = nullptr;
  std::vector<Row> rows;
  bool quick = false;  ///< its simulations are smaller or shorter than the paper's

  bool is_smaller() const { return quick && reproduction->simulated; }
};

/// The source of text, CSV, Markdown and the page (reproduce/page/reproduction_report.hpp).
nlohmann::ordered_json reproduction_json(const Reproduced& one);

}  // namespace ebb::inline reproduce
