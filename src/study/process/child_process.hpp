// Work done in a process of its own, so that a crash, or the kernel's out-of-memory killer, costs this work
// alone. The child is a fork: the same program at the same version with everything already read, whatever has
// happened to the file it was started from. What it hands back lies in memory, not on a disk that may be
// full.
#pragma once

#include <sys/resource.h>
#include <sys/types.h>

#include <functional>
#include <string>

#include "base/result.hpp"

namespace ebb::inline study {

class ChildProcess {
 public:
  /// Starts it. It dies with this process, and hears no Ctrl-C: who started it decides. This process must
  /// have a single thread.
  static Result<ChildProcess> start(const std::function<std::string()>& work);

  struct Ended {
    bool well = false;
    std::string output;  ///< what `work` returned
    std::string why;     ///< when it did not end well: how it died, and its last words
    double cpu_seconds = 0, wall_seconds = 0;
    std::int64_t peak_memory_bytes = 0;
  };
  /// Once the process has ended.
  Ended collect(int status, const rusage& used) const;

  pid_t pid() const { return pid_; }
  void kill() const;

  ChildProcess(ChildProcess&& other) noexcept;
  ChildProcess& operator=(ChildProcess&& other) noexcept;
  ~ChildProcess();

 private:
  ChildProcess() = default;
  pid_t pid_ = -1;
  int output_ = -1, errors_ = -1;
  double began_ = 0;
};

}  // namespace ebb::inline study
