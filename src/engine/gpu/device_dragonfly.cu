// Warps on an accelerator, with the routings of dragonflies.
#include "engine/gpu/device_machine.cuh"
#include "routing/dragonfly/dragonfly_minimal.hpp"
#include "routing/dragonfly/dragonfly_ugal_l.hpp"
#include "routing/dragonfly/dragonfly_valiant_group.hpp"
#include "routing/dragonfly/dragonfly_valiant_node.hpp"

namespace ebb::inline engine {

template std::unique_ptr<WarpMachine> device_machine(const DragonflyMinimal&);
template std::unique_ptr<WarpMachine> device_machine(const DragonflyUgalL&);
template std::unique_ptr<WarpMachine> device_machine(const DragonflyValiantGroup&);
template std::unique_ptr<WarpMachine> device_machine(const DragonflyValiantNode&);

}  // namespace ebb::inline engine
