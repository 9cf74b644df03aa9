#include "traffic/video/video_beside.hpp"

#include <algorithm>

#include "base/ensure.hpp"

namespace ebb::inline traffic {
namespace {

/// Words of a host's memory that traffic beside another one uses: how many frames it has sent, and when it
/// had the last of its other messages ready.
constexpr std::size_t frames_word = 2, others_word = 3;

}  // namespace

VideoBeside::VideoBeside(std::unique_ptr<Traffic> others, std::unique_ptr<Traffic> video,
                         std::uint32_t levels)
    : others_(std::move(others)), video_(std::move(video)), levels_(levels) {
  ENSURE(!others_->listens() && !video_->listens());
}

Message VideoBeside::next(HostId host, Picoseconds now, HostMemory& memory) const {
  // Both are sampled, and the one that is not sent is sampled again the next time, from the same memory.
  HostMemory of_video{memory.random, {memory.state[frames_word]}}, of_others = memory;
  const Message frame = video_->next(host, now, of_video);
  Message other = others_->next(host, {memory.state[others_word]}, of_others);
  if (other.destination == no_id || (frame.destination != no_id && frame.at <= other.at)) {
    memory.state[frames_word] = of_video.state[0];
    return frame;
  }
  memory = of_others;
  memory.state[others_word] = other.at.v;
  other.tag = no_deadline;
  return other;
}

Bytes VideoBeside::largest() const {
  if (others_->largest().v == 0 || video_->largest().v == 0) return {};
  return std::max(others_->largest(), video_->largest());
}

Picoseconds VideoBeside::memory() const { return std::max(others_->memory(), video_->memory()); }

std::string VideoBeside::calibration() const {
  const std::string of_others = others_->calibration();
  return of_others + (of_others.empty() ? "" : "; ") + "video: " + video_->calibration();
}

}  // namespace ebb::inline traffic
