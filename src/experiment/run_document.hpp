// A run file with every default written out: what a results folder keeps, and what names a stored run.
#pragma once

#include "experiment/run_config.hpp"

namespace ebb::inline experiment {

Node resolved_document(const Configuration& file, const RunInput& input);

}  // namespace ebb::inline experiment
