#include "fabric/lab/lab_snmp.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>

#include "base/process/run_tool.hpp"
#include "base/units.hpp"
#include "config/data_files.hpp"
#include "fabric/inventory/names.hpp"
#include "fabric/lab/lab_tools.hpp"

namespace ebb::inline fabric {
namespace {

/// The folder of a lab is readable by root only, and its switches are reachable by its sockets only.
constexpr const char *password = "password of this lab", *secret = "secret of this lab";
constexpr std::chrono::seconds start_limit{60};

/// Not snmpd.conf: snmpd keeps its own state under that name in the same folder.
constexpr const char* settings_file = "/switch.conf";

std::string snmpd_settings(const std::string& folder) {
  return fmt::format(
      "createUser {} SHA \"{}\" AES \"{}\"\nrwuser {} priv\nmaster agentx\nagentXSocket unix:{}/agentx\n",
      lab_snmp_user, password, secret, lab_snmp_user, folder);
}

class SnmpSwitchStart {
 public:
  SnmpSwitchStart(const LabNames& names, SwitchId s, BitsPerSecond rate)
      : names_(names), folder_(names.snmp_folder(s)), s_(s), rate_(rate) {}

  Problems run() const {
    if (mkdir(folder_.c_str(), 0700) != 0)
      return {{folder_, fmt::format("cannot be created: {}", std::strerror(errno)), "free space in /run"}};
    if (Problems problems = write_lab_file(folder_ + settings_file, snmpd_settings(folder_));
        !problems.empty())
      return problems;
    // Without SMUX, for which all would listen at one port.
    Problems problems = start({"snmpd", "-C", "-c", folder_ + settings_file, "-Lf", folder_ + "/snmpd.log",
                               "-p", folder_ + "/snmpd.pid", "-I", "-smux", names_.snmp(s_)});
    if (problems.empty())
      problems = start({"python3", data_file("lab/snmp_switch.py"), "--detach", switch_name(s_),
                        folder_ + "/agentx", folder_, fmt::format("{}", rate_.v)});
    return problems;
  }

 private:
  Problems start(const std::vector<std::string>& words) const {
    const ToolPlace place{names_.fabric(),
                          {"OVS_RUNDIR=" + names_.folder(), "SNMP_PERSISTENT_DIR=" + folder_, "MIBS="}};
    const ToolResult ran = run_tool(words, "", start_limit, place);
    if (ran.ok()) return {};
    return {{words[0], fmt::format("of {} does not start: {}", switch_name(s_), ran.said().substr(0, 2000)),
             "see its log in " + folder_}};
  }

  const LabNames& names_;
  const std::string folder_;
  const SwitchId s_;
  const BitsPerSecond rate_;
};

/// Ports of hosts take no part: they would drop all frames in STP's first seconds. Set as edge ports while
/// their links are up, Open vSwitch's still do.
std::vector<std::string> stp_on(const LabNames& names, const Network& network) {
  std::vector<std::string> words{"ovs-vsctl", "--db=" + names.database(), "--timeout=60"};
  for (SwitchId s = 0; s < network.switches(); ++s) {
    words.insert(words.end(), {"--", "set", "bridge", switch_name(s), "rstp_enable=true"});
    for (std::uint32_t local = 0; local < network.ports_of(s); ++local)
      if (network.is_host_port(network.peer[network.first_port[s] + local]))
        words.insert(words.end(),
                     {"--", "set", "port", LabNames::port(s, local), "other_config:rstp-enable=false"});
  }
  return words;
}

}  // namespace

Problems lab_snmp_obstacles() {
  return missing_programs("[lab] switches = \"snmp\"", {"snmpd", "python3"},
                          "on Debian: apt install snmpd python3");
}

Problems start_snmp_switches(const LabNames& names, const Network& network, const LabSettings& settings) {
  if (Problems problems =
          write_lab_file(names.file(lab_snmp_passwords), fmt::format("{}\n{}\n", password, secret));
      !problems.empty())
    return problems;
  if (const ToolResult ran = run_tool(stp_on(names, network), "", start_limit); !ran.ok())
    return {{"ovs-vsctl", "cannot switch STP on: " + ran.said(), "the logs are in " + names.folder()}};
  for (SwitchId s = 0; s < network.switches(); ++s)
    if (Problems problems = SnmpSwitchStart(names, s, settings.rate).run(); !problems.empty())
      return problems;
  return {};
}

}  // namespace ebb::inline fabric
