#include <gmock/gmock.h>

#include "study/sweep/sweep_reader.hpp"

namespace ebb::inline study {
namespace {

/// A run reads its [plan], so the price of electricity and the switch can be swept. It measures the load of
/// its channels itself.
TEST(ParameterNames, AreAllThatARunReads) {
  const auto names = parameter_names();
  for (const char* name : {"traffic.load", "plan.pue", "plan.switch", "routing", "topology.name"})
    EXPECT_THAT(names, testing::Contains(name));
  for (const char* name : {"plan.load", "plan.years", "sweep.repeats"})
    EXPECT_THAT(names, testing::Not(testing::Contains(name)));
}

}  // namespace
}  // namespace ebb::inline study
