#include "base/record_writer.hpp"

namespace ebb::inline base {

RecordWriter::RecordWriter(std::string path, const FileKind& kind, Existing existing)
    : file_(std::move(path), existing) {
  file_.write(file_head(kind));
}

void RecordWriter::write(RecordHead head, std::span<const std::byte> stored) {
  head.stored_bytes = static_cast<std::uint32_t>(stored.size());
  head.before = before_;
  head.checksum = before_ = record_checksum(head, stored);
  file_.write(encode(head));
  file_.write(stored);
}

void RecordWriter::write_compressed(RecordHead head, std::span<const std::byte> raw) {
  head.raw_bytes = static_cast<std::uint32_t>(raw.size());
  write(head, compressed(raw));
}

}  // namespace ebb::inline base
