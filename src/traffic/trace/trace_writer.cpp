#include "traffic/trace/trace_writer.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <span>

#include "base/bytes.hpp"
#include "base/ensure.hpp"
#include "base/problem.hpp"
#include "base/record_file.hpp"

namespace ebb::inline traffic {

TraceWriter::TraceWriter(std::string path, Existing existing, std::string note)
    : path_(std::move(path)),
      form_(TraceForm::job),
      note_(note.substr(0, most_note_bytes)),
      file_(path_, note_.empty() ? job_kind : noted_job_kind, existing, Naming::at_the_end) {}

void TraceWriter::close_block() {
  const std::vector<SentMessage>& messages = block_.messages;
  if (messages.empty()) return;
  file_.write_compressed({.items = static_cast<std::uint32_t>(messages.size()),
                          .first = messages.front().at,
                          .last = messages.back().at},
                         form_ == TraceForm::job ? encode_job(block_, totals_.messages - messages.size())
                                                 : encode_messages(messages));
  ++totals_.blocks;
  block_.messages.clear(), block_.waits.clear(), block_waits_ = 0;
}

void TraceWriter::add(const SentMessage& m) {
  ENSURE(m.source != m.destination && form_ == TraceForm::messages);
  const std::vector<SentMessage>& messages = block_.messages;
  if ((messages.size() >= usual_block_messages && m.at > messages.back().at) ||
      messages.size() >= most_block_messages)
    close_block();
  append(m);
}

void TraceWriter::add(const SentMessage& m, Waits waits) {
  ENSURE(form_ == TraceForm::job && m.is_step() == (m.size.v == 0) && totals_.messages < most_job_messages);
  ENSURE(waits.after.size() <= most_waits && std::is_sorted(waits.after.begin(), waits.after.end()) &&
         (waits.after.empty() || waits.after.back() < totals_.messages));
  if (block_.messages.size() >= usual_block_messages || block_waits_ >= usual_block_waits) close_block();
  block_waits_ += waits.after.size();
  block_.waits.push_back(std::move(waits));
  append(m);
}

void TraceWriter::append(const SentMessage& m) {
  ENSURE(m.at >= totals_.length);
  block_.messages.push_back(m);
  ++totals_.messages;
  totals_.payload_bytes += static_cast<std::uint64_t>(m.size.v);
  totals_.hosts = std::max({totals_.hosts, m.source + 1, m.destination + 1});
  totals_.length = m.at;
}

TraceTotals TraceWriter::totals_with(std::uint32_t hosts, Picoseconds length) const {
  TraceTotals totals = totals_;
  totals.hosts = std::max(totals_.hosts, hosts);
  totals.length = std::max(totals_.messages > 0 ? totals_.length + 1_ps : Picoseconds{}, length);
  return totals;
}

void TraceWriter::keep(std::uint32_t hosts, Picoseconds length) {
  close_block();
  file_.keep({.kind = RecordKind::end}, encode(totals_with(hosts, length)));
}

Result<TraceTotals> TraceWriter::finish(std::uint32_t hosts, Picoseconds length) {
  close_block();
  totals_ = totals_with(hosts, length);
  ByteBuffer end(totals_size + note_.size());
  std::ranges::copy(encode(totals_), end.begin());
  std::ranges::copy(std::as_bytes(std::span(note_)), end.begin() + totals_size);
  file_.write({.kind = RecordKind::end}, end);
  if (const std::string wrong = file_.finish(); !wrong.empty())
    return Problem{path_, fmt::format("cannot be written: {}", wrong), "name another file with -o"};
  return totals_;
}

}  // namespace ebb::inline traffic
