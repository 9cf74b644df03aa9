#include "base/process/line_process.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <utility>

namespace ebb::inline base {
namespace {

using Clock = std::chrono::steady_clock;

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

}  // namespace

void LineProcess::start() {
  auto program = start_dialogue(words_, socket_);
  no_start_ = program ? "" : program.problems()[0].what;
  if (program) program_ = std::move(*program);
}

/// The program may end by itself for a moment.
ChildProcess::Ended LineProcess::stop(std::chrono::milliseconds moment) {
  if (!program_) return {};
  close(socket_);  // a program that reads lines ends then
  ChildProcess::Ended ended = program_->wait(moment);
  program_.reset();
  return ended;
}

/// An answer that nobody has fetched would be taken for that of this request.
void LineProcess::ask(const std::string& line) {
  if (std::exchange(asked_, true)) stop();
  if (!program_) start();
  if (!program_) return;
  const std::string text = line + "\n";
  send(socket_, text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT);  // answer() sees what became of it
}

ToolResult LineProcess::answer(std::chrono::milliseconds limit) {
  if (!asked_ || !program_) return failed(false);
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
  constexpr std::chrono::milliseconds moment{100};
  ToolResult result;
  result.late = late;
  if (program_) {
    const ChildProcess::Ended ended = stop(late ? std::chrono::milliseconds{} : moment);
    result.errors = ended.errors;
    result.missing = is_missing(ended);
  } else {
    result.errors = asked_ ? no_start_ : "nothing was asked";
  }
  asked_ = false;
  return result;
}

}  // namespace ebb::inline base
