#include "store/process_name.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <sstream>

namespace ebb::inline store {
namespace {

std::string boot() {
  std::string id;
  std::ifstream("/proc/sys/kernel/random/boot_id") >> id;
  return id.substr(0, 8);
}

/// The start time of the process, in clock ticks since boot. 0: no such process.
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

}  // namespace

std::string machine_name() {
  char name[256] = "machine";
  gethostname(name, sizeof name - 1);
  std::string out;
  for (const char* c = name; *c; ++c) out += std::isalnum(static_cast<unsigned char>(*c)) ? *c : '_';
  return out.empty() ? "machine" : out;
}

std::string this_process() {
  return fmt::format("{}.{}.{}", machine_and_boot(), getpid(), begin_of(getpid()));
}

std::optional<bool> runs_here(const std::string& process) {
  const std::string here = machine_and_boot() + ".";
  if (!process.starts_with(here)) return std::nullopt;
  std::int64_t pid = 0;
  std::uint64_t begin = 0;
  return std::sscanf(process.c_str() + here.size(), "%ld.%lu", &pid, &begin) == 2 && begin_of(pid) == begin;
}

bool is_process_name(const std::string& text) {
  const auto is_part = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.';
  };
  return std::count(text.begin(), text.end(), '.') == 3 && std::all_of(text.begin(), text.end(), is_part);
}

}  // namespace ebb::inline store
