// Who may use a page that is served to this machine's own user, and what its browser may do with it.
#pragma once

#include <string>

#include "http/http_message.hpp"

namespace ebb::inline http {

/// Admits only this machine's own page with its token. Another host name (DNS rebinding), another origin, or
/// a wrong token is refused.
bool admits(const HttpRequest& request, const std::string& token);

/// The response to a request that is not admitted.
HttpResponse refusal();

/// The page loads nothing from elsewhere, is in no other page's frame, and tells nobody its address.
void add_page_headers(HttpResponse& response);

/// The address of a page, with its token.
std::string page_address(int port, const std::string& token);

}  // namespace ebb::inline http
