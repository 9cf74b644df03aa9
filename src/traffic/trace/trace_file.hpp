// A trace that has been checked from its first byte to its last: every checksum, every message. Blocks are
// read again one at a time, by any number of threads, so a trace may be far larger than memory.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "base/units.hpp"
#include "network/network.hpp"
#include "traffic/trace/trace_bytes.hpp"
#include "traffic/trace/trace_format.hpp"

namespace ebb::inline traffic {

class TraceFile {
 public:
  static Result<std::shared_ptr<const TraceFile>> open(const std::string& path);
  /// `name` is the file's name in messages.
  static Result<std::shared_ptr<const TraceFile>> open(std::unique_ptr<TraceBytes> bytes, std::string name);

  const std::string& name() const { return name_; }
  const TraceTotals& totals() const { return totals_; }
  /// True when its messages have dependencies.
  bool is_job() const { return is_job_; }
  /// Returns the lines that say how a job came about; empty without any.
  const std::string& note() const { return note_; }
  /// Returns the size of the largest message.
  Bytes largest() const { return largest_; }
  std::uint64_t size() const { return bytes_->size(); }
  std::size_t blocks() const { return index_.size(); }
  Picoseconds first(std::size_t block) const { return index_[block].first; }
  Picoseconds last(std::size_t block) const { return index_[block].last; }
  /// In the order of time. Returns a problem when the file has changed since it was opened.
  Result<std::vector<SentMessage>> read(std::size_t block) const;
  /// The same, with the dependencies of a job's messages.
  Result<TraceBlock> read_block(std::size_t block) const;

 private:
  struct Place {
    std::uint64_t offset;  ///< of the record
    Picoseconds first, last;
    std::uint64_t number;  ///< of its first message
  };
  struct Found;
  /// What has been read so far: the totals and, of a job, source and destination of each message.
  struct Sum {
    TraceTotals totals;
    std::vector<std::pair<HostId, HostId>> ends;
  };

  TraceFile(std::unique_ptr<TraceBytes> bytes, std::string name)
      : bytes_(std::move(bytes)), name_(std::move(name)) {}

  Problems check();
  Result<Found> read_record(std::uint64_t offset) const;
  Result<TraceBlock> block_of(const Found& record, std::uint64_t offset, std::uint64_t number) const;
  Problems check_block(const Found& record, std::uint64_t offset, Sum& sum);
  Problems check_waits(const TraceBlock& block, std::uint64_t offset, Sum& sum) const;
  Problems check_end(const Found& record, std::uint64_t offset, const TraceTotals& sum);
  Problem problem_at(std::uint64_t offset, std::string what) const;
  Problem cut_off() const;

  std::unique_ptr<TraceBytes> bytes_;
  std::string name_;
  TraceTotals totals_;
  bool is_job_ = false, has_note_ = false;
  std::string note_;
  Bytes largest_{};
  std::vector<Place> index_;
};

}  // namespace ebb::inline traffic
