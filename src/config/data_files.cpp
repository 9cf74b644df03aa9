#include "config/data_files.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <sys/auxv.h>

#include <cstdlib>
#include <filesystem>
#include <vector>

namespace ebb::inline config {
namespace {
namespace fs = std::filesystem;

std::string& named_by_the_program() {
  static std::string folder;
  return folder;
}

std::vector<std::string> beside_the_program() {
  const fs::path folder = fs::path(program_path()).parent_path();
  return {(folder / "share/ebb").string(), (folder.parent_path() / "share/ebb").string()};
}

std::vector<std::string> places() {
  if (const char* home = std::getenv("EBB_HOME"); home && *home) return {home};
  std::vector<std::string> all;
  if (!named_by_the_program().empty()) all.push_back(named_by_the_program());
  static const std::vector<std::string> beside = beside_the_program();
  all.insert(all.end(), beside.begin(), beside.end());
  return all;
}

bool holds_data(const std::string& folder) {
  std::error_code error;
  return fs::is_directory(fs::path(folder) / "devices", error);
}

/// Returns the first folder with data, empty if there is none.
std::string found_place(const std::vector<std::string>& all) {
  for (const std::string& place : all)
    if (holds_data(place)) return place;
  return "";
}

/// In a build folder share/ebb is a link to the sources. Messages name the file that a user may edit.
std::string without_links(const std::string& folder) {
  std::error_code error;
  const fs::path real = fs::canonical(folder, error);
  return error ? folder : real.string();
}

}  // namespace

/// Without /proc, as in a bare chroot, the kernel still provides the path by which the program was started.
std::string program_path() {
  std::error_code error;
  fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (!error) return program.string();
  const auto* started = reinterpret_cast<const char*>(::getauxval(AT_EXECFN));
  return started ? fs::canonical(started, error).string() : "";
}

std::string library_file(std::string_view name) {
  const fs::path folder = fs::path(program_path()).parent_path();
  std::error_code error;
  for (const fs::path& place : {folder, folder.parent_path() / "lib/ebb"})
    if (fs::exists(place / name, error)) return (place / name).string();
  return "";
}

void use_data_of(std::string folder) { named_by_the_program() = std::move(folder); }

std::string data_file(std::string_view name) {
  const auto all = places();
  std::string place = found_place(all);
  if (place.empty() && !all.empty()) place = all.back();
  const char* home = std::getenv("EBB_HOME");
  return fmt::format("{}/{}", home && *home ? place : without_links(place), name);
}

std::string missing_data_hint() {
  const auto all = places();
  if (!found_place(all).empty()) return "";
  if (const char* home = std::getenv("EBB_HOME"); home && *home)
    return fmt::format(
        "EBB_HOME is \"{}\", but there is no folder devices in it: unset it, or name the folder "
        "with the devices, data and papers that ship with ebb",
        home);
  return fmt::format(
      "the files that ship with ebb are in none of {}: install the whole program (docs/start/install.md), "
      "or set EBB_HOME to the folder with its devices, data and papers",
      fmt::join(all, ", "));
}

}  // namespace ebb::inline config
