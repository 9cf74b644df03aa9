// Any bytes at all as a trace: they are read or refused, in little time and memory. Bytes that begin with
// 0xff are a block's messages, sealed with right checksums, so that what stands behind the checksums is
// reached too; 0xfe are those of a job.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/ensure.hpp"
#include "traffic/trace/trace_file.hpp"

namespace {

using Bytes = std::span<const std::byte>;

void read_whole(Bytes bytes) {
  const auto trace = ebb::TraceFile::open(ebb::bytes_in_memory(bytes), "fuzz");
  if (!trace) {
    ENSURE(trace.problems().size() == 1 && !trace.problems()[0].hint.empty());
    return;
  }
  std::uint64_t messages = 0;
  ebb::Picoseconds before{};
  for (std::size_t i = 0; i < (*trace)->blocks(); ++i) {
    const auto block = (*trace)->read(i);
    ENSURE(block.ok());  // what was checked can be read
    for (const ebb::SentMessage& m : *block) {
      ENSURE(m.at >= before && m.at < (*trace)->totals().length && m.is_step() == (m.size.v == 0) &&
             (!m.is_step() || (*trace)->is_job()) && m.source < (*trace)->totals().hosts &&
             m.destination < (*trace)->totals().hosts);
      before = m.at, ++messages;
    }
  }
  ENSURE(messages == (*trace)->totals().messages);
}

/// The first 20 bytes are the block's numbers, the rest its messages.
void read_sealed(Bytes bytes, bool is_job) {
  if (bytes.size() < 20) return;
  std::array<std::byte, ebb::record_head_size> head_bytes{};
  std::copy_n(bytes.begin(), 20, head_bytes.begin() + 12);
  ebb::RecordHead head = ebb::decode_head(head_bytes);
  head.kind = ebb::RecordKind::block;
  head.items %= 4'096;
  const Bytes raw = bytes.subspan(20);
  head.raw_bytes = static_cast<std::uint32_t>(raw.size());
  const ebb::ByteBuffer stored = ebb::compressed(raw);
  head.stored_bytes = static_cast<std::uint32_t>(stored.size());
  head.checksum = ebb::record_checksum(head, stored);
  ebb::ByteBuffer file;
  const auto put = [&](Bytes more) { file.insert(file.end(), more.begin(), more.end()); };
  put(ebb::file_head(is_job ? ebb::job_kind : ebb::trace_kind)), put(ebb::encode(head)), put(stored);
  ebb::TraceTotals totals{head.items, 0, 1, 1'000, ebb::latest_trace_time};
  const auto add = [&](const std::vector<ebb::SentMessage>& messages) {
    for (const ebb::SentMessage& m : messages) totals.payload_bytes += static_cast<std::uint64_t>(m.size.v);
  };
  if (const auto job = ebb::decode_job(head, raw, 0); is_job && job) add(job->messages);
  if (const auto messages = ebb::decode_messages(head, raw); !is_job && messages) add(*messages);
  const auto end = ebb::encode(totals);
  ebb::RecordHead last{
      .kind = ebb::RecordKind::end, .stored_bytes = ebb::totals_size, .before = head.checksum};
  last.checksum = ebb::record_checksum(last, end);
  put(ebb::encode(last)), put(end);
  read_whole(file);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Bytes bytes = std::as_bytes(std::span(data, size));
  if (size > 0 && data[0] >= 0xfe)
    read_sealed(bytes.subspan(1), data[0] == 0xfe);
  else
    read_whole(bytes);
  return 0;
}
