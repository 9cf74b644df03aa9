// The interface of a power policy, and the catalogue of policies.
#pragma once

#include "catalogue/policies.hpp"
#include "power/control/rate_levels.hpp"
#include "power/policy/policy.hpp"
