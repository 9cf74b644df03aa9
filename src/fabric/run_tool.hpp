// Runs a program without a shell, with a time limit: what it printed, and how it ended.
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace ebb::inline fabric {

struct ToolResult {
  int exit_code = -1;  ///< -1: it could not be started, was killed, or took too long
  bool missing = false, late = false;
  std::string output, errors;
};

/// `input` goes to its standard input. Its words are those of the C locale. It dies with us.
ToolResult run_tool(const std::vector<std::string>& words, const std::string& input = "",
                    std::chrono::milliseconds limit = std::chrono::milliseconds{20'000});

}  // namespace ebb::inline fabric
