#include "study/process/child_process.hpp"

#include <fmt/core.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <exception>
#include <utility>

namespace ebb::inline study {
namespace {

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string content(int file) {
  std::string text;
  char part[65536];
  for (off_t at = 0;;) {
    const ssize_t got = pread(file, part, sizeof part, at);
    if (got <= 0) return text;
    text.append(part, static_cast<std::size_t>(got));
    at += got;
  }
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

[[noreturn]] void be_child(const std::function<std::string()>& work, pid_t parent, int output, int errors) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);  // the parent ended before prctl() took effect
  dup2(errors, STDERR_FILENO);
  dup2(errors, STDOUT_FILENO);
  try {
    const std::string text = work();
    _exit(write_all(output, text) ? 0 : 1);
  } catch (const std::exception& e) {
    fmt::print(stderr, "{}\n", e.what());
    std::fflush(stderr);
  }
  _exit(1);
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

}  // namespace

Result<ChildProcess> ChildProcess::start(const std::function<std::string()>& work) {
  ChildProcess child;
  child.output_ = memfd_create("output", MFD_CLOEXEC), child.errors_ = memfd_create("errors", MFD_CLOEXEC);
  std::fflush(nullptr);
  child.began_ = now();
  const pid_t parent = getpid();
  const pid_t pid = child.output_ < 0 || child.errors_ < 0 ? -1 : fork();
  if (pid < 0)
    return Problem{"", fmt::format("cannot start another process: {}", std::strerror(errno)),
                   "end other programs, or use fewer --jobs"};
  if (pid == 0) be_child(work, parent, child.output_, child.errors_);
  child.pid_ = pid;
  return child;
}

ChildProcess::Ended ChildProcess::collect(int status, const rusage& used) const {
  Ended ended;
  ended.well = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  ended.output = content(output_);
  const std::string how = cause(status), words = last_words(content(errors_));
  ended.why = how + (how.empty() || words.empty() ? "" : ": ") + words;
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
  };
  ended.cpu_seconds = seconds(used.ru_utime) + seconds(used.ru_stime);
  ended.wall_seconds = now() - began_;
  ended.peak_memory_bytes = static_cast<std::int64_t>(used.ru_maxrss) * 1024;
  return ended;
}

void ChildProcess::kill() const {
  if (pid_ > 0) ::kill(pid_, SIGKILL);
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept { *this = std::move(other); }

ChildProcess& ChildProcess::operator=(ChildProcess&& other) noexcept {
  std::swap(pid_, other.pid_), std::swap(output_, other.output_), std::swap(errors_, other.errors_);
  std::swap(began_, other.began_);
  return *this;
}

ChildProcess::~ChildProcess() {
  for (const int file : {output_, errors_})
    if (file >= 0) close(file);
}

}  // namespace ebb::inline study
