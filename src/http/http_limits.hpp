// Limits on what clients take from a server. The defaults suit a few users and programs on one machine.
#pragma once

#include <chrono>
#include <cstddef>

namespace ebb::inline http {

struct HttpLimits {
  std::size_t workers = 8;       ///< responses that are written at a time
  std::size_t connections = 64;  ///< that wait at a time, for the rest of a request or for a worker
  std::size_t head = 16 * 1024;  ///< bytes of a request; browsers send the cookies of all local servers
  std::chrono::milliseconds read{5'000};    ///< from the connection to the end of the request
  std::chrono::milliseconds write{10'000};  ///< the longest time in which a client reads no byte
};

}  // namespace ebb::inline http
