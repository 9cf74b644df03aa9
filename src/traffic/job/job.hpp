// A job in memory: the operations of each host, and their dependencies. An operation is a message, or a
// computation of its host alone.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "base/result.hpp"
#include "base/units.hpp"
#include "network/network.hpp"
#include "traffic/trace/trace_file.hpp"

namespace ebb::inline traffic {

struct Operation {
  Picoseconds begin{};      ///< from the start of the job, for an operation without dependencies
  Picoseconds computing{};  ///< after all its dependencies
  Bytes size{};
  HostId host = no_id, destination = no_id;
  std::uint32_t waits = 0;  ///< number of dependencies
  bool is_step() const { return host == destination; }
};

class Job {
 public:
  /// Returns a problem when the file has changed since it was opened. Messages above `eager` bytes are sent
  /// by rendezvous (mpi_protocol.hpp); 0: none.
  static Result<std::shared_ptr<const Job>> load(const TraceFile& trace, Bytes eager = {});
  /// The same from all messages in memory.
  static std::shared_ptr<const Job> of(const TraceBlock& all, std::uint32_t hosts);

  std::uint32_t hosts() const { return static_cast<std::uint32_t>(first_of_host_.size()) - 1; }
  std::size_t size() const { return operations_.size(); }
  /// Returns when the last operation would be ready if every message arrived at once.
  Picoseconds without_network() const { return without_network_; }
  const Operation& operator[](std::uint32_t i) const { return operations_[i]; }
  /// The operations of a host are those from first(host) to before first(host + 1), in the trace's order.
  std::uint32_t first(HostId host) const { return first_of_host_[host]; }
  /// Returns the operations that depend on this one.
  std::span<const std::uint32_t> followers(std::uint32_t i) const {
    return std::span(followers_).subspan(first_follower_[i], first_follower_[i + 1] - first_follower_[i]);
  }

 private:
  std::vector<Operation> operations_;
  std::vector<std::uint32_t> first_of_host_;  ///< and one past the end
  std::vector<std::uint32_t> followers_;
  Picoseconds without_network_{};
  std::vector<std::size_t> first_follower_;  ///< of each operation's followers, and one past the end
};

}  // namespace ebb::inline traffic
