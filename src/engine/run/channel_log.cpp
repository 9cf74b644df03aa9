#include "engine/run/channel_log.hpp"

#include <algorithm>
#include <bit>

#include "base/ensure.hpp"
#include "base/varint.hpp"
#include "engine/run/channel_results.hpp"
#include "engine/run/flow_result.hpp"
#include "engine/run/history_maker.hpp"
#include "statistics/batches.hpp"

namespace ebb::inline engine {
namespace {

std::uint64_t next(std::span<const std::byte>& in) {
  std::uint64_t value = 0;
  ENSURE(get_varint(in, value));
  return value;
}

/// What one channel has done since `before`: how many numbers moved, then each by its distance from the one
/// before and by how much.
void put_moves(std::span<const std::int64_t> before, std::span<const std::int64_t> now, ByteBuffer& out) {
  std::uint64_t moved = 0;
  for (std::size_t i = 0; i < now.size(); ++i) moved += now[i] != before[i];
  put_varint(out, moved);
  for (std::size_t i = 0, at = 0; i < now.size(); ++i) {
    if (now[i] == before[i]) continue;
    put_varint(out, i - at), put_varint(out, folded(now[i] - before[i]));
    at = i;
  }
}

/// Of one channel: busy time and bytes, then the time in each state, then what its flow control did.
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
Picoseconds longest_batch(const ChannelLog::Course& course) {
  Picoseconds batch = course.batch;
  while (course.most_time.v / batch.v > BatchSeries::most_batches) batch = batch * 2;
  return batch;
}

}  // namespace

/// In each step a channel has busy time, bytes and the time in each state, and those that moved are kept as a
/// place of one byte and a number of as many bytes as it needs. Then all are summed up, and become one result
/// each, and a line of text.
std::uint64_t ChannelLog::memory_needed(std::uint64_t channels, const Course& course) {
  const Picoseconds batch = longest_batch(course);
  // Just before batches double there is one more than the most.
  const double steps =
      static_cast<double>(std::min(course.most_time.v / course.batch.v + 1, BatchSeries::most_batches + 1));
  const double epochs =
      static_cast<double>(batch.v) / static_cast<double>(std::max<std::int64_t>(1, course.epoch.v));
  // In an epoch a channel has a rate, and often a change and another rate.
  const double seen = course.states > 1 ? std::min(static_cast<double>(course.states), 1 + 2 * epochs) : 0;
  // Times fill the batch or half of it. Of bytes there are some thousands in it: two bytes tell them.
  const double time = static_cast<double>(std::bit_width(static_cast<std::uint64_t>(batch.v))) / 7;
  // Pauses are counted by virtual channel, then frames and drops; few of them move.
  const double flow = course.classes > 0 ? 2 + static_cast<double>(course.classes) : 0;
  const double step = 1 + (1 + seen) * (1 + time) + 3;
  const double numbers = (2 + static_cast<double>(course.states) + flow) * sizeof(std::int64_t);
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

void ChannelLog::note(const Simulation& sim) {
  Step step{sim.now(), {}};
  Numbers numbers;
  std::size_t at = 0;
  for_each_channel(sim.state(), [&](PortId c, std::size_t) {
    const auto& now = numbers.of(sim, c);
    const std::span last = std::span(last_).subspan(at, width_);
    put_moves(last, now, step.moves);
    std::copy(now.begin(), now.end(), last.begin());
    at += width_;
  });
  step.moves.shrink_to_fit();
  steps_.push_back(std::move(step));
  if (static_cast<std::int64_t>(steps_.size()) > BatchSeries::most_batches)
    thin_out(sim.tally().batches.length());
}

/// No judgement names the end of a batch any more that has been added to its neighbour.
void ChannelLog::thin_out(Picoseconds batch) {
  std::vector<Step> kept;
  for (std::size_t first = 0, i = 0; i < steps_.size(); ++i) {
    if (steps_[i].end.v % batch.v != 0 && i + 1 < steps_.size()) continue;
    if (i > first) {
      const std::vector<std::int64_t> sum = sum_of(std::span(steps_).subspan(first, i + 1 - first)),
                                      none(width_);
      steps_[i].moves.clear();
      for (std::size_t at = 0; at < sum.size(); at += width_)
        put_moves(none, std::span(sum).subspan(at, width_), steps_[i].moves);
      steps_[i].moves.shrink_to_fit();
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
  std::span<const std::byte> in = step.moves;
  for (std::size_t channel = 0; channel < sum.size(); channel += width_) {
    std::size_t at = channel;
    for (std::uint64_t left = next(in); left > 0; --left) {
      at += next(in);
      sum[at] += unfolded(next(in));
    }
  }
  ENSURE(in.empty());
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
  const std::size_t of_flow = sim.state().fills.empty() ? 0 : sim.state().vcs + 2;
  std::vector<ChannelResult> own;
  for (std::size_t at = 0; at < sum.size(); at += width_)
    own.push_back(result_of(std::span(sum).subspan(at, width_), of_flow));
  return brought_together(sim, std::move(own));
}

}  // namespace ebb::inline engine
