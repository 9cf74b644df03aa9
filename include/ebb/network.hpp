// A built network as plain arrays, and how to build one cable by cable.
#pragma once

#include "network/builder.hpp"
#include "network/network.hpp"
