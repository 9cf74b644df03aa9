// A job as traffic: each host executes its operations as soon as all their dependencies are completed and it
// has computed. So a slower network makes the job take longer.
#pragma once

#include <compare>
#include <memory>
#include <string>
#include <vector>

#include "base/units.hpp"
#include "network/network.hpp"
#include "results/job_result.hpp"
#include "results/rank_history.hpp"
#include "traffic/job/computing_time.hpp"
#include "traffic/job/job.hpp"
#include "traffic/job/mpi_protocol.hpp"
#include "traffic/job/rank_activity.hpp"
#include "traffic/job/runs_job.hpp"

namespace ebb::inline traffic {

/// The progress of a host is here and not in its HostMemory, because it does not fit there. Each host has its
/// own part, which a fresh HostMemory clears, so one object plays one run at a time.
class JobTraffic final : public Traffic, public RunsJob {
 public:
  /// `placement` gives the network's host for each host of the job; all different. `placed` describes it.
  /// `protocol` gives the processor time of messages; the job already has its rendezvous messages. `steps` is
  /// the number of training steps that it repeats; 0: unknown.
  JobTraffic(std::shared_ptr<const Job> job, double speed, std::vector<HostId> placement, std::uint32_t hosts,
             const MpiProtocol& protocol = {}, std::string placed = "", std::uint64_t steps = 0);

  Message next(HostId host, Picoseconds now, HostMemory& memory) const override;
  bool listens() const override { return true; }
  Message delivered(const Delivery& delivery, HostMemory& memory) const override;
  Bytes largest() const override { return largest_; }
  std::string calibration() const override;
  JobResult job() const override;
  RankHistory rank_history() const override;

 private:
  enum class Stage : std::uint8_t {
    ready,    ///< its dependencies are complete, and it has computed
    handled,  ///< its message leaves now
    received  ///< its message has arrived, and the processor has handled it
  };
  /// An operation that only waits for its time.
  struct Due {
    Picoseconds at;
    std::uint32_t operation;
    Stage stage = Stage::ready;
    auto operator<=>(const Due&) const = default;
  };
  struct alignas(64) Player {
    std::vector<Due> due;                 ///< a heap, the earliest in front
    std::vector<std::uint32_t> still;     ///< of each own operation: number of open dependencies
    std::uint64_t done = 0;               ///< computations, and messages that have arrived here
    Picoseconds last{};                   ///< time of the last of them
    Picoseconds asked{Traffic::endless};  ///< the next time at which next() is called
    MessageHandling handling;
    RankActivity activity;
    ComputingTime computing;
  };
  static constexpr std::uint32_t most_drawn = 4096;  ///< ranks: more are no picture, and take memory

  static void file(Player& player, const Due& due);
  void start(HostId player) const;
  void happened(std::uint32_t operation, HostId player, Picoseconds now) const;
  /// The operation computes from now on; it is due then.
  void compute(std::uint32_t operation, HostId player, Picoseconds now) const;
  /// A host computes in that time, for its history.
  void note(Player& player, Picoseconds from, Picoseconds until) const;
  /// It has completed at this host, which is its last: it is done.
  void done(std::uint32_t operation, HostId player, Picoseconds now) const;
  Message ask_when_due(HostId host, const Player& player) const;
  Picoseconds scaled(Picoseconds time) const;

  const std::shared_ptr<const Job> job_;
  const double speed_;
  const std::vector<HostId> placement_;
  const MpiProtocol protocol_;
  const std::string placed_;  ///< description of the placement; may be empty
  const std::uint64_t steps_;
  std::vector<HostId> player_of_;  ///< the host of the job that each host of the network plays, or no_id
  Bytes largest_{};
  mutable std::vector<Player> players_;
};

}  // namespace ebb::inline traffic
