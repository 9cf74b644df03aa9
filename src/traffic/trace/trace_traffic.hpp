// A trace as traffic. Each host gets its own messages of the current block; when it has no more there, it is
// called again at the start of the next block. So only the current blocks are in memory, however long the
// trace is.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "base/problem.hpp"
#include "base/units.hpp"
#include "network/network.hpp"
#include "traffic/may_fail.hpp"
#include "traffic/trace/trace_file.hpp"
#include "traffic/traffic.hpp"

namespace ebb::inline traffic {

class TraceTraffic final : public Traffic, public MayFail {
 public:
  /// `placement` gives the network's host for each host of the trace; all different. `placed` describes it.
  TraceTraffic(std::shared_ptr<const TraceFile> file, double speed, std::vector<HostId> placement,
               std::uint32_t hosts, std::string placed = "");

  Message next(HostId host, Picoseconds now, HostMemory& memory) const override;
  double offered_bytes_per_second() const override { return offered_; }
  Bytes largest() const override { return file_->largest(); }
  std::string calibration() const override;
  /// Reports that the trace was changed since it was opened.
  Problems failure() const override;

 private:
  /// A block's messages by host, in the order of time for each.
  struct Block {
    std::vector<std::uint32_t> first;  ///< of each host's messages, and one past the end
    std::vector<SentMessage> messages;
  };

  Picoseconds scaled(Picoseconds at) const;
  /// Null when this or another block could not be read.
  std::shared_ptr<const Block> block(std::size_t i) const;
  std::shared_ptr<const Block> load(std::size_t i) const;

  const std::shared_ptr<const TraceFile> file_;
  const double speed_;
  const std::vector<HostId> placement_;
  const std::string placed_;       ///< description of the placement; may be empty
  std::vector<HostId> player_of_;  ///< the host of the trace that each host of the network plays, or no_id
  double offered_ = 0;

  struct Loaded {
    std::size_t number;
    std::shared_ptr<const Block> block;
  };
  mutable std::mutex mutex_;
  mutable std::vector<Loaded> loaded_;  ///< the last few, in ascending order
  mutable Problems failure_;
};

}  // namespace ebb::inline traffic
