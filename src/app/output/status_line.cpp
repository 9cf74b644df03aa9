#include "app/output/status_line.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>

#include "app/output/say.hpp"

namespace ebb::inline app {

StatusLine::StatusLine(bool quiet) : quiet_(quiet), terminal_(isatty(STDERR_FILENO) != 0) {}

StatusLine::~StatusLine() {
  if (terminal_ && written_) say("\r\033[K");
}

bool StatusLine::is_due() {
  if (quiet_) return false;
  const auto now = Clock::now();
  if (last_ != Clock::time_point{} && std::chrono::duration<double>(now - last_).count() < wait_)
    return false;
  last_ = now;
  wait_ = terminal_ ? 0.2 : std::min(30.0, wait_ * 2 + 1);
  return true;
}

void StatusLine::print(const std::string& line) {
  if (quiet_) return;
  written_ = true;
  if (terminal_)
    say("\r\033[K{}", line);
  else
    say("{}\n", line);
}

void StatusLine::note(const std::string& line) {
  if (terminal_ && written_) say("\r\033[K");
  written_ = false;
  if (!quiet_) say("{}\n", line);
}

}  // namespace ebb::inline app
