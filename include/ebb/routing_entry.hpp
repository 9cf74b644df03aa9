// Compiles a routing of your own into an engine of its own: routing_entry<Mine>("mine", "what it does"). It
// brings the whole engine, so only the one file that needs it should include it.
#pragma once

#include "catalogue/routing_entry.hpp"
