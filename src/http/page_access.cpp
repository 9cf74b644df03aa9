#include "http/page_access.hpp"

#include <fmt/format.h>

#include "http/access_token.hpp"

namespace ebb::inline http {

bool admits(const HttpRequest& request, const std::string& token) {
  const std::string here = fmt::format("127.0.0.1:{}", request.port),
                    local = fmt::format("localhost:{}", request.port), host = request.header("host"),
                    origin = request.header("origin");
  const bool known_host = host == here || host == local;
  const bool known_origin = origin.empty() || origin == "http://" + here || origin == "http://" + local;
  return known_host && known_origin && same_token(request.parameter("token"), token);
}

HttpResponse refusal() {
  return {.status = 403,
          .body = "refused: the address that ebb printed, with its token, is the only one that works\n"};
}

void add_page_headers(HttpResponse& response) {
  response.headers = {
      {"Content-Security-Policy",
       "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; "
       "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
      {"X-Content-Type-Options", "nosniff"},
      {"Referrer-Policy", "no-referrer"},
      {"Cache-Control", "no-store"},
      {"Cross-Origin-Resource-Policy", "same-origin"}};
}

std::string page_address(int port, const std::string& token) {
  return fmt::format("http://127.0.0.1:{}/?token={}", port, token);
}

}  // namespace ebb::inline http
