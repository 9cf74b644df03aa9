// A document as one HTML file that needs nothing else: texts and tables are there without a script, charts
// and the network are drawn by the bundle that web/ is built into.
#pragma once

#include <string>
#include <string_view>

#include "report/document/document.hpp"

namespace ebb::inline report {

/// Every character that HTML reads as something else is written so that it is shown. Marks that turn the
/// direction of a text are replaced by U+FFFD, as they could make one name look like another.
std::string escaped(std::string_view text);

std::string html_page(const Document& document);

/// The page that follows a run: it fetches everything from its own server.
std::string live_page(const std::string& title);

/// The bundle as it was built: what a page is made of.
std::string_view page_template();

}  // namespace ebb::inline report
