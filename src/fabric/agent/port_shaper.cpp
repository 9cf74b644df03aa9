#include "fabric/agent/port_shaper.hpp"

#include <fmt/format.h>

#include "fabric/lab/lab_hosts.hpp"
#include "fabric/run_tool.hpp"

namespace ebb::inline fabric {

Problems PortShaper::flush() {
  if (wanted_.empty()) return {};
  std::string lines;
  for (const auto& [interface, rate] : wanted_)
    lines += fmt::format("qdisc replace dev {} root {}\n", interface, shaper_text(rate, full_));
  wanted_.clear();
  const ToolResult done = run_tool({"tc", "-force", "-batch", "-"}, lines);
  if (done.exit_code == 0) return {};
  return {
      {"tc",
       fmt::format("cannot set the rates of ports: {}", done.missing ? "it is not installed" : done.errors),
       "run the agent where the interfaces are (in a lab: ebb lab exec fabric -- ebb agent …), as root; or "
       "with --rates none"}};
}

}  // namespace ebb::inline fabric
