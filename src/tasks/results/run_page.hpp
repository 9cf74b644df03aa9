// The page of one stored run: its verdict, its time series, every setting and figure, and what repeats it.
#pragma once

#include "report/document/document.hpp"
#include "store/stored_run.hpp"

namespace ebb::inline tasks {

Document run_page(const StoredRun& run);

}  // namespace ebb::inline tasks
