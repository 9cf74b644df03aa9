#include "engine/threads/rules_compiled.hpp"

namespace ebb::inline engine {

static_assert(ExecutesRules<ThreadContextWith<CutThroughCredits>>);
static_assert(ExecutesRules<ThreadContextWith<StoreAndForwardCredits>>);
static_assert(ExecutesRules<ThreadContextWith<Ethernet>>);
static_assert(ExecutesRules<ThreadContextWith<CountedBuffers>>);

EBB_COMPILED_RULES(, CutThroughCredits);
EBB_COMPILED_RULES(, StoreAndForwardCredits);
EBB_COMPILED_RULES(, Ethernet);
EBB_COMPILED_RULES(, CountedBuffers);

}  // namespace ebb::inline engine
