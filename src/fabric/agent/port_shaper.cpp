#include "fabric/agent/port_shaper.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <sstream>

#include "fabric/lab/lab_hosts.hpp"
#include "fabric/run_tool.hpp"

namespace ebb::inline fabric {

std::map<std::size_t, std::string> failed_lines(std::string_view errors) {
  constexpr std::string_view mark = "Command failed -:";
  std::map<std::size_t, std::string> failed;
  std::istringstream in{std::string(errors)};
  std::string why;
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with(mark)) {
      if (why.empty()) why = line;  // the first says what; the rest is usage
      continue;
    }
    failed[std::strtoul(line.c_str() + mark.size(), nullptr, 10)] = std::exchange(why, {});
  }
  return failed;
}

void PortShaper::flush() {
  if (wanted_.empty()) return;
  std::string lines;
  for (const auto& [interface, rate] : wanted_)
    lines += fmt::format("qdisc replace dev {} root {}\n", interface, shaper_text(rate, full_));
  const ToolResult done = run_tool({"tc", "-force", "-batch", "-"}, lines);
  const auto failed = failed_lines(done.errors);
  std::size_t line = 0;
  for (const auto& [interface, rate] : wanted_) {
    const auto found = failed.find(++line);
    if (done.ok() || (found == failed.end() && !failed.empty())) continue;
    const std::string why = done.missing            ? "it is not installed"
                            : found == failed.end() ? done.said()
                                                    : found->second;
    refused_[interface] = "tc: " + why;
  }
  wanted_.clear();
}

}  // namespace ebb::inline fabric
