// A run file with every default written out: what a results folder keeps, and what names a stored run.
#pragma once

#include "experiment/configuration.hpp"
#include "experiment/run_input.hpp"

namespace ebb::inline experiment {

Node resolved_document(const Configuration& file, const RunInput& input);

}  // namespace ebb::inline experiment
