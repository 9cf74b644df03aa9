#include "fabric/run_tool.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <exception>

namespace ebb::inline fabric {
namespace {

constexpr int not_found = 127;

bool write_all(int file, const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t wrote = write(file, text.data() + done, text.size() - done);
    if (wrote < 0 && errno != EINTR) return false;
    if (wrote > 0) done += static_cast<std::size_t>(wrote);
  }
  return true;
}

/// Standard input, output and errors of a child, as files in memory: a daemon that keeps one of them open
/// does not block the reader, as a pipe would.
class Streams {
 public:
  explicit Streams(const std::string& input) {
    for (int& file : files_) file = memfd_create("ebb", MFD_CLOEXEC);
    whole_ = files_[0] >= 0 && files_[1] >= 0 && files_[2] >= 0 && write_all(files_[0], input) &&
             lseek(files_[0], 0, SEEK_SET) == 0;
  }
  ~Streams() {
    for (const int file : files_)
      if (file >= 0) close(file);
  }
  Streams(const Streams&) = delete;
  Streams& operator=(const Streams&) = delete;

  bool whole() const { return whole_; }
  int file(std::size_t stream) const { return files_[stream]; }
  std::string content(std::size_t stream) const {
    std::string text;
    char part[65536];
    for (ssize_t got; (got = pread(files_[stream], part, sizeof part, static_cast<off_t>(text.size()))) > 0;)
      text.append(part, static_cast<std::size_t>(got));
    return text;
  }
  /// In the child: closes all other files of the parent.
  void connect() const {
    for (int stream = 0; stream < 3; ++stream) dup2(files_[static_cast<std::size_t>(stream)], stream);
    closefrom(3);
  }

 private:
  std::array<int, 3> files_{};
  bool whole_ = false;
};

void end_with(pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
}

std::string cannot_enter(const std::string& name_space) {
  return fmt::format("the namespace {} cannot be entered: {}", name_space, std::strerror(errno));
}

[[noreturn]] void be_tool(const std::vector<std::string>& words, const ToolPlace& place) {
  if (!enter_namespace(place.name_space)) {
    write_all(STDERR_FILENO, cannot_enter(place.name_space) + "\n");
    _exit(1);
  }
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  setenv("LC_ALL", "C", 1);
  // The system's tools are in sbin, which a user's PATH may lack.
  const char* path = getenv("PATH");
  setenv("PATH", fmt::format("{}:/usr/sbin:/sbin", path ? path : "/usr/bin:/bin").c_str(), 1);
  for (const std::string& e : place.environment) putenv(const_cast<char*>(e.c_str()));
  execvp(arguments[0], arguments.data());
  if (errno != ENOENT) write_all(STDERR_FILENO, words[0] + ": " + std::strerror(errno) + "\n");
  _exit(not_found);
}

enum class Ended : std::uint8_t { by_itself, late, stopped };

/// Waits for a process. Kills it at the time limit or on a stop request. Reaps it in either case.
Ended end_of(pid_t pid, std::chrono::milliseconds limit, const std::stop_token& stop, int& status) {
  using namespace std::chrono;
  constexpr milliseconds look{50};  // how often to check for a stop request
  const int handle = static_cast<int>(syscall(SYS_pidfd_open, pid, 0));
  pollfd ended{handle, POLLIN, 0};
  const auto start = steady_clock::now();
  Ended how = Ended::by_itself;
  for (bool over = limit == no_limit && !stop.stop_possible(); !over;) {
    const auto left =
        limit == no_limit ? look : limit - duration_cast<milliseconds>(steady_clock::now() - start);
    const auto wait = stop.stop_possible() ? std::min(left, look) : left;
    const int got = poll(&ended, 1, static_cast<int>(std::max<std::int64_t>(wait.count(), 0)));
    over = got > 0;
    if (over) break;
    if (got < 0 && errno != EINTR) how = Ended::late, over = true;
    if (got == 0 && stop.stop_requested()) how = Ended::stopped, over = true;
    if (got == 0 && wait == left && limit != no_limit) how = Ended::late, over = true;
  }
  if (how != Ended::by_itself) kill(pid, SIGKILL);
  close(handle);
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return how;
}

/// Runs `work` in a child process that uses these streams; it must not return.
template <class Work>
ToolResult run_child(const std::string& input, std::chrono::milliseconds limit, const std::stop_token& stop,
                     const Work& work) {
  ToolResult result;
  const Streams streams(input);
  const pid_t parent = getpid(), pid = streams.whole() ? fork() : -1;
  if (pid == 0) end_with(parent), work(streams);
  if (pid < 0) return result.errors = std::strerror(errno), result;
  int status = 0;
  const Ended how = end_of(pid, limit, stop, status);
  result.late = how == Ended::late, result.stopped = how == Ended::stopped;
  if (how == Ended::by_itself && WIFEXITED(status)) result.exit_code = WEXITSTATUS(status);
  result.output = streams.content(1), result.errors = streams.content(2);
  return result;
}

}  // namespace

std::string ToolResult::said() const {
  if (missing) return "is not installed";
  if (output.empty() && errors.empty())
    return late ? "took too long" : stopped ? "was ended with us" : "it said nothing";
  return output + errors;
}

bool enter_namespace(const std::string& name) {
  if (name.empty()) return true;
  const int file = open(fmt::format("{}/{}", namespaces_folder, name).c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  const bool entered = setns(file, CLONE_NEWNET) == 0;
  close(file);
  return entered;
}

ToolResult run_tool(const std::vector<std::string>& words, const std::string& input,
                    std::chrono::milliseconds limit, const ToolPlace& place) {
  ToolResult result = run_child(input, limit, place.stop, [&](const Streams& streams) {
    streams.connect();
    be_tool(words, place);
  });
  result.missing = result.exit_code == not_found && result.errors.empty();
  return result;
}

ToolResult run_tool_in(const ToolPlace& place, const std::vector<std::string>& words,
                       const std::string& input) {
  return run_tool(words, input, no_limit, place);
}

pid_t start_tool(const std::vector<std::string>& words, const std::string& name_space) {
  const pid_t parent = getpid(), child = fork();
  if (child != 0) return child;
  end_with(parent);
  const int nothing = open("/dev/null", O_RDWR);
  for (const int stream : {0, 1, 2}) dup2(nothing, stream);
  closefrom(3);
  be_tool(words, {.name_space = name_space});
}

ToolResult run_in_namespace(const std::string& name_space, const std::function<std::string()>& work) {
  // The function may print and may use open files; only its return value is taken.
  return run_child("", no_limit, {}, [&](const Streams& streams) {
    int status = 1;
    try {
      if (!enter_namespace(name_space)) throw std::runtime_error(cannot_enter(name_space));
      write_all(streams.file(1), work());
      status = 0;
    } catch (const std::exception& e) {
      write_all(streams.file(2), e.what());
    }
    _exit(status);  // the parent's buffers and files must not be flushed here
  });
}

}  // namespace ebb::inline fabric
