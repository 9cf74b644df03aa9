#include "fabric/bpf/kernel_switch.hpp"

#include <fmt/format.h>
#include <net/if.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/process/run_tool.hpp"
#include "config/data_files.hpp"

namespace ebb::inline fabric {
namespace {

constexpr const char* what_is_needed =
    "a kernel with BPF (CONFIG_NET_CLS_BPF, from 5.17) is needed; without, leave out --dataplane bpf: Open "
    "vSwitch takes other paths only where a port is down";

/// The headers of the kernel's interface are in a folder of the machine's architecture on Debian.
std::vector<std::string> header_folders() {
  std::vector<std::string> options;
  for (const char* folder : {"/usr/include/x86_64-linux-gnu", "/usr/include/aarch64-linux-gnu"})
    if (std::filesystem::exists(folder)) options.insert(options.end(), {"-idirafter", folder});
  return options;
}

/// Comes before the tuples of the tables, in a stage of its own: the rules of a controller.
constexpr KernelTuple of_controller{0xffff'ffff'ffff, 0, 0xffff'fffe, 0};
constexpr KernelKey moved_key(std::uint64_t destination) { return {destination, 0, 0, no_id}; }

/// The number of the program at a port's ingress, from `tc -json filter show`.
std::uint32_t program_in(const std::string& text) {
  const auto filters = nlohmann::json::parse(text, nullptr, false);
  if (!filters.is_array()) return 0;
  for (const auto& filter : filters)
    if (const auto number = "/options/prog/id"_json_pointer; filter.contains(number))
      return filter[number].get<std::uint32_t>();
  return 0;
}

}  // namespace

Problems compile_kernel_switch(const std::string& object) {
  std::vector<std::string> words{"clang", "-O2", "-g", "-target", "bpf", "-mcpu=v3"};
  for (std::string& option : header_folders()) words.push_back(std::move(option));
  words.insert(words.end(), {"-c", data_file("lab/bpf_switch.c"), "-o", object});
  const ToolResult ran = run_tool(words);
  if (ran.ok()) return {};
  return {{"clang", "cannot compile lab/bpf_switch.c: " + ran.said().substr(0, 2000),
           "on Debian: apt install clang linux-libc-dev"}};
}

Result<KernelSwitch> KernelSwitch::attach(const std::string& object, const std::string& name_space,
                                          const std::vector<std::string>& ports) {
  std::string lines;
  for (const std::string& port : ports)
    lines += fmt::format(
        "qdisc add dev {} clsact\nfilter add dev {} ingress bpf direct-action object-file {} "
        "section classifier\n",
        port, port, object);
  // `ip netns exec` gives tc a file system of its own, where the ports' programs find the same maps by name.
  // It ends with tc, so that switches share nothing and nothing is left.
  const ToolResult ran = run_tool({"ip", "netns", "exec", name_space, "tc", "-batch", "-"}, lines);
  if (!ran.ok()) {
    const std::string said = ran.said();
    return Problem{
        "tc", "cannot load lab/bpf_switch.c: " + said.substr(said.size() > 2000 ? said.size() - 2000 : 0),
        what_is_needed};
  }
  return at(name_space, ports.front());
}

Result<KernelSwitch> KernelSwitch::at(const std::string& name_space, const std::string& port) {
  const ToolResult ran = run_tool_in({name_space}, {"tc", "-json", "filter", "show", "dev", port, "ingress"});
  const std::uint32_t program = ran.ok() ? program_in(ran.output) : 0;
  if (program == 0)
    return Problem{port, "has no program: " + ran.said().substr(0, 300),
                   "build the lab again, with --dataplane bpf"};
  auto maps = KernelMaps::of_program(program);
  if (!maps) return maps.problems();
  return KernelSwitch(std::move(*maps), program);
}

Problems KernelSwitch::load(const KernelTables& tables, const std::vector<KernelPort>& ports) const {
  for (std::uint32_t p = 0; p < ports.size(); ++p) {
    if (Problems problems = maps_.write("ports", p, ports[p]); !problems.empty()) return problems;
    if (Problems problems = maps_.write("interfaces", ports[p].interface, p); !problems.empty())
      return problems;
  }
  for (auto [key, rule] : tables.rules) {
    ++key.tuple;
    if (Problems problems = maps_.write("rules", key, rule); !problems.empty()) return problems;
  }
  for (std::uint32_t t = 0; t < tables.tuples.size(); ++t)
    if (Problems problems = maps_.write("tuples", t + 1, tables.tuples[t]); !problems.empty())
      return problems;
  return maps_.write("tuples", std::uint32_t{0}, of_controller);  // last: until now no frame is forwarded
}

Result<KernelQueue> KernelSwitch::queue(std::uint32_t port) const {
  return maps_.read<KernelQueue>("queues", port);
}

Problems KernelSwitch::set_queue(std::uint32_t port, const KernelQueue& queue) const {
  return maps_.write("queues", port, queue);
}

Problems KernelSwitch::clear(std::uint32_t port) const { return set_queue(port, {}); }

Problems KernelSwitch::follow_controller(bool follow) const {
  return maps_.write("states", std::uint32_t{0}, KernelState{.by_controller = follow});
}

Problems KernelSwitch::move_flow(std::uint64_t destination, std::uint32_t from, std::uint32_t to) const {
  return maps_.write("rules", moved_key(destination), KernelRule{to, KernelSignal::moved, from});
}

Problems KernelSwitch::move_back(std::uint64_t destination) const {
  return maps_.erase("rules", moved_key(destination));
}

Result<std::vector<std::uint32_t>> interface_indexes(const std::string& name_space,
                                                     const std::vector<std::string>& interfaces) {
  const ToolResult ran = run_in_namespace(name_space, [&] {
    std::string text;
    for (const std::string& name : interfaces) text += fmt::format("{}\n", if_nametoindex(name.c_str()));
    return text;
  });
  std::vector<std::uint32_t> indexes;
  std::istringstream in(ran.output);
  for (std::uint32_t index = 0; in >> index && index != 0;) indexes.push_back(index);
  if (ran.ok() && indexes.size() == interfaces.size()) return indexes;
  return Problem{name_space, "lacks interfaces of the lab: " + ran.said().substr(0, 300),
                 "`ebb lab down` removes the lab; then build it again"};
}

}  // namespace ebb::inline fabric
