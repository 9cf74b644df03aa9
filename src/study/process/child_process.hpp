// Runs work in a child process, so that a crash or the kernel's out-of-memory killer affects this work only.
// The child is a fork: it has the same version and all input, even if the executable has been replaced. Its
// output is kept in memory, because a disk may be full.
#pragma once

#include <sys/resource.h>
#include <sys/types.h>

#include <functional>
#include <string>

#include "base/result.hpp"

namespace ebb::inline study {

class ChildProcess {
 public:
  /// Starts the work. The child ends with this process and ignores Ctrl-C; the parent decides when to stop
  /// it. This process must have a single thread.
  static Result<ChildProcess> start(const std::function<std::string()>& work);

  struct Ended {
    bool well = false;
    std::string output;  ///< what `work` returned
    std::string why;     ///< when it failed: how it ended, and its last output
    double cpu_seconds = 0, wall_seconds = 0;
    std::int64_t peak_memory_bytes = 0;
  };
  /// To be called once the process has ended.
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
