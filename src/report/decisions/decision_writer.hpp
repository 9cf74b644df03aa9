// Writes a run's decisions to a file as they come. Memory for a block of them suffices, and the bytes do not
// depend on how many come at a time. The file gets its name only when it is complete, unless it is asked for
// at once.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "base/record_writer.hpp"
#include "report/decisions/decision_format.hpp"

namespace ebb::inline report {

class DecisionWriter {
 public:
  DecisionWriter(std::string path, const DecisionsAbout& about, Existing existing = Existing::is_replaced,
                 Naming naming = Naming::at_the_end);

  /// By time, then by channel.
  void add(std::span<const DecisionRecord> records);
  /// That it cannot be written, as far as is known by now.
  Problems check() const;
  /// Of one that has its name at once: closes the file with what has come so far, until more comes.
  void keep(const DecisionsEnd& end);
  Problems finish(const DecisionsEnd& end);

 private:
  std::string_view lasting(std::string_view text);
  void close_block();

  const std::string path_;
  RecordWriter file_;
  std::vector<DecisionRecord> block_;
  std::deque<std::string> lasting_;  ///< the texts of the block, which a record's giver may take away
  std::vector<std::string> texts_;   ///< that are in the file already
};

}  // namespace ebb::inline report
