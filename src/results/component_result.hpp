// The energy of the components of switches, links and adapters in the measured time, under one component
// table.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/units.hpp"

namespace ebb::inline results {

enum class ComponentGroup : std::uint8_t { link, network_switch, adapter };
constexpr auto names_of(ComponentGroup) {
  return std::array<std::string_view, 3>{"links", "switches", "adapters"};
}

struct ComponentEnergy {
  std::string part;  ///< "buffers, read and write"
  ComponentGroup group = ComponentGroup::network_switch;
  std::optional<Joules> energy;  ///< nothing where the table does not state it
};

struct ComponentResult {
  std::string table;
  std::vector<ComponentEnergy> parts;      ///< with all cells of buffers powered
  std::optional<Joules> sleeping_leakage;  ///< of the buffers, if idle cells are powered down
  double packets = 0;                      ///< delivered in the same time
};

}  // namespace ebb::inline results
