// The interface of a topology, and the catalogue of topologies.
#pragma once

#include "catalogue/topologies.hpp"
#include "topology/topology.hpp"
