#include "engine/threads/rules_compiled.hpp"

namespace ebb::inline engine {

static_assert(ExecutesRules<WorkerWith<CutThroughCredits>>);
static_assert(ExecutesRules<WorkerWith<StoreAndForwardCredits>>);

EBB_COMPILED_RULES(, CutThroughCredits);
EBB_COMPILED_RULES(, StoreAndForwardCredits);

}  // namespace ebb::inline engine
