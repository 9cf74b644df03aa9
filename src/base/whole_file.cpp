#include "base/whole_file.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace ebb::inline base {
namespace {

constexpr std::size_t buffer_size = 1 << 16;

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.find_last_of('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

std::string name_of_file(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }

/// Beside the file, so that it is on the same disk; hidden, so that `*.csv` does not match it.
std::string draft_name(const std::string& path) {
  std::uint64_t number = 0;
  if (getrandom(&number, sizeof number, 0) != static_cast<ssize_t>(sizeof number)) number = 0;
  return fmt::format("{}/.{}.{}-{:016x}.part", folder_of(path), name_of_file(path).substr(0, 100), getpid(),
                     number);
}

/// Flushes the name to the disk too. Some file systems cannot do it, and need not.
int sync_folder(const std::string& folder) {
  const int file = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0) return errno == EACCES ? 0 : errno;  // a folder may be writable and not readable
  const int error = ::fsync(file) != 0 && errno != EINVAL && errno != EROFS ? errno : 0;
  ::close(file);
  return error;
}

/// Fails with EEXIST when the name is taken. File systems without such a rename have links.
int name_if_free(const std::string& draft, const std::string& path) {
  if (::renameat2(AT_FDCWD, draft.c_str(), AT_FDCWD, path.c_str(), RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return errno;
  if (::link(draft.c_str(), path.c_str()) == 0) return ::unlink(draft.c_str()), 0;
  if (errno == EEXIST) return errno;
  struct stat found {};
  if (::lstat(path.c_str(), &found) == 0) return EEXIST;
  return ::rename(draft.c_str(), path.c_str()) == 0 ? 0 : errno;
}

/// Renaming would replace a device or a link by a plain file.
std::string wrong_with_what_is_there(const std::string& path) {
  struct stat found {};
  if (::lstat(path.c_str(), &found) != 0 || S_ISREG(found.st_mode)) return "";
  if (S_ISDIR(found.st_mode)) return "it is a folder";
  if (S_ISLNK(found.st_mode)) return "it is a symbolic link, and ebb follows none when it writes";
  return "it is no regular file";
}

int write_all(int file, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(file, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno;
    if (count == 0) return ENOSPC;
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
  return 0;
}

/// Creates a file that did not exist in any form before.
int create(const std::string& path) {
  return ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
}

int write_new_file(const std::string& path, const std::string& content) {
  const int file = create(path);
  if (file < 0) return errno;
  int error = write_all(file, std::as_bytes(std::span(content)));
  if (error == 0 && ::fsync(file) != 0) error = errno;
  if (::close(file) != 0 && error == 0) error = errno;
  return error;
}

/// Names of unfinished files. Beyond this many at once, those of a process ended by a signal stay, and `ebb
/// results check` reports them.
std::array<std::atomic<const char*>, 64> drafts{};
std::atomic<pid_t> drafts_owner{0};  // a child of fork() has the table too, but not the files

void note_draft(const char* name) {
  drafts_owner = getpid();
  for (auto& place : drafts) {
    const char* none = nullptr;
    if (place.compare_exchange_strong(none, name)) return;
  }
}

void forget_draft(const char* name) {
  for (auto& place : drafts) {
    const char* found = name;
    if (place.compare_exchange_strong(found, nullptr)) return;
  }
}

}  // namespace

void remove_unfinished() noexcept {
  if (drafts_owner != getpid()) return;
  for (auto& place : drafts)
    if (const char* name = place.exchange(nullptr)) ::unlink(name);
}

std::string file_error_text(int error) {
  switch (error) {
    case ENOSPC:
      return "the disk is full";
    case EDQUOT:
      return "your quota on this disk is used up";
    case EFBIG:
      return "a limit on file sizes is reached (ulimit -f)";
    case EROFS:
      return "the file system is read-only";
    case ENOENT:
      return "its folder is not there";
    case EACCES:
    case EPERM:
      return "you may not write there";
    case EEXIST:
      return "it is there already";
    default:
      return std::strerror(error);
  }
}

WholeFile::WholeFile(std::string path, Existing existing)
    : path_(std::move(path)), existing_(existing), wrong_(wrong_with_what_is_there(path_)) {
  if (!wrong_.empty()) return;
  draft_ = draft_name(path_);
  note_draft(draft_.c_str());
  file_ = create(draft_);
  if (file_ < 0) fail(errno);
  buffer_.reserve(buffer_size);
}

WholeFile::~WholeFile() {
  if (file_ >= 0) {
    ::close(file_);
    ::unlink(draft_.c_str());
  }
  if (!draft_.empty()) forget_draft(draft_.c_str());
}

void WholeFile::fail(int error) {
  if (wrong_.empty()) wrong_ = file_error_text(error);
}

void WholeFile::flush() {
  if (wrong_.empty())
    if (const int error = write_all(file_, buffer_); error != 0) fail(error);
  buffer_.clear();
}

void WholeFile::write(std::span<const std::byte> bytes) {
  if (!wrong_.empty()) return;
  buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
  if (buffer_.size() >= buffer_size) flush();
}

const std::string& WholeFile::finish() {
  flush();
  if (wrong_.empty() && ::fsync(file_) != 0) fail(errno);
  if (wrong_.empty()) wrong_ = wrong_with_what_is_there(path_);  // it may have appeared meanwhile
  if (!wrong_.empty()) return wrong_;
  const int error = existing_ == Existing::is_kept                 ? name_if_free(draft_, path_)
                    : ::rename(draft_.c_str(), path_.c_str()) != 0 ? errno
                                                                   : 0;
  if (error != 0) return fail(error), wrong_;
  ::close(std::exchange(file_, -1));
  if (const int unsafe = sync_folder(folder_of(path_)); unsafe != 0) fail(unsafe);
  return wrong_;
}

std::string write_whole_folder(const std::string& path,
                               const std::vector<std::pair<std::string, std::string>>& files) {
  const std::string draft = draft_name(path);
  if (::mkdir(draft.c_str(), 0777) != 0) return file_error_text(errno);
  int error = 0;
  std::vector<std::string> made, folders;
  for (const auto& [name, content] : files) {
    if (error != 0) break;
    const std::string path_now = draft + "/" + name;
    if (const std::string folder = folder_of(path_now);
        folder != draft && std::find(folders.begin(), folders.end(), folder) == folders.end()) {
      if (::mkdir(folder.c_str(), 0777) != 0) {
        error = errno;
        break;
      }
      folders.push_back(folder);
    }
    made.push_back(path_now);
    error = write_new_file(made.back(), content);
  }
  for (const std::string& folder : folders)
    if (error == 0) error = sync_folder(folder);
  if (error == 0) error = sync_folder(draft);
  if (error == 0) error = name_if_free(draft, path);
  if (error == 0) {
    error = sync_folder(folder_of(path));
    return error == 0 ? "" : file_error_text(error);
  }
  for (const std::string& file : made) ::unlink(file.c_str());
  for (const std::string& folder : folders) ::rmdir(folder.c_str());
  ::rmdir(draft.c_str());
  return file_error_text(error);
}

std::string check_writable(const std::string& path) {
  if (std::string wrong = wrong_with_what_is_there(path); !wrong.empty()) return wrong;
  const std::string draft = draft_name(path);
  note_draft(draft.c_str());
  // A page is enough to detect a full disk, which can still create empty files.
  const int error = write_new_file(draft, std::string(4096, '\0'));
  ::unlink(draft.c_str());
  forget_draft(draft.c_str());
  // The folders of /proc and /sys exist, but report ENOENT.
  if (error == ENOENT && ::access(folder_of(path).c_str(), F_OK) == 0)
    return "no file can be made in this folder";
  return error == 0 ? "" : file_error_text(error);
}

Problems check_output_file(const std::string& file, std::initializer_list<std::string_view> marks,
                           std::string_view what) {
  if (const std::string wrong = check_writable(file); !wrong.empty())
    return {{file, "cannot be written: " + wrong, "name another file"}};
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error) || std::filesystem::file_size(file, error) == 0)
    return {};
  std::string head(512, '\0');
  std::ifstream in(file, std::ios::binary);
  in.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(in.gcount()));
  if (std::any_of(marks.begin(), marks.end(),
                  [&](std::string_view mark) { return head.find(mark) != std::string::npos; }))
    return {};
  return {{file, fmt::format("is there already, and is not {}", what),
           "name another file, or remove this one first"}};
}

}  // namespace ebb::inline base
