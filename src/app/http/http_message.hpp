// A request and its response, as plain data. No request has a body here: none is ever read.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ebb::inline app {

struct HttpRequest {
  std::string method, path;
  int port = 0;                                ///< of this machine, that it came to
  std::map<std::string, std::string> headers;  ///< names in lower case; of several alike the first
  std::map<std::string, std::string> query;    ///< decoded; of several alike the first

  std::string header(const std::string& name) const { return value_in(headers, name); }
  std::string parameter(const std::string& name) const { return value_in(query, name); }

 private:
  static std::string value_in(const std::map<std::string, std::string>& all, const std::string& name) {
    const auto found = all.find(name);
    return found == all.end() ? "" : found->second;
  }
};

/// The next bytes of a response that is sent while it is made.
struct HttpPart {
  std::string bytes;
  bool last = false;  ///< nothing follows
};

struct HttpResponse {
  int status = 200;
  std::string type = "text/plain", body{};
  std::vector<std::pair<std::string, std::string>> headers{};
  /// In place of a body: called again and again until the last part, or until the client is gone. It may wait
  /// for news, but its owner must make it return before the server is stopped. Destroyed when all is sent.
  std::function<HttpPart()> stream{};
};

using HttpResponder = std::function<HttpResponse(const HttpRequest&)>;

}  // namespace ebb::inline app
