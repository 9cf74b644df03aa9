#include "tasks/live/live_list.hpp"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <system_error>
#include <utility>

#include "base/parsed_number.hpp"

namespace ebb::inline tasks {
namespace fs = std::filesystem;

namespace {

/// Only an address of this machine becomes a link of a page.
constexpr std::string_view local = "http://127.0.0.1:", ending = ".json";
constexpr std::size_t longest_entry = 16 * 1024;

/// Another user's folder, or one that others can enter, could name pages of theirs or read our tokens.
bool is_private(const std::string& folder) {
  struct stat found {};
  return lstat(folder.c_str(), &found) == 0 && S_ISDIR(found.st_mode) && found.st_uid == geteuid() &&
         (found.st_mode & (S_IRWXG | S_IRWXO)) == 0;
}

/// A number that another process of the same id does not have: when it was started, by the kernel's clock.
std::string start_of(int process) {
  std::ifstream file(fmt::format("/proc/{}/stat", process));
  std::string text(std::istreambuf_iterator<char>(file), {});
  const std::size_t name_end = text.rfind(')');
  if (name_end == std::string::npos) return "";
  std::istringstream fields(text.substr(name_end + 1));
  std::string field;
  for (int i = 3; i <= 22 && fields >> field;) ++i;  // the third comes after the name
  return fields ? field : "";
}

std::string read_file(const std::string& path) {
  const int file = open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return "";
  std::array<char, longest_entry> bytes{};
  const ssize_t count = read(file, bytes.data(), bytes.size());
  close(file);
  return {bytes.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0))};
}

/// The network namespace of this process: 127.0.0.1 of another one cannot be reached.
std::string network_here() {
  std::error_code error;
  return fs::read_symlink("/proc/self/ns/net", error).string();
}

/// What a file says; an empty address where it is damaged, or is being written.
struct Listed {
  LiveEntry entry;
  std::string start, network;
};

Listed listed_in(const std::string& path, int process) {
  const auto json = nlohmann::json::parse(read_file(path), nullptr, false);
  const auto text = [&](const char* key) {
    const auto found = json.is_object() ? json.find(key) : json.end();
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
  };
  return {{text("title"), text("address"), text("folder"), text("started_utc"), process},
          text("start"),
          text("network")};
}

std::optional<int> process_of(const fs::path& file) {
  const std::string name = file.filename().string();
  if (!name.ends_with(ending)) return std::nullopt;
  const auto process = parsed_number<int>(std::string_view(name).substr(0, name.size() - ending.size()));
  return process && *process > 0 ? process : std::nullopt;
}

}  // namespace

std::string live_list_folder() {
  if (const char* own = std::getenv("EBB_LIVE"); own && *own) return own;
  if (const char* runtime = std::getenv("XDG_RUNTIME_DIR"); runtime && is_private(runtime))
    return std::string(runtime) + "/ebb-live";
  return fmt::format("/tmp/ebb-live-{}", geteuid());
}

LiveListing::LiveListing(const std::string& title, const std::string& address) {
  const std::string folder = live_list_folder();
  if ((mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) || !is_private(folder)) return;
  const int process = getpid();
  const std::string path = fmt::format("{}/{}{}", folder, process, ending);
  unlink(path.c_str());  // of an earlier process of the same id
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (file < 0) return;
  std::error_code error;
  const std::string now = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
  const nlohmann::ordered_json entry{
      {"title", title},     {"address", address},         {"folder", fs::current_path(error).string()},
      {"started_utc", now}, {"start", start_of(process)}, {"network", network_here()}};
  const std::string text = entry.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  const bool written = write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  close(file);
  if (written)
    path_ = path;
  else
    unlink(path.c_str());
}

LiveListing::~LiveListing() {
  if (!path_.empty()) unlink(path_.c_str());
}

std::vector<LiveEntry> listed_live_pages() {
  std::vector<LiveEntry> entries;
  const std::string folder = live_list_folder();
  if (!is_private(folder)) return entries;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    const auto process = process_of(it->path());
    if (!process) continue;
    const std::string path = it->path().string(), start = start_of(*process);
    Listed listed = listed_in(path, *process);
    const bool ended = start.empty() || (!listed.start.empty() && listed.start != start);
    if (ended)
      unlink(path.c_str());
    else if (listed.entry.address.starts_with(local) && listed.network == network_here())
      entries.push_back(std::move(listed.entry));
  }
  std::sort(entries.begin(), entries.end(), [](const LiveEntry& a, const LiveEntry& b) {
    return std::pair(a.started_utc, a.process) < std::pair(b.started_utc, b.process);
  });
  return entries;
}

}  // namespace ebb::inline tasks
