// What a power policy is, and the catalogue of those that there are.
#pragma once

#include "catalogue/policies.hpp"
#include "power/control/rate_levels.hpp"
#include "power/policy/policy.hpp"
