// Writes a trace as it is generated, a block at a time. The file gets its name only when it is complete: what
// is interrupted leaves nothing that could be taken for a trace.
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "traffic/trace_format.hpp"

namespace ebb::inline traffic {

class TraceWriter {
 public:
  explicit TraceWriter(std::string path);
  TraceWriter(const TraceWriter&) = delete;
  TraceWriter& operator=(const TraceWriter&) = delete;
  ~TraceWriter();  ///< an unfinished file is deleted

  /// Messages in the order of time, none of them from a host to itself.
  void add(const SentMessage& message);
  /// What the whole trace holds, or why it could not be written. `hosts` and `length` may be larger than the
  /// messages show: a host that is silent is there all the same.
  Result<TraceTotals> finish(std::uint32_t hosts, Picoseconds length);

 private:
  void write(std::span<const std::byte> bytes);
  void write_record(RecordHead head, std::span<const std::byte> stored);
  void close_block();

  const std::string path_, unfinished_;
  std::FILE* file_ = nullptr;
  int error_ = 0;  ///< the first one
  std::vector<SentMessage> block_;
  TraceTotals totals_;
  std::uint64_t before_ = 0;
};

}  // namespace ebb::inline traffic
