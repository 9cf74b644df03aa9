#include "fabric/rollout/journal.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/digest.hpp"
#include "base/fields.hpp"
#include "fabric/rollout/journal_json.hpp"

namespace ebb::inline fabric {
namespace {

std::uint64_t checksum(std::uint64_t before, const std::string& text) {
  return Digest{}.add(before).add(text).value();
}

Problem damaged(const std::string& path, std::size_t line) {
  return {fmt::format("{}:{}", path, line), "the journal is damaged: this line is not as it was written",
          "restore the file from a copy; without one, move it away, and the next deploy begins from what the "
          "switches hold"};
}

Problem system_problem(const std::string& path, std::string_view what) {
  return {path, fmt::format("{}: {}", what, std::strerror(errno)),
          "the journal is beside the inventory unless --journal names another place"};
}

/// Opening a pipe would block, and a device may never end.
bool is_regular(int file) {
  struct stat found {};
  return fstat(file, &found) == 0 && S_ISREG(found.st_mode);
}

Problem no_file(const std::string& path) {
  return {path, "is not a regular file", "name another place for the journal with --journal"};
}

}  // namespace

Result<Journal> Journal::open(const std::string& path) {
  Journal journal;
  journal.path_ = path;
  journal.file_ =
      ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW, 0600);
  if (journal.file_ < 0 && errno == ELOOP)
    return Problem{path, "is a symbolic link, and ebb follows none when it writes",
                   "name another place for the journal with --journal"};
  if (journal.file_ < 0) return system_problem(path, "cannot open the journal");
  if (!is_regular(journal.file_)) return no_file(path);
  if (flock(journal.file_, LOCK_EX | LOCK_NB) != 0)
    return Problem{path, "another ebb is at work on these switches", "wait for it to end, then try again"};
  Problems problems = journal.read();
  if (!problems.empty()) return problems;
  if (ftruncate(journal.file_, static_cast<off_t>(journal.good_bytes_)) != 0)
    return system_problem(path, "cannot remove the cut-off last line");
  return journal;
}

Result<Journal> Journal::look(const std::string& path) {
  Journal journal;
  journal.path_ = path;
  journal.file_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (journal.file_ < 0 && errno == ENOENT) return journal;
  if (journal.file_ < 0) return system_problem(path, "cannot read the journal");
  if (!is_regular(journal.file_)) return no_file(path);
  Problems problems = journal.read();
  if (!problems.empty()) return problems;
  return journal;
}

Journal::Journal(Journal&& other) noexcept
    : path_(std::move(other.path_)),
      file_(std::exchange(other.file_, -1)),
      last_checksum_(other.last_checksum_),
      good_bytes_(other.good_bytes_),
      rollouts_(std::move(other.rollouts_)) {}

Journal::~Journal() {
  if (file_ >= 0) close(file_);
}

Problems Journal::read() {
  std::string text;
  char part[65536];
  ssize_t got = 0;
  while ((got = pread(file_, part, sizeof part, static_cast<off_t>(text.size()))) > 0)
    text.append(part, static_cast<std::size_t>(got));
  if (got < 0) return {system_problem(path_, "cannot read the journal")};
  std::size_t line = 1, begin = 0;
  for (std::size_t end; (end = text.find('\n', begin)) != text.npos; begin = end + 1, ++line) {
    if (!take(text.substr(begin, end - begin))) return {damaged(path_, line)};
    good_bytes_ = end + 1;
  }
  // A line is written with its newline. A line without one was cut off by a crash. But a complete record
  // followed by another character is damaged, not cut off.
  const std::string cut = text.substr(begin);
  if (!cut.empty() && checksum_of(cut.substr(0, cut.size() - 1))) return {damaged(path_, line)};
  return {};
}

/// The checksum of a line "CHECKSUM JSON" that follows the lines read so far; nullopt when the line is
/// damaged.
std::optional<std::uint64_t> Journal::checksum_of(const std::string& line) const {
  if (line.size() < 18 || line[16] != ' ') return {};
  const std::uint64_t sum = checksum(last_checksum_, line.substr(17));
  if (fmt::format("{:016x}", sum) != line.substr(0, 16)) return {};
  return sum;
}

/// Returns false for a damaged line.
bool Journal::take(const std::string& line) {
  const auto sum = checksum_of(line);
  if (!sum) return false;
  const auto json = nlohmann::json::parse(line.substr(17), nullptr, false);
  if (json.is_discarded() || !take_record(json, rollouts_)) return false;
  last_checksum_ = *sum;
  return true;
}

Problems Journal::append(const std::string& record) {
  const std::uint64_t sum = checksum(last_checksum_, record);
  const std::string line = fmt::format("{:016x} {}\n", sum, record);
  for (std::size_t done = 0; done < line.size();) {
    const ssize_t part = write(file_, line.data() + done, line.size() - done);
    if (part < 0 && errno == EINTR) continue;
    if (part <= 0) return {system_problem(path_, "cannot write the journal")};
    done += static_cast<std::size_t>(part);
  }
  if (fsync(file_) != 0) return {system_problem(path_, "cannot flush the journal to the disk")};
  last_checksum_ = sum, good_bytes_ += line.size();
  return {};
}

const RolloutRecord* Journal::unfinished() const {
  return rollouts_.empty() || rollouts_.back().finished() ? nullptr : &rollouts_.back();
}

const RolloutRecord* Journal::last_done() const {
  for (auto rollout = rollouts_.rbegin(); rollout != rollouts_.rend(); ++rollout)
    if (rollout->step == RolloutStep::done) return &*rollout;
  return nullptr;
}

/// Keeps the last two completed rollouts: the expected state of the switches, and the one for a rollback. The
/// new file is complete before it replaces the old one.
Problems Journal::shorten() {
  constexpr std::size_t most = 16;
  if (rollouts_.size() < most) return {};
  std::vector<const RolloutRecord*> kept;
  for (auto rollout = rollouts_.rbegin(); rollout != rollouts_.rend() && kept.size() < 2; ++rollout)
    if (rollout->step == RolloutStep::done) kept.insert(kept.begin(), &*rollout);
  const std::string fresh_path = path_ + ".new";
  unlink(fresh_path.c_str());
  auto fresh = open(fresh_path);
  if (!fresh) return fresh.problems();
  for (const RolloutRecord* rollout : kept) {
    Problems problems = fresh->begin(rollout->about, rollout->sides);
    if (problems.empty()) problems = fresh->reached(RolloutStep::done);
    if (!problems.empty()) return problems;
  }
  if (rename(fresh_path.c_str(), path_.c_str()) != 0) return {system_problem(path_, "cannot be shortened")};
  std::swap(file_, fresh->file_), std::swap(rollouts_, fresh->rollouts_);
  last_checksum_ = fresh->last_checksum_, good_bytes_ = fresh->good_bytes_;
  return {};
}

Problems Journal::begin(const RolloutAbout& about, const TableTransition& sides) {
  Problems problems = shorten();
  if (problems.empty()) problems = append(begin_record(about, sides).dump());
  if (problems.empty()) rollouts_.push_back({about, sides});
  return problems;
}

Problems Journal::reached(RolloutStep step) {
  Problems problems = append(nlohmann::json{{"step", name_of(step)}}.dump());
  if (problems.empty()) move_to(rollouts_.back(), step);
  return problems;
}

Problems Journal::turn() {
  Problems problems = append(nlohmann::json{{"step", "turned"}}.dump());
  if (problems.empty()) turn_round(rollouts_.back());
  return problems;
}

}  // namespace ebb::inline fabric
