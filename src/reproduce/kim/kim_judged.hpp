// Judges the sentences of Kim's figures under one reading of link shutdown.
#pragma once

#include <string_view>

#include "base/problem.hpp"
#include "reproduce/kim/kim_off_runs.hpp"
#include "reproduce/printed.hpp"
#include "reproduce/reproduce.hpp"
#include "reproduce/verdict.hpp"

namespace ebb::inline reproduce {

/// The verdict is in the note of a row without one, because how the paper is read is ours.
class JudgedReading {
 public:
  JudgedReading(Rows& rows, const OffReading& reading, const OffResults& results)
      : rows_(rows), reading_(reading), results_(results) {}

  const KimResult& at(std::string_view id, int load = 20) const {
    return results_.at({.of = id, .load = load});
  }
  const KimResult& bursts(std::string_view id) const { return results_.at({.of = id, .bursts = true}); }
  const KimResult& low(std::string_view id, KimNetwork network) const {
    return results_.at({.of = id, .load = low_off_load, .network = network});
  }

  /// Goes on with the sentences of a figure.
  Problems turn_to(std::string_view figure);
  void number(std::string_view id, double ours);
  void words(std::string_view id, double ours, const Words& words);
  /// Adds a figure, in percent, that the paper has no sentence for.
  void add(std::string_view id, std::string_view what, double ours) const;
  /// Adds how many of the sentences agree.
  void add_count() const;

 private:
  const PrintedValue& value_of(std::string_view id) const;
  void add_judged(const PrintedValue& value, double ours, const RowJudgement& judged);

  Rows& rows_;
  const OffReading& reading_;
  const OffResults& results_;
  PrintedValues printed_;
  int agree_ = 0, differ_ = 0;
};

}  // namespace ebb::inline reproduce
