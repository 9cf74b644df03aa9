#include "fabric/lab/lab_down.hpp"

#include <fmt/format.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <thread>

#include "base/parsed_number.hpp"
#include "base/process/run_tool.hpp"

namespace ebb::inline fabric {
namespace {

std::vector<pid_t> all_processes() {
  std::vector<pid_t> all;
  std::error_code error;
  for (std::filesystem::directory_iterator entry("/proc", error), end; !error && entry != end;
       entry.increment(error)) {
    if (const auto pid = parsed_number<pid_t>(entry->path().filename().string())) all.push_back(*pid);
  }
  return all;
}

/// The program and its arguments, each followed by a zero byte.
std::string command_line(pid_t pid) {
  std::ifstream in(fmt::format("/proc/{}/cmdline", pid), std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// True for a daemon of Open vSwitch or of FRR, started with the folder of this lab.
bool is_daemon_of(const LabNames& names, pid_t pid) {
  const std::string line = command_line(pid);
  const std::string program = std::filesystem::path(line.substr(0, line.find('\0'))).filename().string();
  static const std::set<std::string> daemons = {"ovsdb-server", "ovs-vswitchd", "zebra",
                                                "ospfd",        "bgpd",         "bfdd"};
  return daemons.contains(program) && line.find(names.folder() + "/") != std::string::npos;
}

ino_t namespace_of(const std::string& path) {
  struct stat about = {};
  return stat(path.c_str(), &about) == 0 ? about.st_ino : 0;
}

/// True for a process that is gone, or a zombie.
bool has_ended(pid_t pid) {
  std::ifstream in(fmt::format("/proc/{}/stat", pid));
  const std::string line{std::istreambuf_iterator<char>(in), {}};
  const std::size_t end = line.rfind(')');
  return end == std::string::npos || end + 2 >= line.size() || line[end + 2] == 'Z' || line[end + 2] == 'X';
}

bool wait_for_end(const std::vector<pid_t>& processes, std::chrono::milliseconds patience) {
  const auto until = std::chrono::steady_clock::now() + patience;
  while (!std::all_of(processes.begin(), processes.end(), has_ended)) {
    if (std::chrono::steady_clock::now() > until) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

/// Sends SIGTERM first, then SIGKILL.
void end_processes(const std::vector<pid_t>& processes) {
  for (const pid_t pid : processes) kill(pid, SIGTERM);
  if (wait_for_end(processes, std::chrono::seconds(1))) return;
  for (const pid_t pid : processes)
    if (!has_ended(pid)) kill(pid, SIGKILL);
  wait_for_end(processes, std::chrono::seconds(2));
}

void remove_namespace(const std::string& name, Problems& problems) {
  const std::string path = fmt::format("{}/{}", namespaces_folder, name);
  while (umount2(path.c_str(), MNT_DETACH) == 0) {  // it may have been mounted more than once
  }
  if (unlink(path.c_str()) != 0 && errno != ENOENT)
    problems.push_back({"ebb lab down",
                        fmt::format("the namespace {} cannot be removed: {}", name, std::strerror(errno)),
                        "end the programs that use it, then run it again"});
}

}  // namespace

LabRemains find_lab(const LabNames& names) {
  LabRemains remains;
  remains.namespaces = lab_namespaces(names);
  std::vector<ino_t> inside;
  for (const std::string& name : remains.namespaces)
    inside.push_back(namespace_of(fmt::format("{}/{}", namespaces_folder, name)));
  for (const pid_t pid : all_processes()) {
    if (pid == getpid()) continue;
    const ino_t here = namespace_of(fmt::format("/proc/{}/ns/net", pid));
    if (is_daemon_of(names, pid))
      remains.daemons.push_back(pid);
    else if (here != 0 && std::find(inside.begin(), inside.end(), here) != inside.end())
      remains.guests.push_back(pid);
  }
  std::error_code error;
  remains.folder = std::filesystem::exists(names.folder(), error);
  return remains;
}

Problems remove_lab(const LabNames& names) {
  Problems problems;
  const LabRemains remains = find_lab(names);
  end_processes(remains.guests);
  end_processes(remains.daemons);
  for (const std::string& name : remains.namespaces) remove_namespace(name, problems);
  std::error_code error;
  std::filesystem::remove_all(names.folder(), error);
  if (error)
    problems.push_back({"ebb lab down",
                        fmt::format("{} cannot be removed: {}", names.folder(), error.message()),
                        "remove it by hand, then run it again"});
  std::filesystem::remove(LabNames::labs_folder(), error);  // fails while another lab exists, as intended
  const LabRemains left = find_lab(names);
  if (!left.daemons.empty() || !left.guests.empty())
    problems.push_back(
        {"ebb lab down",
         fmt::format("{} processes of the lab are still running", left.daemons.size() + left.guests.size()),
         "they wait inside the kernel and ignore SIGKILL until it returns; try again later"});
  return problems;
}

}  // namespace ebb::inline fabric
