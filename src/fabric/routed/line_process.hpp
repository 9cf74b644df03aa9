// A program that stays and answers each line by one line, such as `ip -batch -`. Starting a program costs far
// more than asking one. It ends with this process, however that ends.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "base/process/run_tool.hpp"

namespace ebb::inline fabric {

/// One request at a time, from one thread. A program that has ended, or that has not answered in time, is
/// started again by the next request.
class LineProcess {
 public:
  explicit LineProcess(std::vector<std::string> words) : words_(std::move(words)) {}
  LineProcess(const LineProcess&) = delete;
  LineProcess& operator=(const LineProcess&) = delete;
  ~LineProcess() { stop(); }

  void ask(const std::string& line);
  /// The answer to the last request, without its end of line; exit_code is 0 if there is one.
  ToolResult answer(std::chrono::milliseconds limit);

 private:
  bool start();
  void stop();
  ToolResult failed(bool late);

  std::vector<std::string> words_;
  pid_t program_ = -1;
  int socket_ = -1;  ///< to its standard input, and from its standard output
  int errors_ = -1;  ///< a file in memory
  bool asked_ = false;
};

}  // namespace ebb::inline fabric
