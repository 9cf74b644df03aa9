// A program that stays and answers each line by one line, such as `ip -batch -`. Starting a program costs far
// more than asking one. It ends with this process, however that ends.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/process/run_tool.hpp"

namespace ebb::inline base {

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
  void start();
  ChildProcess::Ended stop(std::chrono::milliseconds moment = {});
  ToolResult failed(bool late);

  std::vector<std::string> words_;
  std::optional<ChildProcess> program_;
  std::string no_start_;  ///< why it could not be started
  int socket_ = -1;       ///< to its standard input, and from its standard output
  bool asked_ = false;
};

}  // namespace ebb::inline base
