// Puts a job together from what its processes do, one after the other: compute, send, wait for messages. A
// host runs several processes; a message between two of them never meets the network and costs a copy.
#pragma once

#include <cstdint>
#include <vector>

#include "base/random.hpp"
#include "traffic/trace/trace_writer.hpp"

namespace ebb::inline traffic {

using ProcessId = std::uint32_t;

class JobMaker {
 public:
  /// Processes are numbered host by host. `copy` is how fast a message is copied inside a host.
  explicit JobMaker(std::uint32_t processes, std::uint32_t per_host = 1,
                    BitsPerSecond copy = {8'000'000'000});

  std::uint32_t processes() const { return count_; }
  std::uint32_t hosts() const { return (processes() + per_host_ - 1) / per_host_; }
  HostId host_of(ProcessId process) const {
    return process < count_ ? process / per_host_ : side_hosts_[process - count_];
  }

  /// What a process's own processor spends on each byte that it sends to another host, and on each that it
  /// receives from one: protocols, copies, interrupts. 0 unless said otherwise.
  void set_software(Picoseconds per_byte) { software_ = per_byte; }

  /// Each time of computing is drawn evenly from this share around what compute() is told: processors of a
  /// cluster are never quite in step. 0 unless said otherwise.
  void set_jitter(double share, std::uint64_t seed) {
    jitter_ = share;
    random_ = Random(seed, traffic_stream);
  }

  /// The process is busy for so long before it does anything else.
  void compute(ProcessId process, Picoseconds time);
  /// Sends without waiting. Returns the message's number, for receive().
  std::uint32_t send(ProcessId from, ProcessId to, Bytes size);
  /// Whatever the process does next, it waits for this message first.
  void receive(ProcessId process, std::uint32_t message);
  /// A message that its receiver waits for at once.
  void transfer(ProcessId from, ProcessId to, Bytes size) { receive(to, send(from, to, size)); }
  /// Something that goes on beside a process while it does other things, such as a call that does not wait:
  /// it begins where the process is now, and has a number of its own that can send and receive.
  ProcessId fork(ProcessId process);
  /// Whatever the process does next, it waits for all that `side` has sent and received.
  void join(ProcessId process, ProcessId side);
  /// An operation of a host with waits of one's own, for jobs that are not made of processes.
  std::uint32_t add(HostId source, HostId destination, Bytes size, Waits waits);

  /// Ends all processes, and returns the job in the order of the times that it would have on a network
  /// without any delay.
  TraceBlock finish();
  Result<TraceTotals> write(TraceWriter& out);

 private:
  struct Process {
    Picoseconds computing{};            ///< since its last operation
    std::vector<std::uint32_t> before;  ///< its last operation, and what it has received since then
  };
  Waits take(ProcessId process);
  /// What the process has computed since its last operation becomes a step, so that it does not come after
  /// what it waits for next.
  void end_computing(ProcessId process);

  const std::uint32_t count_, per_host_;
  const BitsPerSecond copy_;
  Picoseconds software_{};
  double jitter_ = 0;
  Random random_;
  std::vector<Process> processes_;  ///< and what goes on beside them
  std::vector<HostId> side_hosts_;  ///< of the latter
  std::vector<SentMessage> messages_;
  std::vector<Waits> waits_;
};

}  // namespace ebb::inline traffic
