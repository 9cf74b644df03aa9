#include "study/record/rescue_store.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <filesystem>

namespace ebb::inline study {
namespace fs = std::filesystem;

bool RescueStore::open() {
  std::error_code error;
  fs::path normal = fs::path(folder_).lexically_normal();
  if (!normal.has_filename()) normal = normal.parent_path();
  const std::string name = fmt::format("{}.rescued-{}", normal.filename().string(), getpid());
  for (const fs::path& place : {fs::current_path(error), fs::temp_directory_path(error), fs::path("/tmp")}) {
    auto store = Store::open((place / name).string());
    if (!store) continue;
    store_.emplace(std::move(*store));
    return true;
  }
  return false;
}

bool RescueStore::put(const StoredRun& run) {
  if (!store_ && !open()) return false;
  if (!store_->put(run).empty()) return false;
  ++runs_;
  return true;
}

std::string RescueStore::hint() const {
  if (runs_ == 0) return "make room, and give the same command again";
  return fmt::format(
      "{} in {} instead: when there is room, copy its *.db files into {}, and the same command goes on",
      runs_ == 1 ? "what had just ended is" : fmt::format("{} runs are", runs_), store_->folder(), folder_);
}

}  // namespace ebb::inline study
