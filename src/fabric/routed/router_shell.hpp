// Runs commands on a router: on this machine, in a network namespace, or over ssh.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "base/process/child_process.hpp"
#include "base/process/line_process.hpp"
#include "base/process/run_tool.hpp"

namespace ebb::inline fabric {

/// The longest time of a command.
inline constexpr std::chrono::milliseconds router_limit{10'000};

/// One command at a time, from one thread. A test replaces it by recorded output.
class RouterShell {
 public:
  virtual ~RouterShell() = default;
  virtual ToolResult run(const std::vector<std::string>& words) = 0;
  /// Starts a command whose result finish() fetches, so that many routers work in parallel. An unfinished one
  /// is dropped.
  virtual void start(const std::vector<std::string>& words) = 0;
  virtual ToolResult finish() = 0;
  /// Asks a program that stays and answers each line by one line; always the same one. answer() fetches it.
  virtual void ask(const std::vector<std::string>& program, const std::string& line) = 0;
  virtual ToolResult answer() = 0;
};

/// Puts `prefix` before each command: {"ip", "netns", "exec", "spine0"}, {"ssh", "root@spine0"}, or nothing.
/// A remote shell splits what ssh sends, so words are quoted for it.
class CommandShell final : public RouterShell {
 public:
  explicit CommandShell(std::vector<std::string> prefix, std::chrono::milliseconds limit = router_limit)
      : prefix_(std::move(prefix)), limit_(limit) {}
  ~CommandShell() override { drop(); }

  ToolResult run(const std::vector<std::string>& words) override;
  void start(const std::vector<std::string>& words) override;
  ToolResult finish() override;
  void ask(const std::vector<std::string>& program, const std::string& line) override;
  ToolResult answer() override;

 private:
  void drop();

  std::vector<std::string> prefix_;
  std::chrono::milliseconds limit_;
  std::optional<ChildProcess> started_;
  std::optional<LineProcess> asked_;
};

/// A word that a shell takes as it is.
std::string quoted_word(const std::string& word);
/// The whole command line of a command behind a prefix.
std::vector<std::string> prefixed(const std::vector<std::string>& prefix,
                                  const std::vector<std::string>& words);

}  // namespace ebb::inline fabric
