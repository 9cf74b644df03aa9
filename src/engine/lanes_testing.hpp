// Settings and traffic for tests of virtual lanes.
#pragma once

#include "engine/engine_testing.hpp"
#include "topology/grid.hpp"

namespace ebb::inline engine {

/// Flits of 64 bytes, packets of 4 of them.
inline SwitchSettings with_lanes(std::int64_t count, std::int64_t flits = 64,
                                 Forwarding forwarding = Forwarding::wormhole) {
  SwitchSettings switches;
  switches.forwarding = forwarding;
  switches.flit = 64_B, switches.input_buffer = {64 * flits};
  switches.lanes.count = count;
  return switches;
}
inline HostSettings packets_of_256() {
  HostSettings hosts;
  hosts.packet = 256_B;
  return hosts;
}

/// Hosts 0, 1, … send to the last one as fast as they can. Each has a service level: its own number, or all
/// have all levels, one after the other.
struct Saturating final : Traffic {
  HostId to = 0;
  std::uint8_t levels = 2;
  bool by_host = true;
  Message next(HostId host, Picoseconds now, HostMemory& memory) const override {
    if (host == to) return {};
    const auto level = static_cast<std::uint8_t>(by_host ? host % levels : memory.state[0]++ % levels);
    return {.at = now + 20_ns, .destination = to, .size = 256_B, .tag = 0, .level = level};
  }
};

inline Counters counters_after(const Network& net, const Traffic& traffic, const SwitchSettings& switches,
                               Picoseconds time) {
  const Control control(net.classes[0].rate);
  SimulationOf<Straight> simulation({net, traffic, control, switches, packets_of_256()}, Straight{});
  simulation.run_until(time);
  expect_balanced(simulation);
  return simulation.counters();
}

inline double packets_over(const Counters& counters, int a, int b) {
  return static_cast<double>(counters.lanes[a].packets) / static_cast<double>(counters.lanes[b].packets);
}

/// Messages of several packets to any host, with a level by their destination.
struct Mixed final : Traffic {
  UniformPoisson all;
  Picoseconds end{INT64_MAX};
  explicit Mixed(UniformPoisson traffic) : all(std::move(traffic)) {}
  Message next(HostId host, Picoseconds now, HostMemory& memory) const override {
    Message message = all.next(host, now, memory);
    message.level = static_cast<std::uint8_t>(message.destination % 3);
    return message.at < end ? message : Message{};
  }
};

inline Network torus_of_16() {
  Cables cables;
  cables.copper_delay = cables.optical_delay = cables.backplane_delay = 5_ns;
  Torus torus;
  torus.sizes = {4, 4}, torus.c = 2;
  return torus.build(cables);
}

}  // namespace ebb::inline engine
