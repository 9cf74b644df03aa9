// From the activity of components to their energy. Activity is counted in whole bytes, packets and
// picoseconds, without joules. Energy is computed here, so one run can be evaluated with any table of
// components.
#pragma once

#include <cstdint>
#include <optional>

#include "base/units.hpp"
#include "power/device/components.hpp"

namespace ebb::inline power {

/// The activity of all switches and adapters together over some time.
struct ComponentActivity {
  Picoseconds time{};
  std::uint64_t bytes = 0;            ///< that left a switch
  std::uint64_t hops = 0;             ///< packets that passed a switch
  std::uint64_t ports = 0;            ///< of all switches
  std::uint64_t stages = 2;           ///< buffers that a byte passes in a switch: input and output, or one
  std::uint64_t buffers = 0;          ///< of all switches
  std::uint64_t cells = 0;            ///< of all these buffers
  double cells_powered = 0;           ///< on average, if buffers sleep
  std::uint64_t adapters = 0;         ///< hosts
  std::uint64_t adapter_packets = 0;  ///< delivered; as many were sent
  std::uint64_t adapter_bytes = 0;    ///< delivered, on the wire
};

/// Energies of the components. One is absent where the table lacks a number that it needs.
struct ComponentEnergies {
  std::optional<Joules> buffer_access, buffer_pointers, buffer_control, buffer_leakage;
  std::optional<Joules> sleeping_leakage;  ///< in place of the leakage, if unused cells sleep
  std::optional<Joules> tables, arbiters, crossbar;
  std::optional<Joules> adapter_processor, adapter_memory, adapter_dma, adapter_idle;
};

ComponentEnergies energies_of(const ComponentActivity& activity, const ComponentTable& table);

}  // namespace ebb::inline power
