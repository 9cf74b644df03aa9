#include "base/process/run_tool.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

namespace ebb::inline base {
namespace {

constexpr int not_found = 127;

std::string cannot_enter(const std::string& name_space, int error) {
  return fmt::format("the namespace {} cannot be entered: {}", name_space, std::strerror(error));
}

/// Executes a tool in a child process.
[[noreturn]] void be_tool(const std::vector<std::string>& words, const ToolPlace& place) {
  setenv("LC_ALL", "C", 1);
  // The system's tools are in sbin, which a user's PATH may lack.
  const char* path = getenv("PATH");
  setenv("PATH", fmt::format("{}:/usr/sbin:/sbin", path ? path : "/usr/bin:/bin").c_str(), 1);
  const BecomeFailure failed = become_tool(words, place);
  const bool entered = failed.step != BecomeFailure::Step::enter;
  if (!entered)
    fmt::print(stderr, "{}\n", cannot_enter(place.name_space, failed.error));
  else if (failed.error != ENOENT)
    fmt::print(stderr, "{}: {}\n", words[0], std::strerror(failed.error));
  std::fflush(stderr);
  _exit(entered ? not_found : 1);
}

ToolResult result_of(const Result<ChildProcess>& child, std::chrono::milliseconds limit,
                     const std::stop_token& stop) {
  ToolResult result;
  if (!child) return result.errors = child.problems()[0].what, result;
  ChildProcess::Ended ended = child->wait(limit, stop);
  result.missing = is_missing(ended);
  result.exit_code = ended.exit_code, result.late = ended.late, result.stopped = ended.stopped;
  result.output = std::move(ended.output), result.errors = std::move(ended.errors);
  return result;
}

}  // namespace

std::string ToolResult::said() const {
  if (missing) return "is not installed";
  if (output.empty() && errors.empty())
    return late ? "took too long" : stopped ? "was ended with ebb" : "ended without a message";
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

BecomeFailure become_tool(const std::vector<std::string>& words, const ToolPlace& place) {
  if (!enter_namespace(place.name_space)) return {BecomeFailure::Step::enter, errno};
  for (const std::string& setting : place.environment) putenv(const_cast<char*>(setting.c_str()));
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  execvp(arguments[0], arguments.data());
  return {BecomeFailure::Step::execute, errno};
}

ToolResult run_tool(const std::vector<std::string>& words, const std::string& input,
                    std::chrono::milliseconds limit, const ToolPlace& place) {
  return result_of(ChildProcess::start_program(input, [&] { be_tool(words, place); }), limit, place.stop);
}

ToolResult run_tool_in(const ToolPlace& place, const std::vector<std::string>& words,
                       const std::string& input) {
  return run_tool(words, input, no_limit, place);
}

Result<ChildProcess> start_tool(const std::vector<std::string>& words, const std::string& name_space) {
  return ChildProcess::start_program("", [&] { be_tool(words, {.name_space = name_space}); });
}

Result<ChildProcess> start_dialogue(const std::vector<std::string>& words, int& socket) {
  return ChildProcess::start_dialogue(socket, [&] { be_tool(words, {}); });
}

bool is_missing(const ChildProcess::Ended& ended) {
  return ended.exit_code == not_found && ended.errors.empty();
}

ToolResult run_in_namespace(const std::string& name_space, const std::function<std::string()>& work) {
  ToolResult result = result_of(ChildProcess::start([&] {
                                  if (!enter_namespace(name_space))
                                    throw std::runtime_error(cannot_enter(name_space, errno));
                                  return work();
                                }),
                                no_limit, {});
  while (!result.errors.empty() && result.errors.back() == '\n') result.errors.pop_back();
  return result;
}

}  // namespace ebb::inline base
