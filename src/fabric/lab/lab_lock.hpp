// Only one process builds or removes labs at a time.
#pragma once

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <filesystem>

#include "fabric/lab/lab_names.hpp"

namespace ebb::inline fabric {

/// Holds the folder of all labs. The kernel lets go when the process ends, however it ends.
class LabLock {
 public:
  LabLock() {
    std::error_code error;
    std::filesystem::create_directories(LabNames::labs_folder(), error);
    file_ = open(LabNames::labs_folder().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    held_ = file_ >= 0 && flock(file_, LOCK_EX | LOCK_NB) == 0;
  }
  ~LabLock() {
    if (file_ >= 0) close(file_);
  }
  LabLock(const LabLock&) = delete;
  LabLock& operator=(const LabLock&) = delete;

  bool held() const { return held_; }

 private:
  int file_ = -1;
  bool held_ = false;
};

}  // namespace ebb::inline fabric
