// Echo requests between the hosts of a lab, a hundred per second for each of many pairs, while the lab is
// changed. Unanswered requests are counted: they are the cost of a change of paths or of a link that goes
// off.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "fabric/lab/lab_names.hpp"

namespace ebb::inline fabric {

struct PingCount {
  std::uint64_t sent = 0, lost = 0;
};

/// Which of one pair's requests have been answered. Sequence numbers have 16 bits and wrap.
class AnsweredPings {
 public:
  std::uint16_t next() {
    return answered_.push_back(false), static_cast<std::uint16_t>(answered_.size() - 1);
  }
  /// Marks the latest request with this number. A duplicate reply counts once.
  void take(std::uint16_t number);
  PingCount count() const { return {answered_.size(), answered_.size() - got_}; }

 private:
  std::vector<bool> answered_;
  std::uint64_t got_ = 0;
};

class SteadyPings {
 public:
  /// Pings from every host to the next and to the next but one.
  SteadyPings(const LabNames& names, std::uint32_t hosts);
  ~SteadyPings() { stop(); }
  SteadyPings(const SteadyPings&) = delete;
  SteadyPings& operator=(const SteadyPings&) = delete;

  /// Stops sending, and waits two seconds for outstanding replies.
  PingCount stop();
  /// Why no pings were sent; empty on success. Call after stop().
  const std::string& wrong() const { return wrong_; }

 private:
  struct Pair {
    std::uint32_t from = 0, to = 0;
    AnsweredPings pings = {};
  };
  void run(const LabNames& names);
  bool open_sockets(const LabNames& names);
  void send_all();
  void take_answers(std::chrono::steady_clock::time_point until);
  PingCount count() const;

  std::vector<Pair> pairs_;
  std::vector<int> sockets_;  ///< of each host, in its namespace
  std::string wrong_;
  std::atomic<bool> stop_ = false;
  std::thread thread_;
};

}  // namespace ebb::inline fabric
