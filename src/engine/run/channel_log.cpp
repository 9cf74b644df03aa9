#include "engine/run/channel_log.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/ensure.hpp"
#include "base/varint.hpp"
#include "engine/run/channel_results.hpp"
#include "engine/run/flow_result.hpp"
#include "engine/run/history_maker.hpp"
#include "network/network.hpp"
#include "statistics/batches.hpp"

namespace ebb::inline engine {
namespace {

// The encoding of a number that changed: one byte holds its distance from the previous changed one (5 bits)
// and the number of difference bytes, less one (3 bits). The difference follows. Eight bytes are written and
// read at once, and the next number overwrites the excess: a loop over bytes took most of the log's time.
static_assert(std::endian::native == std::endian::little);
constexpr std::size_t far = 31;  ///< larger distances follow the byte as a count
constexpr std::size_t spare = sizeof(std::uint64_t), most_of_move = 2 + 2 * sizeof(std::uint64_t);

/// Writes a count: one byte, or two more where it is large.
std::byte* put_count(std::byte* out, std::size_t count) {
  *out++ = static_cast<std::byte>(std::min<std::size_t>(count, 255));
  if (count < 255) return out;
  *out++ = static_cast<std::byte>(count), *out++ = static_cast<std::byte>(count >> 8);
  return out;
}
std::size_t take_count(const std::byte*& in) {
  const auto count = std::to_integer<std::size_t>(*in++);
  if (count < 255) return count;
  in += 2;
  return std::to_integer<std::size_t>(in[-2]) | std::to_integer<std::size_t>(in[-1]) << 8;
}

std::byte* put_move(std::byte* out, std::size_t distance, std::int64_t by) {
  const std::uint64_t value = folded(by);
  const auto bytes = static_cast<std::size_t>(std::bit_width(value | 1) + 7) / 8;
  *out++ = static_cast<std::byte>((bytes - 1) << 5 | std::min(distance, far));
  if (distance >= far) out = put_count(out, distance - far);
  std::memcpy(out, &value, sizeof value);
  return out + bytes;
}

/// Moves `at` by the distance at `in`, and adds the difference at `in` to the number there.
const std::byte* take_move(const std::byte* in, std::int64_t*& at) {
  const auto head = std::to_integer<std::size_t>(*in++), bytes = (head >> 5) + 1;
  at += head & far;
  if ((head & far) == far) at += take_count(in);
  std::uint64_t value = 0;
  std::memcpy(&value, in, sizeof value);
  *at += unfolded(value & ~std::uint64_t{0} >> (64 - 8 * bytes));
  return in + bytes;
}

/// The changed numbers of channels, one channel after the other.
class Moves {
 public:
  explicit Moves(std::size_t width) : room_(width * most_of_move + spare) { ENSURE(width < 65'536); }

  /// Adds one channel: how many numbers changed since `before`, and each of them.
  void put(std::span<const std::int64_t> before, std::span<const std::int64_t> now) {
    std::byte* end = room_.data();
    std::size_t moved = 0;
    for (std::size_t i = 0, at = 0; i < now.size(); ++i) {
      if (now[i] == before[i]) continue;
      end = put_move(end, i - at, now[i] - before[i]);
      at = i, ++moved;
    }
    std::byte head[3];
    bytes_.insert(bytes_.end(), head, put_count(head, moved));
    bytes_.insert(bytes_.end(), room_.data(), end);
  }
  /// Pads the end, because the last number is read together with the bytes after it.
  ByteBuffer take() {
    bytes_.resize(bytes_.size() + spare);
    bytes_.shrink_to_fit();
    return std::move(bytes_);
  }

 private:
  std::vector<std::byte> room_;
  ByteBuffer bytes_;
};

/// The numbers of one channel: busy time and bytes, then the time in each state, then those of its flow
/// control.
class Numbers {
 public:
  const std::vector<std::int64_t>& of(const Simulation& sim, PortId c) {
    time_in_.assign(time_in_.size(), 0);
    add_time_in_states(sim, c, time_in_);
    const std::vector<std::int64_t> flow = flow_numbers(sim, c);
    all_.resize(2 + time_in_.size() + flow.size());
    all_[0] = busy_time(sim, c).v, all_[1] = bytes_passed(sim, c);
    std::copy(flow.begin(), flow.end(), std::copy(time_in_.begin(), time_in_.end(), all_.begin() + 2));
    return all_;
  }

 private:
  std::vector<std::int64_t> time_in_, all_;
};

ChannelResult result_of(std::span<const std::int64_t> numbers, std::size_t of_flow) {
  ChannelResult result;
  result.busy = {numbers[0]}, result.bytes = static_cast<std::uint64_t>(numbers[1]);
  const std::size_t states = numbers.size() - 2 - of_flow;
  for (const std::int64_t time : numbers.subspan(2, states)) result.time_in.push_back({time});
  set_flow(result, numbers.subspan(2 + states));
  return result;
}

/// Returns the length of the log's last steps: batches double whenever there are too many.
Picoseconds longest_batch(const ChannelLog::TimeSeries& time_series) {
  Picoseconds batch = time_series.batch;
  while (time_series.most_time.v / batch.v > BatchSeries::most_batches) batch = batch * 2;
  return batch;
}

}  // namespace

/// In each step a channel has busy time, bytes and the time in each state. Each number that changed takes one
/// byte for its distance and as many bytes as it needs. At the end all are summed up, and become a result and
/// a line of text.
std::uint64_t ChannelLog::memory_needed(std::uint64_t channels, const TimeSeries& time_series) {
  const Picoseconds batch = longest_batch(time_series);
  // Just before batches double there is one more than the most.
  const double steps = static_cast<double>(
      std::min(time_series.most_time.v / time_series.batch.v + 1, BatchSeries::most_batches + 1));
  const double epochs =
      static_cast<double>(batch.v) / static_cast<double>(std::max<std::int64_t>(1, time_series.epoch.v));
  // In an epoch a channel has a rate, and often a change and another rate.
  const double seen =
      time_series.states > 1 ? std::min(static_cast<double>(time_series.states), 1 + 2 * epochs) : 0;
  // Times fill the batch or half of it. Bytes are some thousands per batch, which take two bytes.
  const double time = static_cast<double>(std::bit_width(static_cast<std::uint64_t>(batch.v)) + 1) / 8;
  // Pauses are counted by virtual channel, then frames and drops; few of them change.
  const double flow = time_series.classes > 0 ? 2 + static_cast<double>(time_series.classes) : 0;
  const double step = 1 + (1 + seen) * (1 + time) + 3;
  const double numbers = (2 + static_cast<double>(time_series.states) + flow) * sizeof(std::int64_t);
  constexpr double line = 80;  // of text, kept twice while it is written
  const double each = steps * step + 3 * numbers + 3 * sizeof(ChannelResult) + 2 * line;
  return static_cast<std::uint64_t>(static_cast<double>(channels) * each);
}

ChannelLog::ChannelLog(const Simulation& sim) : begin_(sim.now()) {
  Numbers numbers;
  for_each_channel(sim.state(), [&](PortId c, std::size_t) {
    const auto& now = numbers.of(sim, c);
    last_.insert(last_.end(), now.begin(), now.end());
    width_ = now.size();
  });
}

void ChannelLog::record(const Simulation& sim) {
  Moves moves(width_);
  Numbers numbers;
  std::size_t at = 0;
  for_each_channel(sim.state(), [&](PortId c, std::size_t) {
    const auto& now = numbers.of(sim, c);
    const std::span last = std::span(last_).subspan(at, width_);
    moves.put(last, now);
    std::copy(now.begin(), now.end(), last.begin());
    at += width_;
  });
  steps_.push_back({sim.now(), moves.take()});
  if (static_cast<std::int64_t>(steps_.size()) > BatchSeries::most_batches)
    thin_out(sim.counters().batches.length());
}

/// Merges steps whose batches were merged: no judgement refers to their ends any more.
void ChannelLog::thin_out(Picoseconds batch) {
  std::vector<Step> kept;
  for (std::size_t first = 0, i = 0; i < steps_.size(); ++i) {
    if (steps_[i].end.v % batch.v != 0 && i + 1 < steps_.size()) continue;
    if (i > first) {
      const std::vector<std::int64_t> sum = sum_of(std::span(steps_).subspan(first, i + 1 - first)),
                                      none(width_);
      Moves moves(width_);
      for (std::size_t at = 0; at < sum.size(); at += width_)
        moves.put(none, std::span(sum).subspan(at, width_));
      steps_[i].moves = moves.take();
    }
    kept.push_back(std::move(steps_[i]));
    first = i + 1;
  }
  steps_ = std::move(kept);
}

std::vector<std::int64_t> ChannelLog::sum_of(std::span<const Step> steps) const {
  std::vector<std::int64_t> sum(last_.size());
  for (const Step& step : steps) add_moves(step, sum);
  return sum;
}

void ChannelLog::add_moves(const Step& step, std::vector<std::int64_t>& sum) const {
  const std::byte* in = step.moves.data();
  for (std::size_t channel = 0; channel < sum.size(); channel += width_) {
    std::int64_t* at = &sum[channel];
    for (std::size_t left = take_count(in); left > 0; --left) in = take_move(in, at);
  }
  ENSURE(in + spare == step.moves.data() + step.moves.size());
}

ChannelHistory ChannelLog::history(const Simulation& sim, Picoseconds span) const {
  HistoryMaker maker(sim, span, steps_.empty() ? begin_ : steps_.back().end);
  std::vector<std::int64_t> sum(last_.size());
  for (const Step& step : steps_) {
    add_moves(step, sum);
    if (!maker.ends(step.end)) continue;
    maker.add(sum, width_);
    std::fill(sum.begin(), sum.end(), 0);
  }
  return maker.take();
}

std::vector<ChannelResult> ChannelLog::between(const Simulation& sim, Picoseconds from,
                                               Picoseconds until) const {
  const auto after = [&](Picoseconds time) {
    if (time == begin_) return steps_.begin();
    const auto step =
        std::find_if(steps_.begin(), steps_.end(), [&](const Step& s) { return s.end == time; });
    ENSURE(step != steps_.end());
    return step + 1;
  };
  const std::vector<std::int64_t> sum = sum_of(std::span(after(from), after(until)));
  const std::size_t of_flow = sim.state().ethernet.in_use() ? sim.state().vcs + 2 : 0;
  std::vector<ChannelResult> own;
  for (std::size_t at = 0; at < sum.size(); at += width_)
    own.push_back(result_of(std::span(sum).subspan(at, width_), of_flow));
  return brought_together(sim, std::move(own));
}

}  // namespace ebb::inline engine
