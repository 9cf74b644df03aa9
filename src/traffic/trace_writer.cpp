#include "traffic/trace_writer.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "base/ensure.hpp"

namespace ebb::inline traffic {

void TraceWriter::close_block() {
  if (block_.empty()) return;
  file_.write_compressed({.items = static_cast<std::uint32_t>(block_.size()),
                          .first = block_.front().at,
                          .last = block_.back().at},
                         encode_messages(block_));
  ++totals_.blocks;
  block_.clear();
}

void TraceWriter::add(const SentMessage& m) {
  ENSURE(m.at >= totals_.length && m.source != m.destination);
  if ((block_.size() >= usual_block_messages && m.at > block_.back().at) ||
      block_.size() >= most_block_messages)
    close_block();
  block_.push_back(m);
  ++totals_.messages;
  totals_.payload_bytes += static_cast<std::uint64_t>(m.size.v);
  totals_.hosts = std::max({totals_.hosts, m.source + 1, m.destination + 1});
  totals_.length = m.at;
}

Result<TraceTotals> TraceWriter::finish(std::uint32_t hosts, Picoseconds length) {
  close_block();
  totals_.hosts = std::max(totals_.hosts, hosts);
  totals_.length = std::max(totals_.messages > 0 ? totals_.length + 1_ps : Picoseconds{}, length);
  file_.write({.kind = RecordKind::end}, encode(totals_));
  if (const std::string wrong = file_.finish(); !wrong.empty())
    return Problem{path_, fmt::format("cannot be written: {}", wrong), "choose another place with -o"};
  return totals_;
}

}  // namespace ebb::inline traffic
