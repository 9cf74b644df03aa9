#include "base/process/child_process.hpp"

#include <fmt/core.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <exception>
#include <utility>

namespace ebb::inline base {
namespace {

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string content(int file) {
  std::string text;
  char part[65536];
  for (ssize_t got; (got = pread(file, part, sizeof part, static_cast<off_t>(text.size()))) > 0;)
    text.append(part, static_cast<std::size_t>(got));
  return text;
}

bool write_all(int file, const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t part = write(file, text.data() + done, text.size() - done);
    if (part < 0 && errno == EINTR) continue;
    if (part <= 0) return false;
    done += static_cast<std::size_t>(part);
  }
  return true;
}

/// Keeps the last lines, which have the reason.
std::string last_words(std::string text) {
  constexpr std::size_t enough = 2'000;
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text.size() > enough ? "…" + text.substr(text.size() - enough) : text;
}

std::string cause(int status) {
  if (WIFSIGNALED(status))
    return fmt::format("killed by signal {} ({}){}", WTERMSIG(status), strsignal(WTERMSIG(status)),
                       WTERMSIG(status) == SIGKILL ? "; perhaps the machine ran out of memory" : "");
  return WEXITSTATUS(status) == 0 ? "" : "it failed";
}

Problem cannot_start(int error) {
  return {"", fmt::format("cannot start another process: {}", std::strerror(error)),
          "end other programs, or use fewer --jobs"};
}

enum class End : std::uint8_t { by_itself, late, stopped };

/// Waits until the process has ended, or must be killed.
End end_of(pid_t pid, std::chrono::milliseconds limit, const std::stop_token& stop) {
  using namespace std::chrono;
  constexpr milliseconds look{50};  // how often to check for a stop request
  if (limit == no_limit && !stop.stop_possible()) return End::by_itself;
  const int handle = static_cast<int>(syscall(SYS_pidfd_open, pid, 0));
  pollfd ended{handle, POLLIN, 0};
  const auto start = steady_clock::now();
  for (;;) {
    const auto left =
        limit == no_limit ? look : limit - duration_cast<milliseconds>(steady_clock::now() - start);
    const auto wait = stop.stop_possible() ? std::min(left, look) : left;
    const int got = poll(&ended, 1, static_cast<int>(std::max<std::int64_t>(wait.count(), 0)));
    const bool out_of_time = got == 0 && wait == left && limit != no_limit;
    const bool broken = got < 0 && errno != EINTR;
    const bool stopped = got == 0 && stop.stop_requested();
    if (got <= 0 && !out_of_time && !broken && !stopped) continue;
    close(handle);
    return got > 0 ? End::by_itself : out_of_time || broken ? End::late : End::stopped;
  }
}

}  // namespace

Result<ChildProcess> ChildProcess::fork_to(const std::string& input,
                                           const std::function<void(const ChildProcess&)>& body) {
  ChildProcess child;
  for (int& file : child.files_) file = memfd_create("ebb", MFD_CLOEXEC);
  const auto& files = child.files_;
  const bool whole = std::all_of(files.begin(), files.end(), [](int file) { return file >= 0; }) &&
                     write_all(files[0], input) && lseek(files[0], 0, SEEK_SET) == 0;
  child.began_ = now();
  const pid_t parent = getpid(), pid = whole ? fork() : -1;
  if (pid < 0) return cannot_start(errno);
  if (pid == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() == parent) body(child);  // else the parent ended before prctl() took effect
    _exit(1);                              // the parent's buffers and files must not be flushed here
  }
  child.pid_ = pid;
  return child;
}

Result<ChildProcess> ChildProcess::start(const std::function<std::string()>& work) {
  std::fflush(nullptr);
  return fork_to("", [&](const ChildProcess& child) {
    dup2(child.files_[2], STDERR_FILENO);
    dup2(child.files_[2], STDOUT_FILENO);
    try {
      _exit(write_all(child.files_[1], work()) ? 0 : 1);
    } catch (const std::exception& e) {
      fmt::print(stderr, "{}\n", e.what());
      std::fflush(stderr);
    }
  });
}

Result<ChildProcess> ChildProcess::start_program(const std::string& input,
                                                 const std::function<void()>& become) {
  return fork_to(input, [&](const ChildProcess& child) {
    for (int stream = 0; stream < 3; ++stream) dup2(child.files_[static_cast<std::size_t>(stream)], stream);
    closefrom(3);  // all other files of the parent
    become();
  });
}

Result<ChildProcess> ChildProcess::start_dialogue(int& socket, const std::function<void()>& become) {
  int ends[2] = {-1, -1};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return cannot_start(errno);
  auto child = fork_to("", [&](const ChildProcess& inside) {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO}) dup2(ends[1], stream);
    dup2(inside.files_[2], STDERR_FILENO);
    closefrom(3);
    become();
  });
  close(ends[1]);
  if (child)
    socket = ends[0];
  else
    close(ends[0]);
  return child;
}

ChildProcess::Ended ChildProcess::wait(std::chrono::milliseconds limit, const std::stop_token& stop) const {
  const End how = end_of(pid_, limit, stop);
  if (how != End::by_itself) kill();
  int status = 0;
  rusage used{};
  while (wait4(pid_, &status, 0, &used) < 0 && errno == EINTR) {
  }
  Ended ended = collect(status, used);
  ended.late = how == End::late, ended.stopped = how == End::stopped;
  if (how != End::by_itself) ended.exit_code = -1, ended.well = false;
  return ended;
}

ChildProcess::Ended ChildProcess::collect(int status, const rusage& used) const {
  Ended ended;
  if (WIFEXITED(status)) ended.exit_code = WEXITSTATUS(status);
  ended.well = ended.exit_code == 0;
  ended.output = content(files_[1]), ended.errors = content(files_[2]);
  const std::string how = cause(status), words = last_words(ended.errors);
  ended.why = how + (how.empty() || words.empty() ? "" : ": ") + words;
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
  };
  ended.cpu_seconds = seconds(used.ru_utime) + seconds(used.ru_stime);
  ended.wall_seconds = now() - began_;
  ended.peak_memory_bytes = static_cast<std::int64_t>(used.ru_maxrss) * 1024;
  return ended;
}

std::string ChildProcess::errors_so_far() const { return content(files_[2]); }

void ChildProcess::kill() const {
  if (pid_ > 0) ::kill(pid_, SIGKILL);
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept { *this = std::move(other); }

ChildProcess& ChildProcess::operator=(ChildProcess&& other) noexcept {
  std::swap(pid_, other.pid_), std::swap(files_, other.files_), std::swap(began_, other.began_);
  return *this;
}

ChildProcess::~ChildProcess() {
  for (const int file : files_)
    if (file >= 0) close(file);
}

}  // namespace ebb::inline base
