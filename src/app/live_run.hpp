// What the live page of a run shows, made from what the run tells while it goes on.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "app/live_server.hpp"
#include "engine/run/run.hpp"
#include "experiment/prepared_run.hpp"

namespace ebb::inline app {

class LiveRun {
 public:
  /// Larger networks are followed without their channels: packing them would slow the run down.
  static constexpr std::uint32_t most_channels = 20'000;

  LiveRun(std::unique_ptr<LiveServer> server, const PreparedRun& prepared, std::string name);

  void progress(const Progress& progress);
  void course(const RunCourse& course, const ChannelHistory& history);
  void end(const std::string& verdict);

 private:
  std::unique_ptr<LiveServer> server_;
  const PreparedRun& prepared_;
  const std::string name_;
  std::string network_;  ///< its JSON, which does not change
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

}  // namespace ebb::inline app
