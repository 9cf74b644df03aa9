#include "app/results_folder.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace ebb::inline app {
namespace fs = std::filesystem;

Problems check_results_folder(const std::string& path) {
  std::error_code error;
  if (fs::exists(path, error))
    return {{path, "is there already", "name another folder with -o, or remove it first"}};
  const fs::path parent = fs::absolute(path, error).parent_path();
  if (fs::exists(parent, error) && access(parent.c_str(), W_OK) != 0)
    return {{path, fmt::format("cannot be made: {} is not writable", parent.string()),
             "name another folder with -o"}};
  return {};
}

Problems write_results_folder(const std::string& path,
                              const std::vector<std::pair<std::string, std::string>>& files) {
  const fs::path folder = fs::path(path).lexically_normal(),
                 draft = fmt::format("{}.part{}", folder.string(), getpid());
  std::error_code error;
  fs::create_directories(draft, error);
  if (error)
    return {{path, fmt::format("cannot be made: {}", error.message()), "name another folder with -o"}};
  for (const auto& [name, content] : files) {
    std::ofstream out(draft / name, std::ios::binary);
    out.write(content.data(), static_cast<std::streamsize>(content.size()));
    out.close();
    if (out) continue;
    fs::remove_all(draft, error);
    return {{path, fmt::format("{} could not be written; is the disk full?", name),
             "make room, or name another folder with -o"}};
  }
  fs::rename(draft, folder, error);
  if (!error) return {};
  Problems problems{
      {path, fmt::format("could not be given its name: {}", error.message()), "name another folder with -o"}};
  fs::remove_all(draft, error);
  return problems;
}

}  // namespace ebb::inline app
