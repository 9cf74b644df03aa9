// A request and its response, as plain data. A body is read only where the server's limits allow one.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ebb::inline http {

struct HttpRequest {
  std::string method, path;
  std::string body{};
  int port = 0;                                ///< the local port of the connection
  std::map<std::string, std::string> headers;  ///< lower-case names; the first of several with one name
  std::map<std::string, std::string> query;    ///< decoded; the first of several with one name

  std::string header(const std::string& name) const { return value_in(headers, name); }
  std::string parameter(const std::string& name) const { return value_in(query, name); }

 private:
  static std::string value_in(const std::map<std::string, std::string>& all, const std::string& name) {
    const auto found = all.find(name);
    return found == all.end() ? "" : found->second;
  }
};

/// The next bytes of a streamed response.
struct HttpPart {
  std::string bytes;
  bool last = false;  ///< nothing follows
};

struct HttpResponse {
  int status = 200;
  std::string type = "text/plain", body{};
  std::vector<std::pair<std::string, std::string>> headers{};
  /// Replaces the body: called repeatedly until the last part, or until the client disconnects. It may block,
  /// but must return before the server is stopped. Destroyed when everything is sent.
  std::function<HttpPart()> stream{};
};

using HttpResponder = std::function<HttpResponse(const HttpRequest&)>;

}  // namespace ebb::inline http
