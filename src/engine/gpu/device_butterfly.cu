// Warps on an accelerator, with the routings of flattened butterflies.
#include "engine/gpu/device_machine.cuh"
#include "routing/butterfly/butterfly_ecmp.hpp"
#include "routing/butterfly/dal.hpp"
#include "routing/butterfly/dimension_order.hpp"
#include "routing/butterfly/minimal_adaptive.hpp"
#include "routing/butterfly/ugal_l.hpp"
#include "routing/butterfly/valiant.hpp"

namespace ebb::inline engine {

template std::unique_ptr<WarpMachine> device_machine(const MinimalAdaptive&);
template std::unique_ptr<WarpMachine> device_machine(const DimensionOrder&);
template std::unique_ptr<WarpMachine> device_machine(const ButterflyEcmp&);
template std::unique_ptr<WarpMachine> device_machine(const Valiant&);
template std::unique_ptr<WarpMachine> device_machine(const UgalL&);
template std::unique_ptr<WarpMachine> device_machine(const Dal&);

}  // namespace ebb::inline engine
