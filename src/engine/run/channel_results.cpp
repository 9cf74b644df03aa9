#include "engine/run/channel_results.hpp"

#include <algorithm>

#include "base/bytes.hpp"
#include "engine/run/flow_result.hpp"

namespace ebb::inline engine {
namespace {

std::vector<Picoseconds> as_times(const std::vector<std::int64_t>& picoseconds) {
  std::vector<Picoseconds> times;
  for (const std::int64_t t : picoseconds) times.push_back({t});
  return times;
}

/// Returns a time as a divisor, which is never 0.
double length_of(Picoseconds time) { return static_cast<double>(std::max<std::int64_t>(1, time.v)); }

/// The least and the most busy channel of a kind. They are known for the whole run only, because the run
/// records sums over each kind from batch to batch, not single channels.
struct Spread {
  std::int64_t least = INT64_MAX, most = 0;
  void add(const Spread& o) { least = std::min(least, o.least), most = std::max(most, o.most); }
};

/// Returns the spread of each kind. All ranks.
std::vector<Spread> spread_of_busy_time(const Simulation& sim) {
  const NetworkState& m = sim.state();
  std::vector<Spread> own(kinds_in(m.network)), all(own.size());
  for_each_channel(m, [&](PortId c, std::size_t kind) {
    const std::int64_t busy = busy_time(sim, c).v;
    own[kind].add({busy, busy});
  });
  ByteBuffer mine;
  ByteWriter(mine).put_list(own);
  for (const ByteBuffer& bytes : gather_all(sim.exchange(), mine)) {
    const auto other = ByteReader(bytes).take_list<Spread>();
    for (std::size_t i = 0; i < all.size(); ++i) all[i].add(other[i]);
  }
  return all;
}

ChannelResult result_of(const Simulation& sim, PortId c) {
  std::vector<std::int64_t> time_in;
  add_time_in_states(sim, c, time_in);
  ChannelResult result{.busy = busy_time(sim, c),
                       .bytes = static_cast<std::uint64_t>(bytes_passed(sim, c)),
                       .time_in = as_times(time_in)};
  set_flow(result, flow_numbers(sim, c));
  return result;
}

/// Writes the channels of this rank for another one.
void write_channels(const Simulation& sim, const std::vector<ChannelResult>& own, ByteWriter out) {
  auto next = own.begin();
  sim.state().for_each_range([&](PortId first, PortId end) {
    out.put(first), out.put(end);
    for (PortId c = first; c < end; ++c, ++next)
      out.put(next->busy), out.put(next->bytes), out.put_list(next->time_in), out.put_list(next->paused),
          out.put(next->frames), out.put(next->dropped);
  });
}

void read_channels(ByteReader in, std::vector<ChannelResult>& results) {
  while (!in.empty()) {
    const auto first = in.take<PortId>(), end = in.take<PortId>();
    for (PortId c = first; c < end; ++c) {
      results[c].busy = in.take<Picoseconds>(), results[c].bytes = in.take<std::uint64_t>();
      results[c].time_in = in.take_list<Picoseconds>(), results[c].paused = in.take_list<Picoseconds>();
      results[c].frames = in.take<std::uint64_t>(), results[c].dropped = in.take<std::uint64_t>();
    }
  }
}

}  // namespace

std::vector<ChannelKindResult> kinds_of_channels(const Network& net) {
  std::vector<ChannelKindResult> kinds(kinds_in(net));
  const std::vector<std::string> names = names_of_kinds(net);
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const LinkClass& link = class_of_kind(net, i);
    kinds[i].name = names[i], kinds[i].from_host = is_from_host(net, i);
    kinds[i].from_spine = is_from_spine(net, i);
    kinds[i].medium = link.medium, kinds[i].rate = link.rate, kinds[i].off = link.off;
  }
  return kinds;
}

std::vector<ChannelResult> brought_together(const Simulation& sim, std::vector<ChannelResult> own) {
  const Network& net = sim.state().network;
  Exchange& exchange = sim.exchange();
  std::vector<ByteBuffer> out(exchange.ranks()), in;
  if (exchange.rank() != 0) write_channels(sim, own, ByteWriter(out[0]));
  exchange.round(out, in);
  if (exchange.rank() != 0) return {};
  std::vector<ChannelResult> results(net.channels());
  auto next = own.begin();
  for_each_channel(sim.state(), [&](PortId c, std::size_t) { results[c] = std::move(*next++); });
  for (const ByteBuffer& bytes : in) read_channels(ByteReader(bytes), results);
  for (PortId c = 0; c < net.channels(); ++c) results[c].kind = net.link_class[c];
  return results;
}

std::vector<ChannelResult> each_channel(const Simulation& sim) {
  std::vector<ChannelResult> own;
  for_each_channel(sim.state(), [&](PortId c, std::size_t) { own.push_back(result_of(sim, c)); });
  return brought_together(sim, std::move(own));
}

std::vector<ChannelKindResult> channel_results(const Simulation& sim, const RunUse& use) {
  std::vector<ChannelKindResult> kinds = kinds_of_channels(sim.state().network);
  const std::vector<Spread> spread = spread_of_busy_time(sim);
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const KindUse& measured = use.measured[i];
    kinds[i].channels = static_cast<std::uint64_t>(measured.channels);
    kinds[i].utilisation_mean = static_cast<double>(measured.busy) / length_of(use.time) /
                                static_cast<double>(std::max<std::int64_t>(1, measured.channels));
    kinds[i].paused_mean =
        static_cast<double>(measured.paused) / length_of(use.time) /
        static_cast<double>(std::max<std::int64_t>(1, measured.channels * sim.state().vcs));
    kinds[i].bytes = static_cast<std::uint64_t>(measured.bytes);
    kinds[i].time_in = as_times(measured.time_in);
    kinds[i].run_bytes = static_cast<std::uint64_t>(use.whole[i].bytes);
    kinds[i].run_time_in = as_times(use.whole[i].time_in);
    kinds[i].run_utilisation_mean = static_cast<double>(use.whole[i].busy) / length_of(sim.now()) /
                                    static_cast<double>(std::max<std::int64_t>(1, use.whole[i].channels));
    kinds[i].run_utilisation_least = static_cast<double>(spread[i].least) / length_of(sim.now());
    kinds[i].run_utilisation_most = static_cast<double>(spread[i].most) / length_of(sim.now());
  }
  std::erase_if(kinds, [](const ChannelKindResult& k) { return k.channels == 0; });
  return kinds;
}

std::vector<RateResult> rate_results(const Simulation& sim, const RunUse& use) {
  const NetworkState& m = sim.state();
  if (!m.control.in_use()) return {};
  KindUse all;
  for (std::size_t i = 0; i < use.measured.size(); ++i)
    if (!class_of_kind(m.network, i).off) all.add(use.measured[i]);
  const double time = length_of(use.time) * static_cast<double>(all.channels);
  std::vector<RateResult> results;
  for (std::size_t i = 0; i < m.level_count; ++i)
    results.push_back({m.control.settings.levels[i], static_cast<double>(all.time_in[i]) / time,
                       static_cast<double>(all.time_in[m.level_count + i]) / time});
  return results;
}

}  // namespace ebb::inline engine
