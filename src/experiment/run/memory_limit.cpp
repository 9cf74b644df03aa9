#include "experiment/run/memory_limit.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

namespace ebb::inline experiment {
namespace fs = std::filesystem;
namespace {

/// A mount point of a control group hierarchy, and the group at that point.
struct Mount {
  std::string place, group;
};

/// Parses a line of mountinfo: number, parent, device, root, place, options, …, "-", type, source, options.
void add_mount(const std::string& line, std::vector<Mount>& v1, std::vector<Mount>& v2) {
  std::istringstream words(line);
  std::string number, parent, device, group, place, word, type, source, options;
  words >> number >> parent >> device >> group >> place;
  while (words >> word && word != "-") continue;
  words >> type >> source >> options;
  if (type == "cgroup2") v2.push_back({place, group});
  const auto has = ("," + options + ",").find(",memory,") != std::string::npos;
  if (type == "cgroup" && has) v1.push_back({place, group});
}

/// "max" means no limit. Version 1 uses a number larger than any machine's memory.
std::uint64_t limit_in(const fs::path& file) {
  std::uint64_t limit = 0;
  return std::ifstream(file) >> limit ? limit : no_memory_limit;
}

/// Returns the least limit of a group and all visible groups around it. In its own namespace a process sees
/// its group as the root, and the limit is there.
std::uint64_t least_limit(const std::string& root, const Mount& mount, const std::string& group,
                          const char* file) {
  std::string inside = group;
  if (mount.group != "/" && group.starts_with(mount.group)) inside = group.substr(mount.group.size());
  if (inside.find("..") != std::string::npos) inside = "/";  // outside of this namespace
  std::uint64_t least = no_memory_limit;
  for (fs::path at = fs::path("/" + inside).lexically_normal();; at = at.parent_path()) {
    least = std::min(least, limit_in(root + mount.place + at.string() + "/" + file));
    if (!at.has_relative_path()) return least;
  }
}

bool names_memory(const std::string& controllers) {
  return ("," + controllers + ",").find(",memory,") != std::string::npos;
}

std::uint64_t field_of(const char* file, const std::string& name) {
  std::ifstream in(file);
  std::uint64_t kilobytes = 0;
  for (std::string line; std::getline(in, line);)
    if (line.starts_with(name) && std::istringstream(line.substr(name.size())) >> kilobytes)
      return kilobytes * 1024;
  return no_memory_limit;
}

}  // namespace

std::uint64_t control_group_limit(const std::string& root) {
  std::vector<Mount> v1, v2;
  std::ifstream mounts(root + "/proc/self/mountinfo");
  for (std::string line; std::getline(mounts, line);) add_mount(line, v1, v2);
  std::uint64_t least = no_memory_limit;
  std::ifstream groups(root + "/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {  // NUMBER:CONTROLLERS:GROUP
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1),
                      group = line.substr(second + 1);
    if (controllers.empty())
      for (const Mount& mount : v2) least = std::min(least, least_limit(root, mount, group, "memory.max"));
    else if (names_memory(controllers))
      for (const Mount& mount : v1)
        least = std::min(least, least_limit(root, mount, group, "memory.limit_in_bytes"));
  }
  return least;
}

std::uint64_t memory_in_use() {
  std::uint64_t all = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> all >> resident;
  return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

std::uint64_t peak_memory() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return static_cast<std::uint64_t>(used.ru_maxrss) * 1024;
}

std::uint64_t memory_available() { return field_of("/proc/meminfo", "MemAvailable:"); }

}  // namespace ebb::inline experiment
