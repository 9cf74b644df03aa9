// What a client may take of a server. The defaults suit a few people and programs on one machine.
#pragma once

#include <chrono>
#include <cstddef>

namespace ebb::inline app {

struct HttpLimits {
  std::size_t workers = 8;       ///< responses that are written at once
  std::size_t connections = 64;  ///< that wait at once: for the rest of a request, or for a worker
  std::size_t head = 16 * 1024;  ///< bytes of a request; a browser sends the cookies of all local servers
  std::chrono::milliseconds read{5'000};    ///< from connecting to the end of the request
  std::chrono::milliseconds write{10'000};  ///< for which a client may take no byte of its response
};

}  // namespace ebb::inline app
