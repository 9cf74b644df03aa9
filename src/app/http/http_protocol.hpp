// HTTP/1.1 on a socket that is connected: from the bytes of a request's head to the bytes of its response.
// The only file that knows cpp-httplib.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "app/http/http_message.hpp"

namespace ebb::inline app {

/// Any thread may call it; the responder is called by that thread.
class HttpProtocol {
 public:
  /// Null where ebb was built without cpp-httplib.
  static std::unique_ptr<HttpProtocol> make(HttpResponder respond);
  virtual ~HttpProtocol() = default;

  struct Exchange {
    int socket = -1;
    int port = 0;
    std::string head;                   ///< with the empty line that ends it
    std::chrono::milliseconds write{};  ///< for how long a client may take no byte
  };
  /// Writes the response; returns when all is written, or the client takes no more. The socket stays open.
  virtual void respond(const Exchange& exchange) = 0;
};

}  // namespace ebb::inline app
