#include "fabric/lab/lab_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>

namespace ebb::inline fabric {
namespace {

void write_all(int file, const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t wrote = write(file, text.data() + done, text.size() - done);
    if (wrote < 0 && errno != EINTR) return;
    if (wrote > 0) done += static_cast<std::size_t>(wrote);
  }
}

std::string read_all(int file) {
  std::string text;
  char part[4096];
  for (ssize_t got = 0; (got = read(file, part, sizeof part)) != 0;) {
    if (got < 0 && errno != EINTR) break;
    if (got > 0) text.append(part, static_cast<std::size_t>(got));
  }
  return text;
}

int wait_for(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// The system's tools are in sbin, which the path of a user may lack.
void widen_path() {
  const char* path = getenv("PATH");
  setenv("PATH", fmt::format("{}:/usr/sbin:/sbin", path ? path : "/usr/bin:/bin").c_str(), 1);
}

[[noreturn]] void become(const std::vector<std::string>& arguments) {
  widen_path();
  std::vector<char*> words;
  for (const std::string& a : arguments) words.push_back(const_cast<char*>(a.c_str()));
  words.push_back(nullptr);
  execvp(words[0], words.data());
  fmt::print(stderr, "{}: {}\n", arguments[0], std::strerror(errno));
  fflush(stderr);
  _exit(127);
}

/// In the child: ends with its parent, however that ends. Daemons that the child starts stay.
void end_with_parent() { prctl(PR_SET_PDEATHSIG, SIGKILL); }

/// In the child: stdin from `input`, stdout and stderr into `output`; no other file of ours goes along.
void connect(int input, int output) {
  end_with_parent();
  dup2(input, 0), dup2(output, 1), dup2(output, 2);
  closefrom(3);
}

void enter_or_leave(const std::string& name_space) {
  if (enter_namespace(name_space)) return;
  fmt::print(stderr, "the namespace {} cannot be entered: {}\n", name_space, std::strerror(errno));
  fflush(stderr);
  _exit(1);
}

}  // namespace

bool enter_namespace(const std::string& name) {
  if (name.empty()) return true;
  const int file = open(fmt::format("{}/{}", namespaces_folder, name).c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  const bool entered = setns(file, CLONE_NEWNET) == 0;
  close(file);
  return entered;
}

LabRun run_program(const std::vector<std::string>& arguments, const std::string& name_space,
                   const std::string& input, const std::vector<std::string>& environment) {
  const int in = memfd_create("input", MFD_CLOEXEC);
  int out[2];
  if (in < 0 || pipe2(out, O_CLOEXEC) != 0) return {127, std::strerror(errno)};
  write_all(in, input);
  lseek(in, 0, SEEK_SET);
  const pid_t child = fork();
  if (child == 0) {
    connect(in, out[1]);
    enter_or_leave(name_space);
    for (const std::string& e : environment) putenv(const_cast<char*>(e.c_str()));
    become(arguments);
  }
  close(in), close(out[1]);
  if (child < 0) return close(out[0]), LabRun{127, std::strerror(errno)};
  LabRun ran;
  ran.output = read_all(out[0]);
  close(out[0]);
  ran.status = wait_for(child);
  return ran;
}

pid_t start_program(const std::vector<std::string>& arguments, const std::string& name_space) {
  const pid_t child = fork();
  if (child != 0) return child;
  const int nothing = open("/dev/null", O_RDWR);
  connect(nothing, nothing);
  enter_or_leave(name_space);
  become(arguments);
}

LabRun run_in_namespace(const std::string& name_space, const std::function<std::string()>& work) {
  int out[2];
  if (pipe2(out, O_CLOEXEC) != 0) return {1, std::strerror(errno)};
  const pid_t child = fork();
  if (child == 0) {
    end_with_parent();
    int status = 0;
    std::string said;
    try {
      if (!enter_namespace(name_space))
        throw std::runtime_error(
            fmt::format("the namespace {} cannot be entered: {}", name_space, std::strerror(errno)));
      said = work();
    } catch (const std::exception& e) {
      said = e.what(), status = 1;
    }
    write_all(out[1], said);
    _exit(status);  // the parent's buffers and files are none of ours to flush
  }
  close(out[1]);
  if (child < 0) return close(out[0]), LabRun{1, std::strerror(errno)};
  LabRun ran;
  ran.output = read_all(out[0]);
  close(out[0]);
  ran.status = wait_for(child);
  return ran;
}

}  // namespace ebb::inline fabric
