// A switch in the kernel: lab/bpf_switch.c at the ingress of each of its ports, by `tc`. It lives as long as
// the ports do.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "fabric/bpf/kernel_maps.hpp"
#include "fabric/bpf/switch_tables.hpp"

namespace ebb::inline fabric {

/// Compiles lab/bpf_switch.c into `object`.
Problems compile_kernel_switch(const std::string& object);

class KernelSwitch {
 public:
  /// Puts the program at all ports; they share its maps, which are empty: every frame is dropped.
  static Result<KernelSwitch> attach(const std::string& object, const std::string& name_space,
                                     const std::vector<std::string>& ports);
  /// The one whose program is at this port.
  static Result<KernelSwitch> at(const std::string& name_space, const std::string& port);

  /// The number of the program at the first port.
  std::uint32_t program() const { return program_; }

  /// Ports by their local numbers, without gaps.
  Problems load(const KernelTables& tables, const std::vector<KernelPort>& ports) const;

  Result<KernelQueue> queue(std::uint32_t port) const;
  Problems set_queue(std::uint32_t port, const KernelQueue& queue) const;
  /// Forgets what the queue has seen. Frames that pass meanwhile may be counted or not.
  Problems clear(std::uint32_t port) const;
  /// From now on conditions on queues are ignored, because a controller moves flows; or are evaluated again.
  Problems follow_controller(bool follow) const;
  /// As a controller does with a rule of its own: frames to this address leave by `to` instead of `from`.
  Problems move_flow(std::uint64_t destination, std::uint32_t from, std::uint32_t to) const;
  Problems move_back(std::uint64_t destination) const;

 private:
  KernelSwitch(KernelMaps maps, std::uint32_t program) : maps_(std::move(maps)), program_(program) {}
  KernelMaps maps_;
  std::uint32_t program_;
};

/// The numbers of interfaces in a namespace, in the given order.
Result<std::vector<std::uint32_t>> interface_indexes(const std::string& name_space,
                                                     const std::vector<std::string>& interfaces);

}  // namespace ebb::inline fabric
