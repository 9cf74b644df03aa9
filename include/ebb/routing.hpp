// The interface of a routing (described at the top of routing/route.hpp), and the catalogue of routings.
#pragma once

#include "catalogue/routings.hpp"
#include "routing/route.hpp"
