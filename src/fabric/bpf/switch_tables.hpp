// What a switch of a lab in the kernel holds: the contents of the maps of lab/bpf_switch.c, which has the
// same structures, made from the table that a plan counts and the simulator forwards by.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "rules/tables/table.hpp"

namespace ebb::inline fabric {

inline constexpr std::size_t most_kernel_tuples = 255, most_kernel_ports = 256, most_kernel_rules = 16'384;

/// Rules of one stage and priority that compare the same bits of a MAC address.
struct KernelTuple {
  std::uint64_t destination = 0, source = 0;
  std::uint32_t stage = 0, with_port = 0, used = 1, unused = 0;
  bool operator==(const KernelTuple&) const = default;
};

struct KernelKey {
  std::uint64_t destination = 0, source = 0;
  std::uint32_t tuple = 0, in_port = no_id;
  bool operator==(const KernelKey&) const = default;
};

enum class KernelSignal : std::uint32_t { none, own_queue, moved };

struct KernelRule {
  std::uint32_t out_port = 0;
  KernelSignal signal = KernelSignal::none;
  std::uint32_t watched_port = 0, while_busy = 0;
  bool operator==(const KernelRule&) const = default;
};

/// In the order in which the kernel tries the tuples: the first match of each stage is its winner.
struct KernelTables {
  std::vector<KernelTuple> tuples;
  std::vector<std::pair<KernelKey, KernelRule>> rules;
};

struct KernelPort {
  std::uint32_t interface = 0, in_tree = 0;
  std::uint64_t rate = 0;          ///< bits per second
  std::uint64_t threshold_ns = 0;  ///< in which a queue of the threshold's length drains
  std::uint64_t limit_ns = 0;      ///< in which a full queue drains
  std::uint64_t host_address = 0;  ///< that DMP assigns; 0 where no host is
};

/// The virtual queue of a port, and what it has seen. Times are of the monotonic clock.
struct KernelQueue {
  std::uint32_t lock = 0, unused = 0;
  std::uint64_t empty_at = 0;
  std::uint64_t frames = 0, bytes = 0;
  std::uint64_t diverted = 0;  ///< frames that took another port because this one was busy
  std::uint64_t first_long = 0, first_diverted = 0;
};

struct KernelState {
  std::uint32_t by_controller = 0, unused = 0;
  std::uint64_t unmatched = 0;
};

/// Refuses conditions that the kernel cannot evaluate (pauses, congestion notifications) and tables that are
/// too large. Classes of service are omitted: the lab's ports drop and never pause, so nothing deadlocks.
Result<KernelTables> kernel_tables(const ForwardingTable& table);

}  // namespace ebb::inline fabric
