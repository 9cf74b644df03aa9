#include "fabric/lab/lab_up.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "base/fields.hpp"
#include "base/process/run_tool.hpp"
#include "fabric/inventory/names.hpp"
#include "fabric/lab/lab_down.hpp"
#include "fabric/lab/lab_hosts.hpp"
#include "fabric/lab/lab_lock.hpp"
#include "fabric/lab/lab_routers.hpp"
#include "fabric/lab/lab_snmp.hpp"
#include "fabric/lab/lab_switches.hpp"
#include "fabric/lab/lab_tools.hpp"
#include "fabric/lab/router_texts.hpp"

namespace ebb::inline fabric {
namespace {

Problems leftovers(const LabNames& names) {
  const LabRemains there = find_lab(names);
  if (there.none()) return {};
  std::error_code error;
  const bool in_kernel = std::filesystem::exists(kernel_object(names), error);
  const bool whole = there.folder && (in_kernel ? !there.namespaces.empty() : !there.daemons.empty());
  return {
      {"ebb lab up",
       whole ? fmt::format("a lab \"{}\" is there already", names.lab)
             : fmt::format("an incomplete lab \"{}\" is left over: {} namespaces, {} processes", names.lab,
                           there.namespaces.size(), there.daemons.size() + there.guests.size()),
       fmt::format("`ebb lab down --name {}` removes it; another --name builds a second one", names.lab)}};
}

Problems too_large(const Network& network) {
  const std::uint32_t cables = network.channels() / 2;
  if (cables <= most_lab_cables) return {};
  return {{"ebb lab up",
           fmt::format("the network has {} cables, but a lab holds {} at most", cables, most_lab_cables),
           "build a smaller network of the same kind: --set topology.…"}};
}

Problems make_folder(const LabNames& names, const LabPlan& plan) {
  if (mkdir(names.folder().c_str(), 0700) != 0)
    return {{names.folder(), fmt::format("cannot be created: {}", std::strerror(errno)),
             "free space in /run, or remove what is there"}};
  Problems problems = write_lab_file(names.file("network.toml"), plan.configuration);
  const bool routed = plan.settings.is_routed();
  if (problems.empty() && !plan.settings.in_kernel())  // no switch there that `ebb fabric` could load
    problems = write_lab_file(names.file("inventory.toml"),
                              routed ? router_inventory(names, plan.network, plan.settings.protocol)
                                     : lab_inventory(names, plan.network, plan.settings.switches));
  if (problems.empty()) problems = write_lab_file(names.hosts(), lab_host_names(plan.network, routed));
  return problems;
}

}  // namespace

std::string lab_host_names(const Network& network, bool routed) {
  std::string text = "127.0.0.1 localhost\n::1 localhost\n";
  for (HostId h = 0; h < network.hosts; ++h) text += fmt::format("{} {}\n", LabNames::ip(h), host_name(h));
  for (SwitchId s = 0; routed && s < network.switches(); ++s)
    text += fmt::format("{} {}\n", LabNames::router_ip(s), switch_name(s));
  return text;
}

Problems lab_obstacles() {
  return tool_obstacles({"ip", "tc", "ovsdb-tool", "ovsdb-server", "ovs-vswitchd", "ovs-vsctl", "ovs-ofctl"},
                        "on Debian: apt install openvswitch-switch iproute2");
}

std::string lab_inventory(const LabNames& names, const Network& network, LabManagement switches) {
  std::string text = fmt::format("# The switches of the lab \"{}\", for `ebb fabric`.\n", names.lab);
  const bool by_snmp = switches == LabManagement::snmp;
  if (by_snmp)
    text += fmt::format("[snmp]\nuser = \"{}\"\npasswords = \"{}\"\n", lab_snmp_user, lab_snmp_passwords);
  for (SwitchId s = 0; s < network.switches(); ++s) {
    text += fmt::format("\n[[switch]]\nname = {}\n", to_text(switch_name(network, s)));
    text += by_snmp ? fmt::format("snmp = \"{}\"\nports = [", names.snmp(s))
                    : fmt::format("bridge = \"{}\"\nopenflow = \"{}\"\novsdb = \"{}\"\nports = [",
                                  switch_name(s), names.openflow(s), names.database());
    for (std::uint32_t local = 0; local < network.ports_of(s); ++local)
      text += fmt::format("{}\"{}\"", local == 0 ? "" : ", ", LabNames::port(s, local));
    text += "]\n";
  }
  return text;
}

Problems build_lab(const LabNames& names, const LabPlan& plan, const std::function<bool()>& stopped) {
  const bool routed = plan.settings.is_routed(), by_snmp = plan.settings.by_snmp(),
             in_kernel = plan.settings.in_kernel();
  for (const Problems& found : {names.check(),
                                routed      ? router_obstacles(plan.network)
                                : in_kernel ? lab_bpf_obstacles()
                                            : lab_obstacles(),
                                by_snmp ? lab_snmp_obstacles() : Problems{}, too_large(plan.network)})
    if (!found.empty()) return found;
  const LabLock lock;
  if (!lock.held())
    return {{"ebb lab up", "another `ebb lab` has been building or removing a lab for two minutes",
             "`ps` shows what it waits for; try again when it is done"}};
  if (Problems found = leftovers(names); !found.empty()) return found;

  using Steps = std::vector<std::function<Problems()>>;
  const Steps of_bridges = {
      [&] { return make_folder(names, plan); },
      [&] { return make_namespaces(names, plan.network); },
      [&] { return make_cables(names, plan.network); },
      [&] { return start_switches(names); },
      [&] { return make_bridges(names, plan.network); },
      [&] { return shape_cables(names, plan.network, plan.settings); },
      [&] {
        return by_snmp ? start_snmp_switches(names, plan.network, plan.settings)
                       : load_programs(names, plan.programs);
      },
      [&] { return set_up_hosts(names, plan.network, plan.addresses, plan.settings, plan.own_addresses); },
  };
  const Steps of_kernel = {
      [&] { return make_folder(names, plan); },
      [&] { return make_namespaces(names, plan.network); },
      [&] { return make_cables(names, plan.network); },
      [&] { return shape_cables(names, plan.network, plan.settings); },
      [&] { return start_kernel_switches(names, plan.network, plan.addresses, plan.settings, plan.kernel); },
      [&] { return set_up_hosts(names, plan.network, plan.addresses, plan.settings, plan.own_addresses); },
  };
  const Steps of_routers = {
      [&] { return make_folder(names, plan); },
      [&] { return make_router_namespaces(names, plan.network); },
      [&] { return make_router_cables(names, plan.network); },
      [&] { return set_router_addresses(names, plan.network, plan.settings); },
      [&] { return start_routers(names, plan.network, plan.settings); },
      [&] { return await_routers(names, plan.network, stopped); },
  };
  for (const auto& step : routed ? of_routers : in_kernel ? of_kernel : of_bridges) {
    Problems problems = step();
    if (stopped())
      problems = {
          {"ebb lab up", "was stopped; nothing is left of the lab", "start it again to build the lab"}};
    if (problems.empty()) continue;
    Problems left = remove_lab(names);
    problems.insert(problems.end(), left.begin(), left.end());
    return problems;
  }
  return {};
}

}  // namespace ebb::inline fabric
