// What a power policy is, and the catalogue of those that there are.
#pragma once

#include "catalogue/policies.hpp"
#include "power/policy.hpp"
#include "power/rate_ladder.hpp"
