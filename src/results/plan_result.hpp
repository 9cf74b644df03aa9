// The results of a plan, as plain numbers: the parts of the network, its power and cost, the forwarding rules
// it needs, and the device numbers used.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/medium.hpp"
#include "base/units.hpp"

namespace ebb::inline results {

struct PlanParts {
  std::int64_t hosts = 0;
  std::int64_t switches = 0;         ///< with a cable or a backplane connection in use
  std::int64_t switches_needed = 0;  ///< including unconnected ones that come with a chassis
  double switches_powered = 0;  ///< the connected ones, or, charged by ports, as many as their ports fill
  std::int64_t access_switches = 0;
  std::int64_t ports_least = 0, ports_most = 0;  ///< used per switch
  std::int64_t device_ports = 0;                 ///< that the switch device has
  std::int64_t ports_used = 0, ports_spare = 0;  ///< over all connected switches
  std::array<std::int64_t, media> cables{};      ///< by medium, host cables included
  std::optional<std::int64_t> diameter;
};

struct PlanBisection {
  std::int64_t cables = 0;
  double bits_per_second = 0;  ///< see docs/howto/plan.md for the definition
};

/// Power by component. The order of the fields is the order of every report.
struct PlanPower {
  Watts switch_base;   ///< independent of the switches' ports
  Watts ports;         ///< of the switches: those in use and, where they need power, the spare ones
  Watts transceivers;  ///< at both ends of the cables
  Watts nics;
  Watts traffic;  ///< per bit and per packet
  Watts buffers;
  Watts tables;  ///< searched once per packet and switch

  constexpr Watts total() const {
    return switch_base + ports + transceivers + nics + traffic + buffers + tables;
  }
};

/// Electricity over the service life, at the plan's load all the time.
struct PlanMoney {
  double years = 0;
  double network_kwh = 0;   ///< consumed by the network
  double facility_kwh = 0;  ///< with cooling and distribution (PUE)
  double usd = 0;
};

struct PlanServers {
  Watts power;               ///< all of them, at the plan's load
  double network_share = 0;  ///< of servers and network together
};

/// Forwarding rules per switch under one kind of addressing.
struct PlanRules {
  std::string organisation;              ///< "flat", "per switch", …
  std::int64_t lowest = 0, highest = 0;  ///< over the switches
};

/// One number of a device file that the plan used.
struct PlanNumber {
  std::string device, what, value, source, from;
};

struct PlanResult {
  std::string name;      ///< the file's, without folder and ending
  std::string title;     ///< given by the user; may be empty
  std::string topology;  ///< with its parameters
  std::string switch_device, nic_device;
  std::string spine_device;          ///< of switches without hosts; empty: the same
  BitsPerSecond host_rate{};         ///< of the hosts' cables
  std::vector<BitsPerSecond> rates;  ///< of the cables, slowest first
  double load = 0;
  PlanParts parts;
  std::optional<PlanBisection> bisection;  ///< empty where no closed form exists
  std::optional<double> carries;           ///< fraction of uniform traffic; empty where no closed form exists
  bool power_known = true;                 ///< false: a device does not state its power, so there is none
  PlanPower power, full_power;             ///< at the plan's load, and at full load
  PlanMoney money;
  Watts proportional_saving;    ///< if the power were proportional to the load
  double proportional_usd = 0;  ///< the same over the service life
  std::optional<PlanServers> servers;
  std::vector<PlanRules> rules;
  std::vector<PlanNumber> numbers;
  std::vector<std::string> missing;  ///< power numbers that the devices do not state, by device
};

}  // namespace ebb::inline results
