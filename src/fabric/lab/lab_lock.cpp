#include "fabric/lab/lab_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <thread>

#include "fabric/lab/lab_names.hpp"

namespace ebb::inline fabric {
namespace {

/// Returns whether the folder still exists under its name: the previous holder may have removed it with the
/// last lab.
bool is_there(int file) {
  struct stat held = {}, named = {};
  return fstat(file, &held) == 0 && stat(LabNames::labs_folder().c_str(), &named) == 0 &&
         held.st_ino == named.st_ino;
}

/// Returns an open file that holds the lock; -1 when another process has it.
int try_lock() {
  std::error_code error;
  std::filesystem::create_directories(LabNames::labs_folder(), error);
  const int file = open(LabNames::labs_folder().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file >= 0 && flock(file, LOCK_EX | LOCK_NB) == 0 && is_there(file)) return file;
  if (file >= 0) close(file);
  return -1;
}

}  // namespace

LabLock::LabLock(std::chrono::seconds patience) {
  const auto until = std::chrono::steady_clock::now() + patience;
  while ((file_ = try_lock()) < 0 && std::chrono::steady_clock::now() < until)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
}

LabLock::~LabLock() {
  if (file_ >= 0) close(file_);
}

}  // namespace ebb::inline fabric
