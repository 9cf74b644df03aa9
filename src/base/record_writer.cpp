#include "base/record_writer.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace ebb::inline base {

RecordWriter::RecordWriter(std::string path, const FileKind& kind)
    : path_(std::move(path)), unfinished_(path_ + ".unfinished") {
  file_ = std::fopen(unfinished_.c_str(), "wb");
  if (!file_)
    error_ = errno;
  else
    append(file_head(kind));
}

RecordWriter::~RecordWriter() {
  if (!file_) return;
  std::fclose(file_);
  std::remove(unfinished_.c_str());
}

void RecordWriter::append(std::span<const std::byte> bytes) {
  if (error_ != 0 || bytes.empty()) return;
  errno = 0;
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) error_ = errno ? errno : EIO;
}

void RecordWriter::write(RecordHead head, std::span<const std::byte> stored) {
  head.stored_bytes = static_cast<std::uint32_t>(stored.size());
  head.before = before_;
  head.checksum = before_ = record_checksum(head, stored);
  append(encode(head));
  append(stored);
}

void RecordWriter::write_compressed(RecordHead head, std::span<const std::byte> raw) {
  head.raw_bytes = static_cast<std::uint32_t>(raw.size());
  write(head, compressed(raw));
}

std::string RecordWriter::wrong() const { return error_ == 0 ? "" : std::strerror(error_); }

std::string RecordWriter::finish() {
  if (file_) {
    if (std::fflush(file_) != 0 && error_ == 0) error_ = errno;
    if (::fsync(::fileno(file_)) != 0 && error_ == 0) error_ = errno;
  }
  if (error_ == 0 && std::rename(unfinished_.c_str(), path_.c_str()) != 0) error_ = errno;
  if (error_ != 0) return wrong();
  std::fclose(file_);
  file_ = nullptr;
  return "";
}

}  // namespace ebb::inline base
