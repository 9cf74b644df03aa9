// Puts a job together from what its processes do, one after the other: compute, send, wait for messages. A
// host runs several processes; a message between two of them never meets the network and costs a copy.
#pragma once

#include <cstdint>
#include <vector>

#include "base/random.hpp"
#include "traffic/trace_writer.hpp"

namespace ebb::inline traffic {

using ProcessId = std::uint32_t;

class JobMaker {
 public:
  /// Processes are numbered host by host. `copy` is how fast a message is copied inside a host.
  explicit JobMaker(std::uint32_t processes, std::uint32_t per_host = 1,
                    BitsPerSecond copy = {8'000'000'000});

  std::uint32_t processes() const { return static_cast<std::uint32_t>(processes_.size()); }
  std::uint32_t hosts() const { return (processes() + per_host_ - 1) / per_host_; }
  HostId host_of(ProcessId process) const { return process / per_host_; }

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

  const std::uint32_t per_host_;
  const BitsPerSecond copy_;
  Picoseconds software_{};
  double jitter_ = 0;
  Random random_;
  std::vector<Process> processes_;
  std::vector<SentMessage> messages_;
  std::vector<Waits> waits_;
};

}  // namespace ebb::inline traffic
