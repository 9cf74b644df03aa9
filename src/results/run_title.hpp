// The description of a run in words, for the head of its summary.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ebb::inline results {

struct RunTitle {
  std::string file, network, routing, traffic;  ///< each with the parameters that the user gave
  std::vector<std::string> network_notes;       ///< remarks beside the figures
  std::vector<std::string> host_names;          ///< empty: hosts have numbers
  std::string calibration;                      ///< computed from the network by a workload; may be empty
  std::string flow;                             ///< empty: credits
  std::string pipeline;                         ///< its stages; empty: not given separately
  std::string control;                          ///< empty: the rates are not controlled
  /// The control settings from a device file, by name, and the origin of the others.
  std::string device_file, device_notes;
  std::vector<std::pair<std::string, std::string>> from_device;
  bool closed_loop = false;  ///< hosts send in response to deliveries: there is no offered load
  bool uneven = false;       ///< the traffic is uneven by configuration: no fairness is expected
  std::uint64_t hosts = 0, switches = 0, vcs = 0;
  std::int64_t seed = 0;
  double host_bits_per_second = 0;  ///< of all hosts' channels together: loads are a share of it
};

}  // namespace ebb::inline results
