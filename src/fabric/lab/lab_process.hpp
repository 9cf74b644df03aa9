// Programs and functions that run in a network namespace of the lab and are waited for. The lab speaks to the
// kernel through `ip`, `tc` and the tools of Open vSwitch; this is the only file that starts them.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>
#include <vector>

namespace ebb::inline fabric {

struct LabRun {
  int status = 0;      ///< 0: it ran and was content; 127: it could not be started
  std::string output;  ///< stdout and stderr together
  bool ok() const { return status == 0; }
};

/// Where `ip netns` keeps the names of network namespaces.
inline constexpr const char* namespaces_folder = "/run/netns";

/// Moves the calling process into a namespace; an empty name leaves it where it is. False with errno set.
bool enter_namespace(const std::string& name);

/// Runs a program in a namespace, feeds it `input` and waits. `environment` is added to ours ("NAME=value").
LabRun run_program(const std::vector<std::string>& arguments, const std::string& name_space = "",
                   const std::string& input = "", const std::vector<std::string>& environment = {});

/// Starts a program in a namespace and does not wait; its output is thrown away. Returns -1 with errno set.
pid_t start_program(const std::vector<std::string>& arguments, const std::string& name_space);

/// Runs a function in a namespace, in a process of its own, and returns what it said. The status is 1 when
/// the namespace cannot be entered or the function threw; `output` then says why.
LabRun run_in_namespace(const std::string& name_space, const std::function<std::string()>& work);

}  // namespace ebb::inline fabric
