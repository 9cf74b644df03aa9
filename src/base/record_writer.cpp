#include "base/record_writer.hpp"

#include <algorithm>

#include "base/ensure.hpp"

namespace ebb::inline base {
namespace {

/// Returns the record's bytes, and completes its head.
ByteBuffer bytes_of(RecordHead& head, std::uint64_t before, std::span<const std::byte> stored) {
  head.stored_bytes = static_cast<std::uint32_t>(stored.size());
  head.before = before;
  head.checksum = record_checksum(head, stored);
  const auto encoded = encode(head);
  ByteBuffer bytes(encoded.size() + stored.size());
  std::copy(stored.begin(), stored.end(), std::copy(encoded.begin(), encoded.end(), bytes.begin()));
  return bytes;
}

}  // namespace

RecordWriter::RecordWriter(std::string path, const FileKind& kind, Existing existing, Naming naming) {
  if (naming == Naming::at_once)
    growing_.emplace(std::move(path), existing);
  else
    whole_.emplace(std::move(path), existing);
  put(file_head(kind));
}

void RecordWriter::put(std::span<const std::byte> bytes) {
  if (whole_)
    whole_->write(bytes);
  else
    pending_.insert(pending_.end(), bytes.begin(), bytes.end());
}

void RecordWriter::write(RecordHead head, std::span<const std::byte> stored) {
  put(bytes_of(head, before_, stored));
  before_ = head.checksum;
}

void RecordWriter::write_compressed(RecordHead head, std::span<const std::byte> raw) {
  head.raw_bytes = static_cast<std::uint32_t>(raw.size());
  write(head, compressed(raw));
}

void RecordWriter::keep(RecordHead last, std::span<const std::byte> stored) {
  ENSURE(growing_);
  growing_->put(pending_, bytes_of(last, before_, stored));
  pending_.clear();
}

void RecordWriter::keep_compressed(RecordHead last, std::span<const std::byte> raw) {
  last.raw_bytes = static_cast<std::uint32_t>(raw.size());
  keep(last, compressed(raw));
}

const std::string& RecordWriter::finish() {
  if (whole_) return whole_->finish();
  growing_->put(pending_, {});
  pending_.clear();
  return growing_->finish();
}

}  // namespace ebb::inline base
