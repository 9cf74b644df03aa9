// Warps on an accelerator, with the routings of folded Clos networks.
#include "engine/gpu/device_machine.cuh"
#include "routing/clos/clos_adaptive.hpp"
#include "routing/clos/clos_ecmp.hpp"

namespace ebb::inline engine {

template std::unique_ptr<WarpMachine> device_machine(const ClosAdaptive&);
template std::unique_ptr<WarpMachine> device_machine(const ClosEcmp&);

}  // namespace ebb::inline engine
