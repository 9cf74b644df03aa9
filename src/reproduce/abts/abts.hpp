// The two networks that Abts et al. compare, planned with the paper's assumptions.
#pragma once

#include "base/result.hpp"
#include "planner/plan.hpp"
#include "planner/plan_input.hpp"
#include "topology/chassis_clos.hpp"
#include "topology/flattened_butterfly.hpp"
#include "topology/topology.hpp"

namespace ebb::inline reproduce {

/// 32k hosts on 36-port chips in 27-chip chassis.
ChassisClos abts_clos();
/// A k-ary n-flat with c hosts on each switch; Table 1 has (8, 8, 5).
FlattenedButterfly abts_butterfly(std::int64_t c, std::int64_t k, std::int64_t n);

/// A plan with the devices and prices of section 2.2 and 250 W servers. Power is charged per used port, as
/// the paper does (footnote 5: "some unused ports which we do not count in the power analysis").
Result<PlanInput> abts_plan(const Facts& facts);

}  // namespace ebb::inline reproduce
