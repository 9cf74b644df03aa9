// The latest event of each kind, for the clients of a live page. Thread-safe.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>

#include "http/http_message.hpp"

namespace ebb::inline tasks {

class LiveUpdates {
 public:
  /// Replaces the latest event of this kind: one line of JSON.
  void put(const std::string& kind, std::string json);
  /// No event follows.
  void close();
  /// The events after number `seen`, as server-sent events in order; waits up to a second for one. `seen`
  /// becomes the number of the latest.
  HttpPart after(std::uint64_t& seen);

 private:
  struct One {
    std::uint64_t number = 0;
    std::string json;
  };
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::string, One> latest_;
  std::uint64_t last_ = 0;
  bool closed_ = false;
};

}  // namespace ebb::inline tasks
