#include "fabric/routed/router_shell.hpp"

namespace ebb::inline fabric {

std::string quoted_word(const std::string& word) {
  std::string text = "'";
  for (const char c : word) {
    if (c == '\'')
      text += "'\\''";
    else
      text += c;
  }
  return text + "'";
}

std::vector<std::string> prefixed(const std::vector<std::string>& prefix,
                                  const std::vector<std::string>& words) {
  std::vector<std::string> line = prefix;
  const bool remote = !prefix.empty() && (prefix.front() == "ssh" || prefix.front().ends_with("/ssh"));
  for (const std::string& word : words) line.push_back(remote ? quoted_word(word) : word);
  return line;
}

ToolResult CommandShell::run(const std::vector<std::string>& words) {
  return run_tool(prefixed(prefix_, words), "", limit_);
}

void CommandShell::start(const std::vector<std::string>& words) {
  drop();
  if (auto started = start_tool(prefixed(prefix_, words), "")) started_ = std::move(*started);
}

ToolResult CommandShell::finish() {
  ToolResult result;
  if (!started_) {
    result.errors = "the command could not be started";
    return result;
  }
  ChildProcess::Ended ended = started_->wait(limit_);
  started_.reset();
  result.exit_code = ended.exit_code, result.late = ended.late;
  result.output = std::move(ended.output);
  result.errors = ended.errors.empty() ? ended.why : ended.errors;
  return result;
}

void CommandShell::ask(const std::vector<std::string>& program, const std::string& line) {
  if (!asked_) asked_.emplace(prefixed(prefix_, program));
  asked_->ask(line);
}

ToolResult CommandShell::answer() {
  if (asked_) return asked_->answer(limit_);
  ToolResult result;
  result.errors = "nothing was asked";
  return result;
}

void CommandShell::drop() {
  if (!started_) return;
  started_->kill();
  started_->wait();
  started_.reset();
}

}  // namespace ebb::inline fabric
