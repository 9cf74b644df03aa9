// Only one process builds or removes labs at a time; others wait for their turn.
#pragma once

#include <chrono>

namespace ebb::inline fabric {

/// Holds a lock on the folder of all labs. The kernel releases it when the process ends, however it ends.
class LabLock {
 public:
  explicit LabLock(std::chrono::seconds patience = std::chrono::seconds(120));
  ~LabLock();
  LabLock(const LabLock&) = delete;
  LabLock& operator=(const LabLock&) = delete;

  bool held() const { return file_ >= 0; }

 private:
  int file_ = -1;
};

}  // namespace ebb::inline fabric
