// What a topology is, and the catalogue of those that there are.
#pragma once

#include "catalogue/topologies.hpp"
#include "topology/topology.hpp"
