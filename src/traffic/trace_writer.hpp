// Writes a trace as it is generated, a block at a time. The file gets its name only when it is complete.
#pragma once

#include <string>
#include <vector>

#include "base/record_writer.hpp"
#include "traffic/trace_format.hpp"

namespace ebb::inline traffic {

class TraceWriter {
 public:
  explicit TraceWriter(std::string path, Existing existing = Existing::is_replaced)
      : path_(std::move(path)), file_(path_, trace_kind, existing) {}

  /// Messages in the order of time, none of them from a host to itself.
  void add(const SentMessage& message);
  /// Why it cannot be written, as far as is known by now; empty when all is well.
  const std::string& wrong() const { return file_.wrong(); }
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
