// A child process: a function in a fork of this program, or another program. It ends with this process,
// however that ends. Its input, output and errors are files in memory: a disk may be full, and a daemon that
// keeps a stream open does not block the reader, as a pipe would. run_tool.hpp and line_process.hpp run
// programs on top of it.
#pragma once

#include <sys/resource.h>
#include <sys/types.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

#include "base/result.hpp"

namespace ebb::inline base {

inline constexpr std::chrono::milliseconds no_limit = std::chrono::milliseconds::max();

class ChildProcess {
 public:
  /// Starts a function in a fork, so that a crash or the kernel's out-of-memory killer affects its work
  /// only. The fork has the same version and all input, even if the executable has been replaced. What the
  /// function prints counts as errors. Only the calling thread exists in the child.
  static Result<ChildProcess> start(const std::function<std::string()>& work);
  /// Starts `become`, which executes another program and does not return. `input` is its standard input.
  static Result<ChildProcess> start_program(const std::string& input, const std::function<void()>& become);
  /// The same; our end of the program's standard input and output becomes `socket`.
  static Result<ChildProcess> start_dialogue(int& socket, const std::function<void()>& become);

  struct Ended {
    bool well = false;                   ///< ended by itself with exit code 0
    int exit_code = -1;                  ///< -1: a signal ended it
    bool late = false, stopped = false;  ///< killed at the time limit, or because of a stop request
    std::string output;                  ///< what `work` returned, or the program's standard output
    std::string errors;                  ///< the rest of what it printed
    std::string why;                     ///< when it failed: how it ended, and its last errors
    double cpu_seconds = 0, wall_seconds = 0;
    std::int64_t peak_memory_bytes = 0;
  };
  /// Waits for the process. Kills it at the time limit or on a stop request. Reaps it in either case.
  Ended wait(std::chrono::milliseconds limit = no_limit, const std::stop_token& stop = {}) const;
  /// For a caller that waits for several processes: to be called once this one has been reaped.
  Ended collect(int status, const rusage& used) const;

  pid_t pid() const { return pid_; }
  /// What it has printed besides its output until now; any thread may ask.
  std::string errors_so_far() const;
  void kill() const;

  ChildProcess(ChildProcess&& other) noexcept;
  ChildProcess& operator=(ChildProcess&& other) noexcept;
  ~ChildProcess();  ///< leaves the process alone

 private:
  ChildProcess() = default;
  static Result<ChildProcess> fork_to(const std::string& input,
                                      const std::function<void(const ChildProcess&)>& body);
  pid_t pid_ = -1;
  std::array<int, 3> files_{-1, -1, -1};  ///< input, output, errors
  double began_ = 0;
};

}  // namespace ebb::inline base
