#include "fabric/routed/line_process.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <utility>

namespace ebb::inline fabric {
namespace {

using Clock = std::chrono::steady_clock;
constexpr int not_found = 127;

/// Waits for something to read. False: too late.
bool await_input(int socket, Clock::time_point end) {
  pollfd input{socket, POLLIN, 0};
  while (true) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now());
    const int got = poll(&input, 1, static_cast<int>(std::max<std::int64_t>(left.count(), 0)));
    if (got > 0) return true;
    if (got == 0 || errno != EINTR) return false;
  }
}

void close_file(int& file) {
  if (file >= 0) close(file);
  file = -1;
}

std::string content(int file) {
  char text[2000];
  const ssize_t got = file < 0 ? 0 : pread(file, text, sizeof text, 0);
  return {text, static_cast<std::size_t>(std::max<ssize_t>(got, 0))};
}

}  // namespace

bool LineProcess::start() {
  int ends[2] = {-1, -1};
  errors_ = memfd_create("ebb", MFD_CLOEXEC);
  if (errors_ < 0 || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return false;
  socket_ = ends[0];
  const pid_t parent = getpid();
  program_ = fork();
  if (program_ == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);  // the parent ended before prctl() took effect
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO}) dup2(ends[1], stream);
    dup2(errors_, STDERR_FILENO);
    closefrom(3);
    setenv("LC_ALL", "C", 1);
    become_tool(words_, {});
    _exit(not_found);
  }
  close(ends[1]);
  return program_ > 0;
}

void LineProcess::stop() {
  close_file(socket_);  // a program that reads lines ends then
  if (program_ > 0) {
    kill(program_, SIGKILL);
    while (waitpid(program_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  program_ = -1;
  close_file(errors_);
}

/// An answer that nobody has fetched would be taken for that of this request.
void LineProcess::ask(const std::string& line) {
  if (std::exchange(asked_, true)) stop();
  if (program_ < 0 && !start()) return;
  const std::string text = line + "\n";
  send(socket_, text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT);  // answer() sees what became of it
}

ToolResult LineProcess::answer(std::chrono::milliseconds limit) {
  if (!asked_ || program_ < 0) return failed(false);
  const auto end = Clock::now() + limit;
  ToolResult result;
  char part[65536];
  while (result.output.empty() || result.output.back() != '\n') {
    if (!await_input(socket_, end)) return failed(true);
    const ssize_t got = recv(socket_, part, sizeof part, MSG_DONTWAIT);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (got <= 0) return failed(false);
    result.output.append(part, static_cast<std::size_t>(got));
  }
  result.output.pop_back();
  result.exit_code = 0;
  asked_ = false;
  return result;
}

/// A program that has closed its output may not have ended yet; it has a moment to say why.
ToolResult LineProcess::failed(bool late) {
  ToolResult result;
  result.late = late;
  result.errors = asked_ ? "" : "nothing was asked";
  if (program_ > 0) {
    siginfo_t ended{};
    for (int turn = 0; !late && turn < 20 && ended.si_pid == 0; ++turn) {
      if (turn > 0) usleep(5'000);
      waitid(P_PID, static_cast<id_t>(program_), &ended, WEXITED | WNOHANG | WNOWAIT);
    }
    result.errors = content(errors_);
    result.missing = ended.si_code == CLD_EXITED && ended.si_status == not_found && result.errors.empty();
  }
  stop();
  asked_ = false;
  return result;
}

}  // namespace ebb::inline fabric
