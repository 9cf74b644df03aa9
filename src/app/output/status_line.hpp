// One line on stderr that is overwritten on a terminal; elsewhere, occasional plain lines.
#pragma once

#include <chrono>
#include <string>

namespace ebb::inline app {

class StatusLine {
 public:
  explicit StatusLine(bool quiet);
  ~StatusLine();
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;

  /// True when it is time for another line. In a file, intervals grow.
  bool is_due();
  void print(const std::string& line);
  /// Prints a line that is not overwritten.
  void note(const std::string& line);

 private:
  using Clock = std::chrono::steady_clock;
  const bool quiet_, terminal_;
  bool written_ = false;
  Clock::time_point last_{};
  double wait_ = 0;  ///< seconds until the next line
};

}  // namespace ebb::inline app
