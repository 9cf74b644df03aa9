#include "traffic/trace_writer.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/ensure.hpp"

namespace ebb::inline traffic {

TraceWriter::TraceWriter(std::string path) : path_(std::move(path)), unfinished_(path_ + ".unfinished") {
  file_ = std::fopen(unfinished_.c_str(), "wb");
  if (!file_)
    error_ = errno;
  else
    write(trace_head());
}

TraceWriter::~TraceWriter() {
  if (!file_) return;
  std::fclose(file_);
  std::remove(unfinished_.c_str());
}

void TraceWriter::write(std::span<const std::byte> bytes) {
  if (error_ != 0 || bytes.empty()) return;
  errno = 0;
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) error_ = errno ? errno : EIO;
}

void TraceWriter::write_record(RecordHead head, std::span<const std::byte> stored) {
  head.stored_bytes = static_cast<std::uint32_t>(stored.size());
  head.before = before_;
  head.checksum = before_ = record_checksum(head, stored);
  write(encode(head));
  write(stored);
}

void TraceWriter::close_block() {
  if (block_.empty()) return;
  const ByteString raw = encode_messages(block_);
  write_record({.raw_bytes = static_cast<std::uint32_t>(raw.size()),
                .messages = static_cast<std::uint32_t>(block_.size()),
                .first = block_.front().at,
                .last = block_.back().at},
               compressed(raw));
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
  if (file_) {
    write_record({.kind = RecordKind::end}, encode(totals_));
    if (std::fflush(file_) != 0 && error_ == 0) error_ = errno;
    if (::fsync(::fileno(file_)) != 0 && error_ == 0) error_ = errno;
  }
  if (error_ == 0 && std::rename(unfinished_.c_str(), path_.c_str()) != 0) error_ = errno;
  if (error_ != 0)
    return Problem{path_, fmt::format("cannot be written: {}", std::strerror(error_)),
                   "choose another place with -o"};
  std::fclose(file_);
  file_ = nullptr;
  return totals_;
}

}  // namespace ebb::inline traffic
