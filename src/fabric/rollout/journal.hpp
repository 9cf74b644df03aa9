// A write-ahead journal of rollouts: one line per record, each with a checksum that also covers the line
// before, appended and synced to disk. After a crash at any point the file gives what the switches may hold,
// and how to continue. A cut-off last line (without a newline) is ignored; a damaged line is refused.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "fabric/rollout/rollout_record.hpp"

namespace ebb::inline fabric {

class Journal {
 public:
  /// Opens or creates the file, and locks it: two rollouts at the same time would undo each other's work.
  static Result<Journal> open(const std::string& path);
  /// Reads the file without a lock; a missing file is empty. For commands that change nothing.
  static Result<Journal> look(const std::string& path);

  Journal(Journal&& other) noexcept;
  Journal& operator=(Journal&&) = delete;
  ~Journal();

  const std::string& path() const { return path_; }
  const std::vector<RolloutRecord>& rollouts() const { return rollouts_; }
  /// The last unfinished rollout; null when there is none.
  const RolloutRecord* unfinished() const;
  /// The last completed rollout; null when there is none.
  const RolloutRecord* last_done() const;

  Problems begin(const RolloutAbout& about, const TableTransition& sides);
  Problems reached(RolloutStep step);
  Problems turn();

 private:
  Journal() = default;
  Problems read();
  bool take(const std::string& line);
  std::optional<std::uint64_t> checksum_of(const std::string& line) const;
  Problems append(const std::string& record);
  Problems shorten();

  std::string path_;
  int file_ = -1;
  std::uint64_t last_checksum_ = 0, good_bytes_ = 0;
  std::vector<RolloutRecord> rollouts_;
};

}  // namespace ebb::inline fabric
