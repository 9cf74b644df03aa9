// Warps on an accelerator, with the routings of meshes and tori.
#include "engine/gpu/device_machine.cuh"
#include "routing/grid/grid_adaptive.hpp"
#include "routing/grid/grid_dimension_order.hpp"

namespace ebb::inline engine {

template std::unique_ptr<WarpMachine> device_machine(const GridAdaptive&);
template std::unique_ptr<WarpMachine> device_machine(const GridDimensionOrder&);

}  // namespace ebb::inline engine
