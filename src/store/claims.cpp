#include "store/claims.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

namespace ebb::inline store {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view sign_prefix = "process.";

/// Distinguishes machines of one name, and a machine from itself before it was started again.
std::string boot() {
  std::string id;
  std::ifstream("/proc/sys/kernel/random/boot_id") >> id;
  return id.substr(0, 8);
}

/// When the process began, in ticks since boot: tells it from a later one with the same number. 0: none such.
std::uint64_t begin_of(std::int64_t pid) {
  std::ifstream file(fmt::format("/proc/{}/stat", pid));
  std::stringstream all;
  all << file.rdbuf();
  const std::string text = all.str();
  const std::size_t name_end = text.rfind(')');  // the name may hold anything
  if (name_end == std::string::npos) return 0;
  std::istringstream rest(text.substr(name_end + 1));
  std::string field;
  for (int i = 3; i < 22; ++i) rest >> field;
  if (field.empty() || text[name_end + 2] == 'Z') return 0;
  std::uint64_t begin = 0;
  rest >> begin;
  return begin;
}

std::string machine_and_boot() { return fmt::format("{}.{}", machine_name(), boot()); }

/// Modification time in seconds; nothing when the file is not there.
std::optional<std::int64_t> time_of(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return std::nullopt;
  return status.st_mtim.tv_sec;
}

std::string target_of(const std::string& link) {
  std::error_code error;
  return fs::read_symlink(link, error).string();
}

}  // namespace

std::string machine_name() {
  char name[256] = "machine";
  gethostname(name, sizeof name - 1);
  std::string out;
  for (const char* c = name; *c; ++c) out += std::isalnum(static_cast<unsigned char>(*c)) ? *c : '_';
  return out.empty() ? "machine" : out;
}

std::string Claims::sign_of(const std::string& process) const {
  return fmt::format("{}/{}{}", folder_, sign_prefix, process);
}

Result<Claims> Claims::open(const std::string& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error)
    return Problem{folder, fmt::format("cannot be made: {}", error.message()), "use another --store"};
  Claims claims(folder, fmt::format("{}.{}.{}", machine_and_boot(), getpid(), begin_of(getpid())));
  const int file = ::open(claims.sign_of(claims.self_).c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0666);
  if (file < 0)
    return Problem{folder, fmt::format("cannot be written: {}", std::strerror(errno)),
                   "check its permissions and the room on the disk, or use another --store"};
  close(file);
  return claims;
}

Claims::Claims(Claims&& other) noexcept : folder_(std::move(other.folder_)), self_(std::move(other.self_)) {
  other.self_.clear();
}

Claims::~Claims() {
  if (!self_.empty()) unlink(sign_of(self_).c_str());
}

void Claims::still_here() const { utimensat(AT_FDCWD, sign_of(self_).c_str(), nullptr, 0); }

bool Claims::lives(const std::string& process) const {
  if (process == self_) return true;
  const auto seen = time_of(sign_of(process));
  if (!seen) return false;
  const std::string here = machine_and_boot() + ".";
  if (process.starts_with(here)) {
    std::int64_t pid = 0;
    std::uint64_t begin = 0;
    return std::sscanf(process.c_str() + here.size(), "%ld.%lu", &pid, &begin) == 2 && begin_of(pid) == begin;
  }
  still_here();
  const auto now = time_of(sign_of(self_));
  return !now || *now - *seen <= silence_seconds;
}

Result<Claim> Claims::take(const std::string& id) {
  for (int generation = 0;; ++generation) {
    const std::string link = fmt::format("{}/{}.{}", folder_, id, generation);
    if (symlink(self_.c_str(), link.c_str()) == 0) return generation == 0 ? Claim::fresh : Claim::taken_over;
    if (errno != EEXIST)
      return Problem{folder_, fmt::format("cannot be written: {}", std::strerror(errno)),
                     "check its permissions and the room on the disk, then give the same command again"};
    const std::string owner = target_of(link);
    // It is ours already, or a file server's answer got lost and it was asked again.
    if (owner == self_) return Claim::taken_over;
    if (lives(owner)) return Claim::held;
  }
}

std::string Claims::holder(const std::string& id) const {
  for (int generation = 0;; ++generation) {
    const std::string owner = target_of(fmt::format("{}/{}.{}", folder_, id, generation));
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
    if (process != self_ && lives(process)) found.push_back(process);
  }
  return found;
}

void Claims::clear() const {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder_, error))
    if (entry.path() != sign_of(self_)) fs::remove(entry.path(), error);
}

}  // namespace ebb::inline store
