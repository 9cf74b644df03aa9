#include "base/growing_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace ebb::inline base {
namespace {

/// Writes in one call, unless the system accepts less at a time. Returns an error number, or 0.
int write_at(int file, std::span<const std::byte> bytes, std::size_t offset) {
  while (!bytes.empty()) {
    const ssize_t count = ::pwrite(file, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno;
    if (count == 0) return ENOSPC;
    bytes = bytes.subspan(static_cast<std::size_t>(count)), offset += static_cast<std::size_t>(count);
  }
  return 0;
}

}  // namespace

GrowingFile::~GrowingFile() {
  if (file_ >= 0) ::close(file_);
}

void GrowingFile::make(std::span<const std::byte> content) {
  WholeFile first(path_, existing_);
  first.write(content);
  wrong_ = first.finish();
  if (!wrong_.empty()) return;
  file_ = ::open(path_.c_str(), O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
  if (file_ < 0) wrong_ = file_error_text(errno);
}

void GrowingFile::replace_tail(std::span<const std::byte> content) {
  int error = write_at(file_, content, kept_);
  if (error == 0 && content.size() < tail_.size() &&
      ::ftruncate(file_, static_cast<off_t>(kept_ + content.size())) != 0)
    error = errno;
  if (error == 0) return;
  wrong_ = file_error_text(error);
  // The disk may be full, but it had space for the previous tail.
  if (write_at(file_, tail_, kept_) == 0) (void)!::ftruncate(file_, static_cast<off_t>(kept_ + tail_.size()));
}

void GrowingFile::put(std::span<const std::byte> more, std::span<const std::byte> tail) {
  if (!wrong_.empty()) return;
  std::vector<std::byte> content(more.begin(), more.end());
  content.insert(content.end(), tail.begin(), tail.end());
  file_ < 0 ? make(content) : replace_tail(content);
  if (!wrong_.empty()) return;
  kept_ += more.size();
  tail_.assign(tail.begin(), tail.end());
}

const std::string& GrowingFile::finish() {
  if (wrong_.empty() && file_ >= 0 && ::fsync(file_) != 0) wrong_ = file_error_text(errno);
  if (file_ >= 0 && ::close(std::exchange(file_, -1)) != 0 && wrong_.empty()) wrong_ = file_error_text(errno);
  return wrong_;
}

}  // namespace ebb::inline base
