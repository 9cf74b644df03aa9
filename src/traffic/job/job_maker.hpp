// Builds a job from the actions of its processes in sequence: compute, send, wait for messages. A host runs
// several processes; a message between two of them does not use the network and costs a copy.
#pragma once

#include <cstdint>
#include <vector>

#include "base/random.hpp"
#include "base/result.hpp"
#include "base/units.hpp"
#include "network/network.hpp"
#include "traffic/trace/trace_writer.hpp"

namespace ebb::inline traffic {

using ProcessId = std::uint32_t;

class JobMaker {
 public:
  /// Processes are numbered host by host. `copy` is the rate of copying a message inside a host.
  explicit JobMaker(std::uint32_t processes, std::uint32_t per_host = 1,
                    BitsPerSecond copy = {8'000'000'000});

  std::uint32_t processes() const { return count_; }
  std::uint32_t hosts() const { return (processes() + per_host_ - 1) / per_host_; }
  HostId host_of(ProcessId process) const {
    return process < count_ ? process / per_host_ : side_hosts_[process - count_];
  }

  /// Sets the processor time for each byte sent to or received from another host: protocols, copies,
  /// interrupts. 0 by default.
  void set_software(Picoseconds per_byte) { software_ = per_byte; }

  /// Each computing time varies uniformly by this fraction around that of compute(): processors of a cluster
  /// are never quite in step. 0 by default.
  void set_jitter(double share, std::uint64_t seed) {
    jitter_ = share;
    random_ = Random(seed, traffic_stream);
  }

  /// The process is busy for this time before its next action.
  void compute(ProcessId process, Picoseconds time);
  /// Sends without waiting. Returns the message's number, for receive().
  std::uint32_t send(ProcessId from, ProcessId to, Bytes size);
  /// The process waits for this message before its next action.
  void receive(ProcessId process, std::uint32_t message);
  /// A message that its receiver waits for at once.
  void transfer(ProcessId from, ProcessId to, Bytes size) { receive(to, send(from, to, size)); }
  /// Starts an activity concurrent to a process, such as a non-blocking call. It begins at the current point
  /// of the process, and has its own number that can send and receive.
  ProcessId fork(ProcessId process);
  /// The process waits for all messages of `side` before its next action.
  void join(ProcessId process, ProcessId side);
  /// Adds an operation of a host with explicit dependencies, for jobs that are not made of processes.
  std::uint32_t add(HostId source, HostId destination, Bytes size, Waits waits);

  /// Ends all processes, and returns the job in the order of the times on a network without any delay.
  TraceBlock finish();
  Result<TraceTotals> write(TraceWriter& out);

 private:
  struct Process {
    Picoseconds computing{};            ///< since its last operation
    std::vector<std::uint32_t> before;  ///< its last operation, and what it has received since then
  };
  Waits take(ProcessId process);
  /// Makes a step of the computation since the last operation, so that it does not come after the next
  /// dependency.
  void end_computing(ProcessId process);

  const std::uint32_t count_, per_host_;
  const BitsPerSecond copy_;
  Picoseconds software_{};
  double jitter_ = 0;
  Random random_;
  std::vector<Process> processes_;  ///< and concurrent activities
  std::vector<HostId> side_hosts_;  ///< of the latter
  std::vector<SentMessage> messages_;
  std::vector<Waits> waits_;
};

}  // namespace ebb::inline traffic
