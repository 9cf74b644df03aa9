#include "traffic/trace/trace_bytes.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/problem.hpp"

namespace ebb::inline traffic {
namespace {

class FileBytes final : public TraceBytes {
 public:
  FileBytes(int file, std::uint64_t size) : file_(file), size_(size) {}
  FileBytes(const FileBytes&) = delete;
  FileBytes& operator=(const FileBytes&) = delete;
  ~FileBytes() override { ::close(file_); }

  std::uint64_t size() const override { return size_; }
  bool read(std::uint64_t offset, std::span<std::byte> out) const override {
    while (!out.empty()) {
      const ssize_t got = ::pread(file_, out.data(), out.size(), static_cast<off_t>(offset));
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) return false;
      offset += static_cast<std::uint64_t>(got);
      out = out.subspan(static_cast<std::size_t>(got));
    }
    return true;
  }

 private:
  const int file_;
  const std::uint64_t size_;
};

class MemoryBytes final : public TraceBytes {
 public:
  explicit MemoryBytes(std::span<const std::byte> bytes) : bytes_(bytes) {}
  std::uint64_t size() const override { return bytes_.size(); }
  bool read(std::uint64_t offset, std::span<std::byte> out) const override {
    if (offset > bytes_.size() || out.size() > bytes_.size() - offset) return false;
    if (!out.empty()) std::memcpy(out.data(), bytes_.data() + offset, out.size());
    return true;
  }

 private:
  const std::span<const std::byte> bytes_;
};

}  // namespace

Result<std::unique_ptr<TraceBytes>> open_bytes(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);  // opening a pipe must not block
  if (file < 0)
    return Problem{
        path,
        errno == ENOENT ? "there is no such file" : fmt::format("cannot be read: {}", std::strerror(errno)),
        "a trace is made by `ebb trace record` or `ebb trace convert`"};
  struct stat about {};
  if (::fstat(file, &about) != 0 || !S_ISREG(about.st_mode)) {
    ::close(file);
    return Problem{path, "is not a regular file", "a trace is read at many places: save it to a file first"};
  }
  return std::unique_ptr<TraceBytes>(
      std::make_unique<FileBytes>(file, static_cast<std::uint64_t>(about.st_size)));
}

std::unique_ptr<TraceBytes> bytes_in_memory(std::span<const std::byte> bytes) {
  return std::make_unique<MemoryBytes>(bytes);
}

}  // namespace ebb::inline traffic
