#include "tasks/results/results_folder.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "base/whole_file.hpp"

namespace ebb::inline tasks {
namespace fs = std::filesystem;
namespace {

/// Fallback places for results: the current folder, else the one for temporary files.
std::vector<std::string> other_places(const std::string& path) {
  const std::string name = fs::path(path).filename().string();
  std::error_code error;
  std::vector<std::string> places;
  for (const fs::path& folder : {fs::current_path(error), fs::temp_directory_path(error), fs::path("/tmp")})
    places.push_back(
        (folder / fmt::format("{}.rescued-{}", name.empty() ? "results" : name, getpid())).string());
  return places;
}

}  // namespace

Problems check_results_folder(const std::string& path) {
  std::error_code error;
  if (fs::symlink_status(path, error).type() != fs::file_type::not_found)
    return {{path, "is there already", "name another folder with -o, or remove it first"}};
  fs::path parent = fs::absolute(path, error).lexically_normal();
  if (error)
    return {{path, fmt::format("cannot be made here: the current folder is gone ({})", error.message()),
             "go to a folder that is there, or name one from the root on with -o"}};
  if (!parent.has_filename()) parent = parent.parent_path();
  do parent = parent.parent_path();
  while (!fs::exists(parent, error) && parent.has_relative_path());
  if (!fs::is_directory(parent, error))
    return {{path, fmt::format("cannot be made: {} is no folder", parent.string()),
             "name another folder with -o"}};
  if (const std::string wrong = check_writable((parent / ".ebb").string()); !wrong.empty())
    return {{path, fmt::format("cannot be made in {}: {}", parent.string(), wrong),
             "name another folder with -o"}};
  return {};
}

Problems write_results_folder(const std::string& path, const ResultFiles& files) {
  const fs::path normal = fs::path(path).lexically_normal();
  const fs::path folder = normal.has_filename() ? normal : normal.parent_path();
  std::error_code error;
  if (folder.has_parent_path()) fs::create_directories(folder.parent_path(), error);
  if (error)
    return {{path, fmt::format("cannot be made: {}", error.message()), "name another folder with -o"}};
  const std::string wrong = write_whole_folder(folder.string(), files);
  if (wrong.empty()) return {};
  return {
      {path, fmt::format("could not be written: {}", wrong), "make room, or name another folder with -o"}};
}

std::string rescue_results(const std::string& path, const ResultFiles& files) {
  for (const std::string& place : other_places(path))
    if (write_whole_folder(place, files).empty()) return place;
  return "";
}

Problems rescued(const std::string& path, const ResultFiles& files, Problems problems) {
  if (problems.empty()) return problems;
  const std::string place = rescue_results(path, files);
  problems.front().hint = place.empty()
                              ? "no other place could be written either; the result is printed below"
                              : fmt::format("the results are in {}: move them where you want them", place);
  return problems;
}

Problems written_or_rescued(const std::string& path, const ResultFiles& files) {
  return rescued(path, files, write_results_folder(path, files));
}

}  // namespace ebb::inline tasks
