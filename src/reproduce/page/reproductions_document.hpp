// The page of reproductions: their rows beside the paper's, and the figures that they draw.
#pragma once

#include "report/document/document.hpp"
#include "report/page/json_reader.hpp"
#include "report/page/origin.hpp"

namespace ebb::inline reproduce {

/// From the list that `ebb reproduce --json` prints, so old output gives the same page.
Document reproductions_document(const PageJson& reproductions, const Origin& origin);

}  // namespace ebb::inline reproduce
