#include "engine/run/history_maker.hpp"

#include <algorithm>

#include "base/bytes.hpp"
#include "engine/exchange/exchange.hpp"
#include "engine/run/channel_use.hpp"
#include "network/network.hpp"
#include "power/control/rate_levels.hpp"

namespace ebb::inline engine {
namespace {

constexpr std::int64_t whole = ChannelHistory::whole;

/// Returns a share in 1/200, rounded to the nearest.
std::uint8_t share_of(__int128 part, __int128 all) {
  return static_cast<std::uint8_t>(std::clamp<__int128>((2 * part * whole + all) / (2 * all), 0, whole));
}

/// Returns how many spans are merged into one: a power of two, as batches double too.
std::int64_t spans_in_one(std::int64_t spans, std::int64_t channels) {
  std::int64_t together = 1;
  const std::int64_t room =
      std::max<std::int64_t>(1, HistoryMaker::most_cells / std::max<std::int64_t>(1, channels));
  while (spans / together > room) together *= 2;
  return together;
}

}  // namespace

HistoryMaker::HistoryMaker(const Simulation& sim, Picoseconds span, Picoseconds until)
    : sim_(sim),
      length_(span * spans_in_one(until.v / span.v, sim.state().network.channels())),
      level_count_(sim.state().control.in_use() ? sim.state().level_count : 1) {}

/// A transition counts as its faster rate. Of two states that last equally long, the faster one is taken.
HistoryMaker::Cell HistoryMaker::cell_of(const std::int64_t* numbers) const {
  Cell cell{.busy = share_of(numbers[0], length_.v)};
  if (!sim_.state().control.in_use()) return {cell.busy, static_cast<std::uint8_t>(whole), 0};
  const RateLevels& levels = sim_.state().control.settings.levels;
  const std::int64_t* time_in = numbers + 2;
  __int128 sum = 0;
  std::int64_t longest = -1;
  for (std::size_t level = 0; level < level_count_; ++level) {
    const std::int64_t time = time_in[level] + time_in[level_count_ + level];
    sum += static_cast<__int128>(time) * levels[level].v;
    if (time >= longest) longest = time, cell.state = static_cast<std::uint8_t>(level);
  }
  cell.rate = share_of(sum, static_cast<__int128>(length_.v) * levels.fastest().v);
  return cell;
}

void HistoryMaker::add(const std::vector<std::int64_t>& numbers, std::size_t width) {
  std::vector<Cell>& span = spans_.emplace_back();
  span.reserve(numbers.size() / std::max<std::size_t>(1, width));
  for (std::size_t at = 0; at < numbers.size(); at += width) span.push_back(cell_of(&numbers[at]));
}

ChannelHistory HistoryMaker::take() const {
  Exchange& exchange = sim_.exchange();
  std::vector<ByteBuffer> out(exchange.ranks()), in;
  ByteWriter writer(out[0]);
  sim_.state().for_each_range([&](PortId first, PortId end) { writer.put(first), writer.put(end); });
  writer.put(no_id);
  for (const auto& span : spans_) writer.put_list(span);
  exchange.round(out, in);
  ChannelHistory history;
  if (exchange.rank() != 0) return history;
  history.length = length_;
  history.channels = sim_.state().network.channels();
  history.spans = static_cast<std::uint32_t>(spans_.size());
  for (auto* plane : {&history.busy, &history.rate, &history.state})
    plane->resize(std::size_t{history.channels} * history.spans);
  for (const ByteBuffer& bytes : in) {
    ByteReader reader(bytes);
    std::vector<PortId> channels;
    for (PortId first; (first = reader.take<PortId>()) != no_id;)
      for (const auto end = reader.take<PortId>(); first < end; ++first) channels.push_back(first);
    for (std::size_t span = 0; span < spans_.size(); ++span) {
      const auto cells = reader.take_list<Cell>();
      for (std::size_t i = 0; i < cells.size(); ++i) {
        const std::size_t at = std::size_t{channels[i]} * history.spans + span;
        history.busy[at] = cells[i].busy, history.rate[at] = cells[i].rate,
        history.state[at] = cells[i].state;
      }
    }
  }
  return history;
}

}  // namespace ebb::inline engine
