// The latest news of each kind, for those who watch a run. Any thread may call it.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>

#include "app/http/http_message.hpp"

namespace ebb::inline app {

class LiveNews {
 public:
  /// Replaces the latest news of this kind: one line of JSON.
  void put(const std::string& kind, std::string json);
  /// From now on there is no other news.
  void close();
  /// What came after number `seen`, as server-sent events in their order; waits a second for it. `seen`
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

}  // namespace ebb::inline app
