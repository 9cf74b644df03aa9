#include "engine/run/channel_use.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>

#include "base/bytes.hpp"
#include "base/ensure.hpp"
#include "engine/model/flow/credit_path.hpp"
#include "engine/run/flow_result.hpp"

namespace ebb::inline engine {
namespace {

/// Returns the whole bytes that pass in a time.
std::int64_t bytes_in(const WireRate& rate, std::int64_t time) {
  return static_cast<std::int64_t>(static_cast<__int128>(rate.bits_per_second) * time / 8'000'000'000'000);
}

/// Returns the bytes booked on a channel that have not passed yet. Before a rate change they go at the old
/// rate.
std::int64_t bytes_ahead(const NetworkState& m, PortId c, std::int64_t now) {
  const OutPort& out = m.out[c];
  const std::int64_t old = m.busy_at_old_rate(c, now);
  const std::int64_t bytes = bytes_in(m.rates[out.rate], m.busy_ahead(c, now) - old);
  return old == 0
             ? bytes
             : bytes + bytes_in(m.rates[out.link * m.level_count + m.control.channels[c].meter.before], old);
}

struct ChannelUse {
  std::int64_t busy = 0, bytes = 0;
};

/// Returns what a channel has done by now. It runs for all channels after each batch, and most of them have
/// nothing booked.
inline ChannelUse use_by(const NetworkState& m, PortId c, std::int64_t now) {
  const OutPort& out = m.out[c];
  const auto bytes = static_cast<std::int64_t>(out.bytes);
  if (out.free_at <= now) return {out.busy, bytes};
  return {out.busy - m.busy_ahead(c, now), bytes - bytes_ahead(m, c, now)};
}

void write(const UseByKind& use, ByteBuffer& bytes) {
  ByteWriter out(bytes);
  for (const KindUse& kind : use) {
    out.put(kind.channels), out.put(kind.busy), out.put(kind.bytes), out.put(kind.paused);
    out.put_list(kind.time_in);
  }
}

void add_from(ByteReader& in, UseByKind& sum) {
  for (KindUse& kind : sum) {
    KindUse other;
    other.channels = in.take<std::int64_t>(), other.busy = in.take<std::int64_t>();
    other.bytes = in.take<std::int64_t>(), other.paused = in.take<std::int64_t>();
    other.time_in = in.take_list<std::int64_t>();
    kind.add(other);
  }
}

/// Sums up over ranks. All ranks have the same number of entries, with the same kinds.
std::vector<UseByKind> sums_over_ranks(Exchange& exchange, const std::vector<UseByKind>& own) {
  ByteBuffer mine;
  for (const UseByKind& use : own) write(use, mine);
  std::vector<UseByKind> sums;
  for (const UseByKind& use : own) sums.emplace_back(use.size());
  for (const ByteBuffer& bytes : gather_all(exchange, mine)) {
    ByteReader in(bytes);
    for (UseByKind& sum : sums) add_from(in, sum);
  }
  return sums;
}

/// Appends what was added from one record to the next.
void add_difference(const DomainUse& from, const DomainUse& until, DomainUse& to) {
  for (std::size_t i = 0; i < until.size(); ++i) {
    DomainsOff<std::int64_t> more = until[i];
    more.domains -= from[i].domains;
    for (std::size_t m = 0; m < media; ++m) more.ports[m] -= from[i].ports[m];
    to.push_back(more);
  }
}

/// Sums up `parts` lists of equal length over ranks.
std::vector<DomainUse> sums_over_ranks(Exchange& exchange, const DomainUse& own, std::size_t parts) {
  ByteBuffer mine;
  ByteWriter(mine).put_list(own);
  DomainUse sum(own.size());
  for (const ByteBuffer& bytes : gather_all(exchange, mine)) {
    const auto other = ByteReader(bytes).take_list<DomainsOff<std::int64_t>>();
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i].add(other[i]);
  }
  std::vector<DomainUse> split(parts);
  for (std::size_t i = 0; i < sum.size(); ++i) split[i * parts / sum.size()].push_back(sum[i]);
  return split;
}

}  // namespace

Picoseconds busy_time(const Simulation& sim, PortId c) { return {use_by(sim.state(), c, sim.now().v).busy}; }

std::int64_t bytes_passed(const Simulation& sim, PortId c) {
  return use_by(sim.state(), c, sim.now().v).bytes;
}

void add_time_in_states(const Simulation& sim, PortId c, std::vector<std::int64_t>& sum) {
  const NetworkState& m = sim.state();
  if (!m.control.in_use()) {
    sum.resize(1);
    sum[0] += sim.now().v;
    return;
  }
  sum.resize(2 * m.level_count);
  m.control.channels[c].meter.add_times(m.times_of(c), m.level_of(c), sim.now().v, sum);
  if (m.control.has_credit_paths() && m.level_of(c) == 0)
    book_link_packets(m.control.credit_paths[c].used_before(sim.now().v),
                      m.control.settings.levels.slowest_level(), sum);
}

void KindUse::add(const KindUse& o) {
  channels += o.channels, busy += o.busy, bytes += o.bytes, paused += o.paused;
  time_in.resize(std::max(time_in.size(), o.time_in.size()));
  for (std::size_t i = 0; i < o.time_in.size(); ++i) time_in[i] += o.time_in[i];
}

void KindUse::subtract(const KindUse& o) {
  busy -= o.busy, bytes -= o.bytes, paused -= o.paused;
  for (std::size_t i = 0; i < o.time_in.size(); ++i) time_in[i] -= o.time_in[i];
}

UseByKind use_so_far(const Simulation& sim) {
  const NetworkState& m = sim.state();
  const std::int64_t now = sim.now().v;
  const bool controlled = m.control.in_use();
  UseByKind kinds(kinds_in(m.network));
  for_each_channel(m, [&](PortId c, std::size_t number) {
    KindUse& kind = kinds[number];
    ++kind.channels;
    const ChannelUse use = use_by(m, c, now);
    kind.busy += use.busy, kind.bytes += use.bytes;
    if (m.ethernet.pauses)
      for (unsigned vc = 0; vc < m.vcs; ++vc) kind.paused += paused_time(sim, c, vc).v;
    if (controlled) add_time_in_states(sim, c, kind.time_in);
  });
  if (!controlled)
    for (KindUse& kind : kinds) kind.time_in = {kind.channels * now};
  return kinds;
}

void UseLog::record(const Simulation& sim) {
  ENSURE(entries_.empty() || entries_.back().at < sim.now());
  const Counts counts = sim.executor().counts();
  const auto now = static_cast<std::uint64_t>(sim.now().v);
  entries_.push_back({sim.now(), use_so_far(sim), counts.changes, counts.hops,
                      counts.twice_cell_time + 2 * now * counts.cells_in_use,
                      domains_off_so_far(sim.state(), sim.now().v)});
}

const UseLog::Entry& UseLog::entry(Picoseconds time) const {
  ENSURE(!entries_.empty());
  const auto found = std::lower_bound(entries_.begin(), entries_.end(), time,
                                      [](const Entry& e, Picoseconds t) { return e.at < t; });
  return found == entries_.end() ? entries_.back() : *found;
}

UseByKind UseLog::own_between(Picoseconds from, Picoseconds until) const {
  const Entry &first = entry(from), &last = entry(until);
  ENSURE(first.at == from && last.at == until);
  UseByKind own = last.use;
  for (std::size_t i = 0; i < own.size(); ++i) own[i].subtract(first.use[i]);
  return own;
}

UseByKind UseLog::between(Exchange& exchange, Picoseconds from, Picoseconds until) const {
  return sums_over_ranks(exchange, {own_between(from, until)})[0];
}

std::vector<UseByKind> UseLog::batches(Exchange& exchange, Picoseconds length, std::size_t count) const {
  std::vector<UseByKind> own;
  for (std::size_t i = 0; i < count; ++i) {
    const Picoseconds from = length * static_cast<std::int64_t>(i);
    own.push_back(own_between(from, from + length));
  }
  return sums_over_ranks(exchange, own);
}

double UseLog::cell_time(Exchange& exchange, Picoseconds from, Picoseconds until) const {
  const auto own = static_cast<std::int64_t>(entry(until).twice_cell_time - entry(from).twice_cell_time);
  std::int64_t sum = 0;
  for (const std::int64_t other : records_of_all(exchange, own)) sum += other;
  return static_cast<double>(sum) / 2;
}

std::vector<DomainUse> UseLog::domain_batches(Exchange& exchange, Picoseconds length,
                                              std::size_t count) const {
  std::vector<DomainsOff<std::int64_t>> own;
  for (std::size_t i = 0; i < count; ++i) {
    const Picoseconds from = length * static_cast<std::int64_t>(i);
    add_difference(entry(from).domains, entry(from + length).domains, own);
  }
  return sums_over_ranks(exchange, own, count);
}

DomainUse UseLog::domains(Exchange& exchange, Picoseconds from, Picoseconds until) const {
  std::vector<DomainsOff<std::int64_t>> own;
  add_difference(entry(from).domains, entry(until).domains, own);
  return sums_over_ranks(exchange, own, 1)[0];
}

std::uint64_t UseLog::hops(Exchange& exchange, Picoseconds from, Picoseconds until) const {
  std::uint64_t sum = 0;
  for (const std::uint64_t other : records_of_all(exchange, entry(until).hops - entry(from).hops))
    sum += other;
  return sum;
}

std::vector<std::uint64_t> UseLog::changes(Exchange& exchange, Picoseconds length, std::size_t count) const {
  std::vector<std::uint64_t> own, sum(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Picoseconds from = length * static_cast<std::int64_t>(i);
    own.push_back(entry(from + length).changes - entry(from).changes);
  }
  ByteBuffer mine;
  ByteWriter(mine).put_list(own);
  for (const ByteBuffer& bytes : gather_all(exchange, mine)) {
    const auto other = ByteReader(bytes).take_list<std::uint64_t>();
    for (std::size_t i = 0; i < count; ++i) sum[i] += other[i];
  }
  return sum;
}

std::vector<std::string> UseLog::check() const {
  constexpr std::size_t enough = 10;
  std::vector<std::string> wrong;
  for (std::size_t i = 1; i < entries_.size() && wrong.size() < enough; ++i) {
    const Picoseconds from = entries_[i - 1].at, until = entries_[i].at;
    for (const std::string& line : check_use(own_between(from, until), until - from))
      wrong.push_back(fmt::format("from {} to {} ps: {}", from.v, until.v, line));
  }
  return wrong;
}

std::vector<std::string> check_use(const UseByKind& use, Picoseconds time) {
  std::vector<std::string> wrong;
  for (std::size_t i = 0; i < use.size(); ++i) {
    const std::int64_t sum = std::accumulate(use[i].time_in.begin(), use[i].time_in.end(), std::int64_t{0});
    const std::int64_t most = use[i].channels * time.v;
    if (sum != most)
      wrong.push_back(fmt::format("channels of kind {}: time in state adds up to {} ps for {} times {} ps", i,
                                  sum, use[i].channels, time.v));
    if (use[i].busy < 0 || use[i].busy > most)
      wrong.push_back(fmt::format("channels of kind {}: busy for {} ps in {} times {} ps", i, use[i].busy,
                                  use[i].channels, time.v));
  }
  return wrong;
}

}  // namespace ebb::inline engine
