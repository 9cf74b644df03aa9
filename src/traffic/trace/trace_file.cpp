#include "traffic/trace/trace_file.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <span>

#include "base/bytes.hpp"
#include "base/record_file.hpp"

namespace ebb::inline traffic {

namespace {

/// Returns the note of a file that others may have written: what is not printable could steer a terminal.
std::string readable_note(std::span<const std::byte> bytes) {
  std::string note;
  for (const std::byte b : bytes) {
    const auto c = std::to_integer<unsigned char>(b);
    note += c == '\n' || (c >= 0x20 && c < 0x7f) ? static_cast<char>(c) : '?';
  }
  return note;
}

}  // namespace

/// A record with a correct checksum.
struct TraceFile::Found {
  RecordHead head;
  ByteBuffer stored;
};

Problem TraceFile::problem_at(std::uint64_t offset, std::string what) const {
  return {fmt::format("{}: byte {}", name_, offset), std::move(what),
          "the trace is damaged: copy it again, or record it again; nothing of it was used"};
}

Problem TraceFile::cut_off() const {
  return {fmt::format("{}: byte {}", name_, bytes_->size()), "the file ends here, but the trace does not",
          "the trace was cut off: copy it again, or record it again; nothing of it was used"};
}

Result<TraceFile::Found> TraceFile::read_record(std::uint64_t offset) const {
  std::array<std::byte, record_head_size> head;
  if (offset + head.size() > bytes_->size()) return cut_off();
  if (!bytes_->read(offset, head)) return problem_at(offset, "cannot be read");
  Found found{decode_head(head), {}};
  const RecordHead& h = found.head;
  const bool is_block = h.kind == RecordKind::block;
  if ((!is_block && h.kind != RecordKind::end) || h.raw_bytes > most_raw_bytes ||
      h.stored_bytes > most_raw_bytes + 65'536 || h.items > most_block_messages)
    return problem_at(offset, "has no record");
  if (offset + head.size() + h.stored_bytes > bytes_->size()) return cut_off();
  found.stored.resize(h.stored_bytes);
  if (!bytes_->read(offset + head.size(), found.stored)) return problem_at(offset, "cannot be read");
  if (record_checksum(h, found.stored) != h.checksum)
    return problem_at(offset, "begins a record whose checksum is wrong");
  return found;
}

Result<TraceBlock> TraceFile::block_of(const Found& record, std::uint64_t offset,
                                       std::uint64_t number) const {
  const RecordHead& h = record.head;
  ByteBuffer raw(h.raw_bytes);
  if (!decompress(record.stored, raw))
    return problem_at(offset, "begins a block that cannot be decompressed");
  const auto bad = [&](const Problems& problems) {
    return problem_at(offset, "begins a bad block: " + problems[0].what);
  };
  if (is_job_) {
    auto block = decode_job(h, raw, number);
    if (!block) return bad(block.problems());
    return block;
  }
  auto messages = decode_messages(h, raw);
  if (!messages) return bad(messages.problems());
  return TraceBlock{std::move(*messages), {}};
}

/// A host knows only of messages that it sent or received.
Problems TraceFile::check_waits(const TraceBlock& block, std::uint64_t offset, Sum& sum) const {
  for (std::size_t i = 0; i < block.waits.size(); ++i) {
    const SentMessage& m = block.messages[i];
    for (const std::uint32_t after : block.waits[i].after) {
      const auto [from, to] = after < sum.ends.size() ? sum.ends[after] : std::pair{no_id, no_id};
      if (from != m.source && to != m.source)
        return {problem_at(offset, fmt::format("begins a bad block: message {} of the block waits for "
                                               "message {}, which its source neither sent nor was sent",
                                               i, after))};
    }
    sum.ends.emplace_back(m.source, m.destination);
  }
  return {};
}

Problems TraceFile::check_block(const Found& record, std::uint64_t offset, Sum& all) {
  TraceTotals& sum = all.totals;
  const auto block = block_of(record, offset, sum.messages);
  if (!block) return block.problems();
  if (record.head.first < sum.length)
    return {problem_at(offset, "begins a block that starts before the one before ends")};
  if (Problems problems = check_waits(*block, offset, all); !problems.empty()) return problems;
  for (const SentMessage& m : block->messages) {
    sum.payload_bytes += static_cast<std::uint64_t>(m.size.v);
    sum.hosts = std::max({sum.hosts, m.source + 1, m.destination + 1});
    largest_ = std::max(largest_, m.size);
  }
  sum.messages += block->messages.size();
  ++sum.blocks;
  sum.length = record.head.last;
  return {};
}

/// `sum` is the content of the blocks. The trace may have more hosts and last longer than its messages show.
Problems TraceFile::check_end(const Found& record, std::uint64_t offset, const TraceTotals& sum) {
  const std::size_t size = record.stored.size();
  if (has_note_ ? size <= totals_size || size > totals_size + most_note_bytes : size != totals_size)
    return {problem_at(offset, "begins an invalid end record")};
  totals_ = decode_totals(std::span(record.stored).first<totals_size>());
  const bool agrees = totals_.messages == sum.messages && totals_.payload_bytes == sum.payload_bytes &&
                      totals_.blocks == sum.blocks && totals_.hosts >= sum.hosts && totals_.hosts != no_id &&
                      totals_.length >= sum.length && (sum.messages == 0 || totals_.length > sum.length);
  if (!agrees) return {problem_at(offset, "begins an end record that disagrees with the blocks before it")};
  const std::uint64_t end = offset + record_head_size + size;
  if (end != bytes_->size()) return {problem_at(end, "follows the end of the trace: the file is too long")};
  note_ = readable_note(std::span(record.stored).subspan(totals_size));
  return {};
}

Problems TraceFile::check() {
  std::array<std::byte, file_head_size> head;
  if (bytes_->size() < head.size() || !bytes_->read(0, head))
    return {{fmt::format("{}: byte {}", name_, bytes_->size()), "is too short for a trace",
             "traces are made by `ebb trace record` and `ebb trace convert`"}};
  const std::string wrong = check_file_head(job_kind, head);
  has_note_ = check_file_head(noted_job_kind, head).empty();
  is_job_ = has_note_ || wrong.empty();
  if (!is_job_ && !check_file_head(trace_kind, head).empty())
    return {
        {name_, wrong, "traces are made by `ebb trace record`; a text becomes one by `ebb trace convert`"}};
  Sum sum;
  std::uint64_t offset = head.size(), before = 0;
  for (;;) {
    const auto record = read_record(offset);
    if (!record) return record.problems();
    if (record->head.before != before)
      return {problem_at(offset, "begins a record that does not belong here")};
    if (record->head.kind == RecordKind::end) return check_end(*record, offset, sum.totals);
    const std::uint64_t number = sum.totals.messages;
    if (Problems problems = check_block(*record, offset, sum); !problems.empty()) return problems;
    index_.push_back({offset, record->head.first, record->head.last, number});
    before = record->head.checksum;
    offset += record_head_size + record->head.stored_bytes;
  }
}

Result<std::shared_ptr<const TraceFile>> TraceFile::open(std::unique_ptr<TraceBytes> bytes,
                                                         std::string name) {
  std::shared_ptr<TraceFile> file(new TraceFile(std::move(bytes), std::move(name)));
  if (Problems problems = file->check(); !problems.empty()) return problems;
  return std::shared_ptr<const TraceFile>(std::move(file));
}

Result<std::shared_ptr<const TraceFile>> TraceFile::open(const std::string& path) {
  auto bytes = open_bytes(path);
  if (!bytes) return bytes.problems();
  return open(std::move(*bytes), path);
}

Result<TraceBlock> TraceFile::read_block(std::size_t block) const {
  const auto record = read_record(index_[block].offset);
  if (!record) return record.problems();
  return block_of(*record, index_[block].offset, index_[block].number);
}

Result<std::vector<SentMessage>> TraceFile::read(std::size_t block) const {
  auto found = read_block(block);
  if (!found) return found.problems();
  return std::move(found->messages);
}

}  // namespace ebb::inline traffic
