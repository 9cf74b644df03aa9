// Runs other programs without a shell, optionally in a network namespace and with a time limit. Drivers talk
// to switches through the tools of Open vSwitch, the lab to the kernel through `ip` and `tc`. Every started
// program ends with ebb, however ebb ends; daemons stay.
#pragma once

#include <string>
#include <vector>

#include "base/process/child_process.hpp"

namespace ebb::inline base {

struct ToolResult {
  int exit_code = -1;  ///< -1: it could not be started, was killed, or took too long
  bool missing = false, late = false;
  bool stopped = false;  ///< killed because of a stop request
  std::string output, errors;

  bool ok() const { return exit_code == 0; }
  /// All that it printed, or why it could not run.
  std::string said() const;
};

/// Where a tool runs, and its environment.
struct ToolPlace {
  std::string name_space = "";                ///< the network namespace; empty: ours
  std::vector<std::string> environment = {};  ///< "NAME=value", added to ours
  std::stop_token stop = {};                  ///< a stop request kills the tool
};

inline constexpr std::chrono::milliseconds tool_limit{20'000};

/// `input` becomes its standard input. The tool runs in the C locale.
ToolResult run_tool(const std::vector<std::string>& words, const std::string& input = "",
                    std::chrono::milliseconds limit = tool_limit, const ToolPlace& place = {});
/// Without a time limit.
ToolResult run_tool_in(const ToolPlace& place, const std::vector<std::string>& words,
                       const std::string& input = "");

/// Does not wait. The caller kills or awaits it.
Result<ChildProcess> start_tool(const std::vector<std::string>& words, const std::string& name_space);

/// The same; our end of its standard input and output becomes `socket`.
Result<ChildProcess> start_dialogue(const std::vector<std::string>& words, int& socket);
/// True for a program that was not found.
bool is_missing(const ChildProcess::Ended& ended);

/// Runs a function in a namespace, in a separate process; `output` is its return value. It fails when the
/// namespace cannot be entered or the function throws; `errors` then gives the reason.
ToolResult run_in_namespace(const std::string& name_space, const std::function<std::string()>& work);

/// Why this process could not become another program.
struct BecomeFailure {
  enum class Step : std::uint8_t { enter, execute };
  Step step = Step::execute;
  int error = 0;  ///< errno
};
/// Replaces this process by a program in its place, with our standard streams. Returns only when that fails;
/// the process may then be in the namespace already.
BecomeFailure become_tool(const std::vector<std::string>& words, const ToolPlace& place);

/// The folder where `ip netns` keeps the names of network namespaces.
inline constexpr const char* namespaces_folder = "/run/netns";

/// Moves the calling process into a namespace; an empty name leaves it where it is. False with errno set.
bool enter_namespace(const std::string& name);

}  // namespace ebb::inline base
