#include "store/file_locks.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/whole_file.hpp"
#include "store/process_name.hpp"

namespace ebb::inline store {
namespace {

/// Takes a lock that belongs to the open file, not to the process, so that one process can test the
/// exclusion.
int lock(int file) {
  struct flock whole {};
  whole.l_type = F_WRLCK, whole.l_whence = SEEK_SET;
  return ::fcntl(file, F_OFD_SETLK, &whole) == 0 ? 0 : errno;
}

std::string wrong_with(int first, int second) {
  if (const int error = lock(first); error != 0) return std::strerror(error);
  const int error = lock(second);
  if (error == EAGAIN || error == EACCES) return "";
  return error == 0 ? "two were given the same lock at once" : std::strerror(error);
}

}  // namespace

std::string wrong_with_locks(const std::string& folder) {
  const std::string path = fmt::format("{}/.locks.{}", folder, this_process());
  const int first = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (first < 0) return file_error_text(errno);
  const int second = ::open(path.c_str(), O_RDWR | O_NOFOLLOW | O_CLOEXEC);
  const std::string wrong = second < 0 ? std::strerror(errno) : wrong_with(first, second);
  if (second >= 0) ::close(second);
  ::close(first);
  ::unlink(path.c_str());
  return wrong;
}

}  // namespace ebb::inline store
