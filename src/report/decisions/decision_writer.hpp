// Writes a run's decisions to a file as they arrive. It needs memory for one block, and the bytes do not
// depend on how many arrive at a time. The file gets its final name when it is complete, unless it is
// requested at once.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/record_writer.hpp"
#include "base/whole_file.hpp"
#include "report/decisions/decision_format.hpp"
#include "results/decisions.hpp"

namespace ebb::inline report {

class DecisionWriter {
 public:
  DecisionWriter(std::string path, const DecisionsAbout& about, Existing existing = Existing::is_replaced,
                 Naming naming = Naming::at_the_end);

  /// Sorted by time, then by channel.
  void add(std::span<const DecisionRecord> records);
  /// Returns write errors known so far.
  Problems check() const;
  /// For a file with its final name from the start: ends the file with the decisions so far, until more
  /// arrive.
  void keep(const DecisionsEnd& end);
  Problems finish(const DecisionsEnd& end);

 private:
  std::string_view lasting(std::string_view text);
  void close_block();

  const std::string path_;
  RecordWriter file_;
  std::vector<DecisionRecord> block_;
  std::deque<std::string> lasting_;  ///< texts of the block, which the caller may free
  std::vector<std::string> texts_;   ///< texts already in the file
};

}  // namespace ebb::inline report
