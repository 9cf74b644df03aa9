#include "fabric/lab/lab_switches.hpp"

#include <fmt/format.h>

#include "base/process/run_tool.hpp"
#include "fabric/inventory/names.hpp"
#include "fabric/openflow/openflow.hpp"

namespace ebb::inline fabric {
namespace {

constexpr const char* schema = "/usr/share/openvswitch/vswitch.ovsschema";

/// Sets every folder that Open vSwitch uses, so that it finds no other instance's files.
std::vector<std::string> ovs_environment(const LabNames& names) {
  return {"OVS_RUNDIR=" + names.folder(), "OVS_LOGDIR=" + names.folder(), "OVS_DBDIR=" + names.folder(),
          "OVS_SYSCONFDIR=" + names.folder()};
}

Problems complain(const std::string& program, const ToolResult& ran) {
  return {{program, fmt::format("failed with status {}: {}", ran.exit_code, ran.said().substr(0, 2000)),
           "the logs of Open vSwitch are in the lab's folder, /run/ebb-lab/NAME"}};
}

Problems run_ovs(const LabNames& names, const std::vector<std::string>& arguments,
                 const std::string& input = "") {
  const ToolResult ran = run_tool_in({names.fabric(), ovs_environment(names)}, arguments, input);
  return ran.ok() ? Problems{} : complain(arguments[0], ran);
}

std::vector<std::string> daemon(const LabNames& names, std::vector<std::string> arguments) {
  const std::string program = arguments[0];
  for (const std::string& option :
       {std::string("--no-chdir"), std::string("--detach"), "--pidfile=" + names.file(program + ".pid"),
        "--log-file=" + names.file(program + ".log"), "--unixctl=" + names.file(program + ".ctl"),
        std::string("-vconsole:off"), std::string("-vsyslog:off")})
    arguments.push_back(option);
  return arguments;
}

}  // namespace

Problems start_switches(const LabNames& names) {
  const std::string data = names.file("conf.db");
  Problems problems = run_ovs(names, {"ovsdb-tool", "create", data, schema});
  if (problems.empty())
    problems = run_ovs(names, daemon(names, {"ovsdb-server", data, "--remote=p" + names.database()}));
  if (problems.empty())
    problems = run_ovs(names, {"ovs-vsctl", "--db=" + names.database(), "--no-wait", "--timeout=20", "init"});
  if (problems.empty()) problems = run_ovs(names, daemon(names, {"ovs-vswitchd", names.database()}));
  return problems;
}

Problems make_bridges(const LabNames& names, const Network& network) {
  std::vector<std::string> words{"ovs-vsctl", "--db=" + names.database(), "--timeout=120"};
  const auto add = [&](std::initializer_list<std::string> more) { words.insert(words.end(), more); };
  for (SwitchId s = 0; s < network.switches(); ++s) {
    const std::string bridge = switch_name(s);
    add({"--", "add-br", bridge, "--", "set", "bridge", bridge, "datapath_type=netdev", "fail_mode=secure",
         "protocols=OpenFlow13,OpenFlow14,OpenFlow15",
         fmt::format("other_config:datapath-id={:016x}", std::uint64_t{s} + 1)});
    for (std::uint32_t local = 0; local < network.ports_of(s); ++local) {
      const std::string port = LabNames::port(s, local);
      add({"--", "add-port", bridge, port, "--", "set", "interface", port,
           fmt::format("ofport_request={}", local + 1)});
    }
  }
  return run_ovs(names, words);
}

Problems load_programs(const LabNames& names, const std::vector<SwitchProgram>& programs) {
  for (SwitchId s = 0; s < programs.size(); ++s) {
    if (!programs[s].groups.empty())
      if (Problems problems = run_ovs(names,
                                      {"ovs-ofctl", "-vconsole:off", "-O", "OpenFlow14", "--bundle",
                                       "add-groups", names.openflow(s), "-"},
                                      groups_file(programs[s]));
          !problems.empty())
        return problems;
    if (Problems problems = run_ovs(names,
                                    {"ovs-ofctl", "-vconsole:off", "-O", "OpenFlow14", "--bundle",
                                     "replace-flows", names.openflow(s), "-"},
                                    flows_file(programs[s]));
        !problems.empty())
      return problems;
  }
  return {};
}

std::vector<PortCount> read_port_counts(const LabNames& names, const Network& network, DataPlane plane) {
  if (plane == DataPlane::bpf) return read_interface_counts(names, network);
  std::vector<PortCount> all;
  for (SwitchId s = 0; s < network.switches(); ++s) {
    const ToolResult ran = run_tool(
        {"ovs-ofctl", "-vconsole:off", "-O", "OpenFlow13", "--no-names", "dump-ports", names.openflow(s)});
    if (!ran.ok()) return {};
    const auto counts = parse_port_counts(ran.output, network.ports_of(s));
    all.insert(all.end(), counts.begin(), counts.end());
  }
  return all;
}

}  // namespace ebb::inline fabric
