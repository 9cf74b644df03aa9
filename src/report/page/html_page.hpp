// A document as one self-contained HTML file. Texts and tables need no script. Charts and the network are
// drawn by the bundle that is built from web/.
#pragma once

#include <string>
#include <string_view>

#include "base/problem.hpp"
#include "report/document/document.hpp"

namespace ebb::inline report {

/// Escapes every character that is special in HTML. Marks that change the text direction are replaced by
/// U+FFFD, as they could make one name look like another.
std::string escaped(std::string_view text);

std::string html_page(const Document& document);

/// Checks before the work that the page can be written. It replaces only an earlier page of ebb's. An empty
/// name means no page.
Problems check_report_file(const std::string& file);

/// Writes the page atomically.
Problems write_report_file(const std::string& file, const Document& document);

/// The page that follows a run. It fetches everything from its own server.
std::string live_page(const std::string& title);

/// The page that lists results. It fetches them from its own server.
std::string browse_page(const std::string& title);

/// The bundle as it was built, the template of a page.
std::string_view page_template();

}  // namespace ebb::inline report
