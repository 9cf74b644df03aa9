// What a routing is (at the head of routing/route.hpp), and the catalogue of those that there are.
#pragma once

#include "catalogue/routings.hpp"
#include "routing/route.hpp"
