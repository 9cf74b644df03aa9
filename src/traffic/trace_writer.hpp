// Writes a trace as it is generated, a block at a time. The file gets its name only when it is complete.
#pragma once

#include <string>
#include <vector>

#include "base/record_writer.hpp"
#include "traffic/trace_format.hpp"

namespace ebb::inline traffic {

class TraceWriter {
 public:
  explicit TraceWriter(std::string path) : path_(std::move(path)), file_(path_, trace_kind) {}

  /// Messages in the order of time, none of them from a host to itself.
  void add(const SentMessage& message);
  /// What the whole trace holds, or why it could not be written. `hosts` and `length` may be larger than the
  /// messages show: a host that is silent is there all the same.
  Result<TraceTotals> finish(std::uint32_t hosts, Picoseconds length);

 private:
  void close_block();

  const std::string path_;
  RecordWriter file_;
  std::vector<SentMessage> block_;
  TraceTotals totals_;
};

}  // namespace ebb::inline traffic
