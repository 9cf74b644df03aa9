#include "traffic/video/mpeg_streams.hpp"

#include <algorithm>

#include "base/random.hpp"
#include "base/rounded_time.hpp"
#include "traffic/path_lengths.hpp"
#include "traffic/pattern/pattern.hpp"
#include "traffic/video/mpeg_frames.hpp"

namespace ebb::inline traffic {
namespace {

struct Stream {
  Picoseconds phase{};  ///< of its first frame, less than a period
  HostId destination = 0;
  double kind = 1;
  std::uint32_t number = 0;          ///< in the whole network
  std::uint32_t place_of_first = 0;  ///< of its first frame in a group
};

/// Streams of one host, in the order of their phases.
std::vector<Stream> streams_of(HostId host, std::uint32_t count, std::uint32_t hosts, Picoseconds period,
                               std::uint64_t seed) {
  std::vector<Stream> streams(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    Stream& s = streams[i];
    s.number = host * count + i;
    Random random(seed, placement_stream, s.number);
    const auto other = static_cast<HostId>(random.below(hosts - 1));
    s.destination = other >= host ? other + 1 : other;
    s.phase = {static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(period.v)))};
    s.kind = kinds_of_streams[s.number % kinds_of_streams.size()];
    s.place_of_first = static_cast<std::uint32_t>(random.below(frames_of_group.size()));
  }
  std::sort(streams.begin(), streams.end(), [](const Stream& a, const Stream& b) {
    return std::pair(a.phase.v, a.number) < std::pair(b.phase.v, b.number);
  });
  return streams;
}

class MpegTraffic final : public Traffic {
 public:
  MpegTraffic(const MpegStreams& settings, const Network& network, double host_bytes_per_second,
              std::uint32_t count, std::uint64_t seed)
      : period_{static_cast<std::int64_t>(1e12 / (static_cast<double>(frames_per_second) * settings.scale))},
        deadline_(settings.deadline.v > 0 ? settings.deadline : period_),
        levels_(static_cast<std::uint32_t>(settings.levels)),
        seed_(seed),
        offered_(host_bytes_per_second) {
    double bytes = 0;  // of a frame of each stream
    for (HostId h = 0; h < network.hosts; ++h) {
      streams_.push_back(streams_of(h, count, network.hosts, period_, seed));
      for (const Stream& s : streams_.back()) bytes += mean_frame_bytes(s.kind);
    }
    const double wanted = host_bytes_per_second * network.hosts * static_cast<double>(period_.v) / 1e12;
    stretch_ = wanted / bytes;
    calibration_ = fmt::format(
        "{} streams on each host, {:.2f} Mb/s on average; a frame every {}, due in {}; frames {:.4f} times "
        "those "
        "of 30 a second",
        count, host_bytes_per_second * 8e-6 / count, moment_text(period_), moment_text(deadline_), stretch_);
  }

  Message next(HostId host, Picoseconds, HostMemory& memory) const override {
    const std::vector<Stream>& streams = streams_[host];
    const auto i = static_cast<std::uint64_t>(memory.state[0]++), frame = i / streams.size();
    const Stream& s = streams[i % streams.size()];
    return {.at = period_ * static_cast<std::int64_t>(frame) + s.phase,
            .destination = s.destination,
            .size = draw_frame(type_of_frame(s.place_of_first + frame), s.kind * stretch_,
                               Random(seed_, traffic_stream, std::uint64_t{s.number} << 32 | frame)),
            .level = static_cast<std::uint8_t>(s.number % levels_)};
  }
  double offered_bytes_per_second() const override { return offered_; }
  Picoseconds deadline() const override { return deadline_; }
  bool has_levels() const override { return true; }
  Bytes largest() const override { return largest_frame(stretch_); }
  Picoseconds memory() const override { return period_; }
  std::string calibration() const override { return calibration_; }

 private:
  Picoseconds period_, deadline_;
  std::uint32_t levels_;
  std::uint64_t seed_;
  double offered_, stretch_ = 1;
  std::vector<std::vector<Stream>> streams_;  ///< by host
  std::string calibration_;
};

}  // namespace

Problems MpegStreams::check() const {
  Problems problems;
  if (!(load > 0 && load <= 1))
    problems.push_back({"load", fmt::format("is {}, but must be above 0 and at most 1", load),
                        "it is a fraction of each host's channel"});
  if (deadline.v < 0) problems.push_back({"deadline", "must not be negative", "0s: until the next frame"});
  return problems;
}

Result<std::unique_ptr<Traffic>> MpegStreams::bind(const Network& network, const Cutting& cutting,
                                                   std::uint64_t seed) const {
  Problems problems = require_two_hosts(network);
  if (problems.empty()) problems = require_one_rate(network, "load");
  if (!problems.empty()) return problems;
  const double rate = static_cast<double>(network.link(network.host_port(0)).rate.v) / 8;
  const double payload_share =
      static_cast<double>(cutting.mtu.v) / static_cast<double>(cutting.mtu.v + cutting.header.v);
  const double bytes_per_second = load * rate * payload_share;
  double mean_stream = 0;
  for (const double kind : kinds_of_streams)
    mean_stream += mean_frame_bytes(kind) * frames_per_second / kinds_of_streams.size();
  const double streams = bytes_per_second / mean_stream;
  constexpr double most = 100'000;
  if (streams > most)
    return Problem{"load",
                   fmt::format("is {}, for which each host would have {:.0f} streams of {:.1f} Mb/s", load,
                               streams, mean_stream * 8e-6),
                   "take a lower load, or cables of a lower rate"};
  return std::unique_ptr<Traffic>(std::make_unique<MpegTraffic>(
      *this, network, bytes_per_second, static_cast<std::uint32_t>(std::max(1.0, streams + 0.5)), seed));
}

}  // namespace ebb::inline traffic
