// Replays a recorded trace, faster or slower, on the same hosts or on others.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "base/units.hpp"
#include "config/node.hpp"
#include "network/network.hpp"
#include "traffic/job/mpi_protocol.hpp"
#include "traffic/trace/trace_file.hpp"
#include "traffic/workload.hpp"

namespace ebb::inline traffic {

/// Which host of the network plays which host of the trace.
enum class Placement : std::uint8_t { identity, random, spread };
constexpr auto names_of(Placement) { return std::array<std::string_view, 3>{"identity", "random", "spread"}; }

struct TraceWorkload final : Workload {
  std::string file = "x.ebbtrace";
  double speed = 1;
  Placement placement = Placement::identity;
  Picoseconds overhead{}, overhead_per_byte{}, gap{};  ///< these five as in MpiProtocol
  std::int64_t processors = 1;
  Bytes eager{};

  static constexpr auto fields() {
    return std::tuple{
        field("file", &TraceWorkload::file,
              "a trace made by `ebb trace record` or `ebb trace convert`; looked for beside the "
              "file that names it"),
        field("speed", &TraceWorkload::speed, "playback speed: 2 plays it in half the time", {1e-6, 1e6}),
        field(
            "placement", &TraceWorkload::placement,
            "hosts of the trace on those of the network: the same numbers, at random by the seed, or evenly "
            "spread over a larger network"),
        field("overhead", &TraceWorkload::overhead,
              "of a job: processor time of a message, at its source and at its destination (LogGP's o)"),
        field("overhead_per_byte", &TraceWorkload::overhead_per_byte,
              "of a job: the same for each byte of a message", {{0}, 1_us}),
        field("gap", &TraceWorkload::gap,
              "of a job: least time between two messages that a host sends, and between two that it gets "
              "(LogGP's g)"),
        field("processors", &TraceWorkload::processors,
              "of a job: how many messages a host handles at the same time", {1, 1024}),
        field("eager", &TraceWorkload::eager,
              "of a job: larger messages are sent when the receiver asks for them (MPI's rendezvous); 0: all "
              "are sent at once")};
  }
  Problems check() const override;
  /// Checks the whole trace.
  void load(const Node& section, std::string_view path, Problems& problems) override;
  std::vector<std::string> files() const override { return {trace_->name()}; }
  Result<std::unique_ptr<Traffic>> bind(const Network& network, const Cutting& cutting,
                                        std::uint64_t seed) const override;

 private:
  Result<std::unique_ptr<Traffic>> bind_by_name(const Network& network) const;
  MpiProtocol protocol() const { return {overhead, overhead_per_byte, gap, processors, eager}; }
  Problems check_protocol(const Node& section, std::string_view path) const;

  std::shared_ptr<const TraceFile> trace_;
  std::vector<std::string> names_;  ///< of its hosts, where a text of messages has names
};

}  // namespace ebb::inline traffic
