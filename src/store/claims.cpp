#include "store/claims.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <optional>
#include <thread>

#include "base/whole_file.hpp"

namespace ebb::inline store {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view sign_prefix = "process.";
const std::string closing = "closing";
constexpr double door_seconds = 30;

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Modification time in nanoseconds; nullopt when the file does not exist.
std::optional<std::int64_t> time_of(const std::string& path) {
  struct stat status {};
  if (lstat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return static_cast<std::int64_t>(status.st_mtim.tv_sec) * 1'000'000'000 + status.st_mtim.tv_nsec;
}

std::string target_of(const std::string& link) {
  std::error_code error;
  return fs::read_symlink(link, error).string();
}

Problem not_writable(const std::string& folder, int error) {
  return {folder, fmt::format("cannot be written: {}", file_error_text(error)),
          "check its permissions and the room on the disk, or use another --store"};
}

}  // namespace

std::string Claims::sign_of(const std::string& process) const {
  return fmt::format("{}/{}{}", folder_, sign_prefix, process);
}

std::string Claims::link_of(const std::string& id, int generation) const {
  return fmt::format("{}/{}.{}", folder_, id, generation);
}

Problems Claims::announce() {
  std::error_code error;
  fs::create_directories(folder_, error);
  const auto status = fs::symlink_status(folder_, error);
  if (fs::is_symlink(status))
    return {{folder_, "is a symbolic link, so that what is behind it may be somebody else's",
             "use another --store"}};
  if (!fs::is_directory(status))
    return {{folder_, "cannot be made: " + (error ? error.message() : "there is a file of this name"),
             "use another --store"}};
  const int file = ::open(sign_of(self_).c_str(), O_CREAT | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (file < 0) return {not_writable(folder_, errno)};
  close(file);
  return {};
}

Result<Claims> Claims::open(const std::string& folder, const Silence& silence) {
  Claims claims(folder, this_process(), silence);
  if (Problems problems = claims.announce(); !problems.empty()) {
    claims.self_.clear();
    return problems;
  }
  const double began = now();
  for (std::string other; !(other = claims.holder(closing)).empty();) {
    if (now() - began > door_seconds)
      return Problem{folder, fmt::format("process {} has been clearing it for {} s", other, door_seconds),
                     "it takes a moment: end that process if it hangs, and try again"};
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  claims.clear_if_alone();
  return claims;
}

Claims::Claims(Claims&& other) noexcept
    : folder_(std::move(other.folder_)),
      self_(std::move(other.self_)),
      silence_(other.silence_),
      borrowed_(std::move(other.borrowed_)),
      seen_(std::move(other.seen_)) {
  other.self_.clear(), other.borrowed_.clear();
}

Claims::~Claims() {
  if (self_.empty()) return;
  for (const std::string& link : borrowed_)
    if (target_of(link) == self_) unlink(link.c_str());
  unlink(sign_of(self_).c_str());
}

void Claims::still_here() const { utimensat(AT_FDCWD, sign_of(self_).c_str(), nullptr, AT_SYMLINK_NOFOLLOW); }

/// True when a process on another machine counts as dead. Both the file times and our own clock must show it,
/// unless the heartbeat has not changed for very long.
bool Claims::is_silent(const std::string& process, std::int64_t seen_ns) const {
  Seen& seen = seen_[process];
  if (seen.since == 0 || seen.sign_ns != seen_ns) seen = {seen_ns, now()};
  still_here();
  const auto ours = time_of(sign_of(self_));
  const double watched = now() - seen.since, age = ours ? static_cast<double>(*ours - seen_ns) * 1e-9 : 0;
  return (age > silence_.age_seconds && watched >= silence_.watched_seconds) ||
         watched > silence_.alone_seconds;
}

bool Claims::lives(const std::string& process) const {
  if (process == self_) return true;
  const auto seen = time_of(sign_of(process));
  if (!seen) return false;
  if (const auto here = runs_here(process)) return *here;
  return !is_silent(process, *seen);
}

Result<Claims::Taken> Claims::try_take(const std::string& id) {
  for (int generation = 0;;) {
    const std::string link = link_of(id, generation);
    if (symlink(self_.c_str(), link.c_str()) == 0)
      return Taken{generation == 0 ? Claim::fresh : Claim::taken_over, generation};
    if (errno != EEXIST) return not_writable(folder_, errno);
    std::error_code error;
    const std::string owner = fs::read_symlink(link, error).string();
    if (error == std::errc::no_such_file_or_directory) {  // released since we tried; no process has died
      generation = 0;
      continue;
    }
    // The claim is ours already, or the file server's reply was lost and the request was repeated.
    if (owner == self_) return Taken{Claim::taken_over, generation};
    if (lives(owner)) return Taken{Claim::held, generation};
    ++generation;
  }
}

Result<Claim> Claims::take(const std::string& id) {
  const auto taken = try_take(id);
  if (!taken) return taken.problems();
  return taken->claim;
}

Result<Claim> Claims::borrow(const std::string& id) {
  const auto taken = try_take(id);
  if (!taken) return taken.problems();
  if (taken->claim != Claim::held) borrowed_.push_back(link_of(id, taken->generation));
  return taken->claim;
}

std::string Claims::holder(const std::string& id) const {
  for (int generation = 0;; ++generation) {
    const std::string owner = target_of(link_of(id, generation));
    if (owner.empty()) return "";
    if (lives(owner)) return owner;
  }
}

std::vector<std::string> Claims::others() const {
  std::vector<std::string> found;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder_, error)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(sign_prefix)) continue;
    const std::string process = name.substr(sign_prefix.size());
    if (process != self_ && is_process_name(process) && lives(process)) found.push_back(process);
  }
  return found;
}

void Claims::clear_if_alone() {
  const auto door = try_take(closing);
  if (!door || door->claim == Claim::held) return;
  if (others().empty()) remove_claims();
  open_door(door->generation);
}

/// Removes only what ebb makes: links that name a process, and empty heartbeat files.
void Claims::remove_claims() const {
  std::error_code error;
  std::vector<std::string> ours;
  for (const auto& entry : fs::directory_iterator(folder_, error)) {
    const std::string path = entry.path().string(), name = entry.path().filename().string();
    if (name.starts_with(closing + ".") || path == sign_of(self_)) continue;
    if (std::find(borrowed_.begin(), borrowed_.end(), path) != borrowed_.end()) continue;
    const bool is_sign = name.starts_with(sign_prefix) && entry.is_regular_file(error) &&
                         !entry.is_symlink(error) && entry.file_size(error) == 0;
    const bool is_claim = entry.is_symlink(error) && is_process_name(target_of(path));
    if (is_sign || is_claim) ours.push_back(path);
  }
  for (const std::string& path : ours) unlink(path.c_str());
}

/// Renames our claim over those of dead processes first, so that it stays visible at every moment, then
/// removes it.
void Claims::open_door(int top) const {
  if (top > 0 && ::rename(link_of(closing, top).c_str(), link_of(closing, 0).c_str()) != 0) return;
  for (int generation = top - 1; generation > 0; --generation) unlink(link_of(closing, generation).c_str());
  unlink(link_of(closing, 0).c_str());
}

}  // namespace ebb::inline store
