// Compiles a user's routing into an engine of its own: routing_entry<Mine>("mine", "what it does"). This
// header includes the whole engine, so include it only in the file that defines the entry.
#pragma once

#include "catalogue/routing_entry.hpp"
