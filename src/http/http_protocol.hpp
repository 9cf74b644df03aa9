// HTTP/1.1 on a connected socket: from the bytes of a request's head to the bytes of its response. The only
// file that includes cpp-httplib.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "http/http_message.hpp"

namespace ebb::inline http {

/// Thread-safe. The responder is called on the calling thread.
class HttpProtocol {
 public:
  /// Null where ebb was built without cpp-httplib.
  static std::unique_ptr<HttpProtocol> make(HttpResponder respond);
  virtual ~HttpProtocol() = default;

  struct Exchange {
    int socket = -1;
    int port = 0;
    std::string head;                   ///< with the empty line that ends it
    std::string body{};                 ///< complete
    std::chrono::milliseconds write{};  ///< the longest time in which a client reads no byte
  };
  /// Writes the response. Returns when all is written, or the client reads no more. The socket stays open.
  virtual void respond(const Exchange& exchange) = 0;
};

}  // namespace ebb::inline http
