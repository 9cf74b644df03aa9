// Starts other programs, without a shell: in a network namespace where asked, with a time limit where asked.
// The drivers speak to switches through the tools of Open vSwitch, the lab to the kernel through `ip` and
// `tc`; this is the only file that starts them. Whatever it starts ends with us, however we end; daemons
// stay.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace ebb::inline fabric {

struct ToolResult {
  int exit_code = -1;  ///< -1: it could not be started, was killed, or took too long
  bool missing = false, late = false;
  bool stopped = false;  ///< it was killed because its place was asked to stop
  std::string output, errors;

  bool ok() const { return exit_code == 0; }
  /// What it printed, all of it, or why it could not.
  std::string said() const;
};

/// Where a tool runs and what it is told besides its words.
struct ToolPlace {
  std::string name_space = "";                ///< of the network; empty: ours
  std::vector<std::string> environment = {};  ///< "NAME=value", added to ours
  std::stop_token stop = {};                  ///< when it is asked for, the tool is killed
};

inline constexpr std::chrono::milliseconds no_limit = std::chrono::milliseconds::max();
inline constexpr std::chrono::milliseconds tool_limit{20'000};

/// `input` goes to its standard input. Its words are those of the C locale.
ToolResult run_tool(const std::vector<std::string>& words, const std::string& input = "",
                    std::chrono::milliseconds limit = tool_limit, const ToolPlace& place = {});
/// Takes as long as it takes.
ToolResult run_tool_in(const ToolPlace& place, const std::vector<std::string>& words,
                       const std::string& input = "");

/// Does not wait; what it prints is thrown away. Returns -1 with errno set.
pid_t start_tool(const std::vector<std::string>& words, const std::string& name_space);

/// Runs a function in a namespace, in a process of its own; `output` is what it returned. It failed when the
/// namespace cannot be entered or the function threw; `errors` then says why.
ToolResult run_in_namespace(const std::string& name_space, const std::function<std::string()>& work);

/// Where `ip netns` keeps the names of network namespaces.
inline constexpr const char* namespaces_folder = "/run/netns";

/// Moves the calling process into a namespace; an empty name leaves it where it is. False with errno set.
bool enter_namespace(const std::string& name);

}  // namespace ebb::inline fabric
