#include "fabric/run_tool.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

namespace ebb::inline fabric {
namespace {

constexpr int not_found = 127;

std::string content(int file) {
  std::string text;
  char part[65536];
  for (ssize_t got; (got = pread(file, part, sizeof part, static_cast<off_t>(text.size()))) > 0;)
    text.append(part, static_cast<std::size_t>(got));
  return text;
}

[[noreturn]] void be_tool(const std::vector<std::string>& words, pid_t parent, int in, int out, int err) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  dup2(in, STDIN_FILENO), dup2(out, STDOUT_FILENO), dup2(err, STDERR_FILENO);
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  setenv("LC_ALL", "C", 1);
  execvp(arguments[0], arguments.data());
  _exit(not_found);
}

/// False when the time was up; then the process has been killed. It is collected either way.
bool ended_in_time(pid_t pid, std::chrono::milliseconds limit, int& status) {
  const int handle = static_cast<int>(syscall(SYS_pidfd_open, pid, 0));
  pollfd ended{handle, POLLIN, 0};
  const auto end = std::chrono::steady_clock::now() + limit;
  int got = -1;
  do {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
    got = poll(&ended, 1, static_cast<int>(std::max<std::int64_t>(left.count(), 0)));
  } while (got < 0 && errno == EINTR);
  if (got <= 0) kill(pid, SIGKILL);
  close(handle);
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return got > 0;
}

}  // namespace

ToolResult run_tool(const std::vector<std::string>& words, const std::string& input,
                    std::chrono::milliseconds limit) {
  ToolResult result;
  const int in = memfd_create("input", MFD_CLOEXEC), out = memfd_create("output", MFD_CLOEXEC),
            err = memfd_create("errors", MFD_CLOEXEC);
  const bool written = in >= 0 &&
                       write(in, input.data(), input.size()) == static_cast<ssize_t>(input.size()) &&
                       lseek(in, 0, SEEK_SET) == 0;
  const pid_t parent = getpid(), pid = written && out >= 0 && err >= 0 ? fork() : -1;
  if (pid == 0) be_tool(words, parent, in, out, err);
  if (pid > 0) {
    int status = 0;
    result.late = !ended_in_time(pid, limit, status);
    if (!result.late && WIFEXITED(status)) result.exit_code = WEXITSTATUS(status);
    result.output = content(out), result.errors = content(err);
    result.missing = result.exit_code == not_found && result.errors.empty();
  }
  for (const int file : {in, out, err})
    if (file >= 0) close(file);
  return result;
}

}  // namespace ebb::inline fabric
