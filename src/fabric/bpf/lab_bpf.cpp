#include "fabric/bpf/lab_bpf.hpp"

#include <fmt/format.h>

#include <string>

#include "fabric/lab/lab_hosts.hpp"
#include "fabric/lab/lab_tools.hpp"
#include "fabric/openflow/broadcast_tree.hpp"

namespace ebb::inline fabric {
namespace {

std::uint64_t drain_ns(Bytes bytes, BitsPerSecond rate) {
  return static_cast<std::uint64_t>(bytes.v) * 8 * 1'000'000'000 / static_cast<std::uint64_t>(rate.v);
}

std::vector<std::string> ports_of(const Network& network, SwitchId s) {
  std::vector<std::string> ports;
  for (std::uint32_t local = 0; local < network.ports_of(s); ++local)
    ports.push_back(LabNames::port(s, local));
  return ports;
}

class KernelSwitchStart {
 public:
  KernelSwitchStart(const LabNames& names, const Network& network, const AddressPlan& addresses,
                    const LabSettings& settings, const KernelPlan& plan)
      : names_(names), network_(network), addresses_(addresses), settings_(settings), plan_(plan) {
    if (plan.broadcast) tree_ = broadcast_tree(network);
  }

  Problems start(SwitchId s) const {
    const std::vector<std::string> ports = ports_of(network_, s);
    const auto indexes = interface_indexes(names_.fabric(), ports);
    if (!indexes) return indexes.problems();
    const auto made = KernelSwitch::attach(kernel_object(names_), names_.fabric(), ports);
    if (!made) return made.problems();
    std::vector<KernelPort> all;
    for (std::uint32_t local = 0; local < ports.size(); ++local)
      all.push_back(port(network_.first_port[s] + local, (*indexes)[local]));
    return made->load(plan_.tables[s], all);
  }

 private:
  KernelPort port(PortId p, std::uint32_t interface) const {
    KernelPort made{.interface = interface,
                    .in_tree = plan_.broadcast && tree_[p],
                    .rate = static_cast<std::uint64_t>(settings_.rate.v),
                    .threshold_ns = drain_ns(plan_.threshold, settings_.rate),
                    .limit_ns = drain_ns(shaper_buffer(settings_.rate), settings_.rate)};
    if (plan_.dmp && network_.is_host_port(network_.peer[p]))
      made.host_address = mac_of(addresses_.address(network_.host_at(network_.peer[p])));
    return made;
  }

  const LabNames& names_;
  const Network& network_;
  const AddressPlan& addresses_;
  const LabSettings& settings_;
  const KernelPlan& plan_;
  std::vector<bool> tree_;
};

}  // namespace

std::string kernel_object(const LabNames& names) { return names.file("bpf_switch.o"); }

Problems lab_bpf_obstacles() {
  return tool_obstacles({"ip", "tc", "clang"}, "on Debian: apt install clang linux-libc-dev iproute2");
}

Problems start_kernel_switches(const LabNames& names, const Network& network, const AddressPlan& addresses,
                               const LabSettings& settings, const KernelPlan& plan) {
  for (SwitchId s = 0; s < network.switches(); ++s)
    if (network.ports_of(s) > most_kernel_ports)
      return {{"ebb lab up",
               fmt::format("a switch has {} ports, but one in the kernel holds {}", network.ports_of(s),
                           most_kernel_ports),
               "build a smaller network of the same kind: --set topology.…"}};
  const KernelSwitchStart start(names, network, addresses, settings, plan);
  Problems problems = compile_kernel_switch(kernel_object(names));
  for (SwitchId s = 0; problems.empty() && s < network.switches(); ++s) problems = start.start(s);
  return problems;
}

Result<KernelSwitch> kernel_switch(const LabNames& names, SwitchId s) {
  return KernelSwitch::at(names.fabric(), LabNames::port(s, 0));
}

std::uint32_t running_kernel_switches(const LabNames& names, const Network& network) {
  std::uint32_t running = 0;
  for (SwitchId s = 0; s < network.switches(); ++s) {
    bool all = true;
    for (const std::string& port : ports_of(network, s))
      all = all && KernelSwitch::at(names.fabric(), port).ok();
    running += all;
  }
  return running;
}

}  // namespace ebb::inline fabric
