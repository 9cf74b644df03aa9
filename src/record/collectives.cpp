#include "record/collectives.hpp"

#include <algorithm>
#include <bit>

#include "record/all_gather.hpp"
#include "record/all_reduce.hpp"
#include "record/all_to_all.hpp"
#include "record/open_mpi_rules.hpp"
#include "record/trees.hpp"

namespace ebb::inline record {
namespace {

Algorithm simple_rule(const CollectiveCall& call) {
  switch (call.call) {
    case Call::barrier:
      return Algorithm::bruck;
    case Call::broadcast:
    case Call::reduce:
      return Algorithm::binomial_tree;
    case Call::all_reduce:
      return std::has_single_bit(call.members) ? Algorithm::recursive_doubling : Algorithm::reduce_broadcast;
    case Call::all_gather:
      return Algorithm::ring;
    case Call::scan:
      return Algorithm::chain;
    case Call::all_to_all:
    case Call::all_to_all_v:
    case Call::reduce_scatter:
      return Algorithm::pairwise;
    default:
      return Algorithm::linear;
  }
}

/// Dissemination barrier: each member waits for the one 1, 2, 4, … places before it.
void disseminate(std::uint32_t n, const RoundSink& sink) {
  for (std::uint32_t step = 1; step < n; step *= 2) {
    Round round;
    for (std::uint32_t i = 0; i < n; ++i) round.push_back({i, (i + step) % n, {}, false, 1});
    sink(round);
  }
}

/// Members beyond a power of two report to those so many places before them, which release them at the end.
void barrier_by_doubling(std::uint32_t n, const RoundSink& sink) {
  const std::uint32_t power = std::bit_floor(n);
  Round before, after;
  for (std::uint32_t i = power; i < n; ++i) {
    before.push_back({i, i - power, {}, false, 1});
    after.push_back({i - power, i, {}, false, 1});
  }
  if (n > power) sink(before);
  for (std::uint32_t step = 1; step < power; step *= 2) {
    Round round;
    for (std::uint32_t i = 0; i < power; ++i) round.push_back({i, i ^ step, {}, false, 1});
    sink(round);
  }
  if (n > power) sink(after);
}

void barrier(Algorithm how, std::uint32_t n, const RoundSink& sink) {
  if (how == Algorithm::bruck) return disseminate(n, sink);
  if (how == Algorithm::recursive_doubling) return barrier_by_doubling(n, sink);
  // Messages of one byte to the first member, and back.
  const Tree tree = how == Algorithm::linear ? tree_of(how, n) : run_tree(n);
  reduce_along(tree, 0, 1, sink);
  broadcast_along(tree, 0, 1, sink);
}

void broadcast(const CollectiveCall& call, Algorithm how, CollectiveRules rules, const RoundSink& sink) {
  const std::uint32_t n = call.members;
  if (rules == CollectiveRules::recursive_doubling) {
    Tree tree = run_tree(n);
    for (auto& children : tree.children) std::reverse(children.begin(), children.end());
    return broadcast_along(tree, call.root, call.bytes, sink);
  }
  if (how != Algorithm::scatter_all_gather)
    return broadcast_along(tree_of(how, n), call.root, call.bytes, sink);
  // Parts of equal size in whole bytes; the last ones may be smaller, or empty.
  const std::int64_t part = (call.bytes + n - 1) / n;
  const auto within = [&](std::int64_t at) { return std::min(at, call.bytes); };
  scatter_along_runs(n, call.root, part, [&](Round round) {
    for (RoundMessage& m : round)
      for (ByteRange& r : m.what) r = {within(r.first), within(r.first + r.count) - within(r.first)};
    sink(round);
  });
  std::vector<std::int64_t> parts;
  for (std::uint32_t i = 0; i <= n; ++i) parts.push_back(within(i * part));
  all_gather_parts(n, call.root, parts, sink);
}

void reduce(const CollectiveCall& call, Algorithm how, const RoundSink& sink) {
  const std::uint32_t n = call.members;
  reduce_along(how == Algorithm::binomial_tree ? run_tree(n) : tree_of(how, n), call.root, call.bytes, sink);
}

/// A reduction to the first member, then a broadcast from it.
void reduce_and_broadcast(const CollectiveCall& call, CollectiveRules rules, const RoundSink& sink) {
  CollectiveCall half = call;
  half.root = 0;
  for (const Call part : {Call::reduce, Call::broadcast}) {
    half.call = part;
    run_collective(half, choose(rules, half), rules, {}, sink);
  }
}

/// Between the root and each other member directly.
void with_root(const CollectiveCall& call, bool to_root, const SizeOf& size, const RoundSink& sink) {
  Round round;
  for (std::uint32_t i = 0; i < call.members; ++i) {
    if (i == call.root) continue;
    const std::uint32_t from = to_root ? i : call.root, to = to_root ? call.root : i;
    const std::int64_t part = (i + call.members - call.root) % call.members;
    round.push_back({from, to, {{part * call.bytes, size(from, to)}}});
  }
  sink(round);
}

}  // namespace

Algorithm feasible(Algorithm how, const CollectiveCall& call) {
  const std::uint32_t n = call.members;
  const std::int64_t elements = call.bytes / std::max<std::int64_t>(1, call.element);
  if (call.call == Call::all_reduce) {
    if (how == Algorithm::ring && elements < n) return Algorithm::recursive_doubling;
    if (how == Algorithm::rabenseifner && elements < std::bit_floor(n)) return Algorithm::linear;
  }
  if (call.call == Call::all_gather) {
    if (how == Algorithm::recursive_doubling && !std::has_single_bit(n)) return Algorithm::bruck;
    if (how == Algorithm::neighbour_exchange && n % 2 == 1) return Algorithm::ring;
  }
  return how;
}

Algorithm choose(CollectiveRules rules, const CollectiveCall& call) {
  return feasible(rules == CollectiveRules::open_mpi ? open_mpi_rule(call.call, call.members, call.bytes)
                                                     : simple_rule(call),
                  call);
}

void run_collective(const CollectiveCall& call, Algorithm wanted, CollectiveRules rules, const SizeOf& size,
                    const RoundSink& sink) {
  const std::uint32_t n = call.members;
  if (n < 2) return;
  const Algorithm how = feasible(wanted, call);
  switch (call.call) {
    case Call::barrier:
      return barrier(how, n, sink);
    case Call::broadcast:
      return broadcast(call, how, rules, sink);
    case Call::reduce:
      return reduce(call, how, sink);
    case Call::all_reduce:
      if (how == Algorithm::reduce_broadcast) return reduce_and_broadcast(call, rules, sink);
      return all_reduce(how, n, call.bytes, call.element, sink);
    case Call::all_gather:
      return all_gather(how, n, call.bytes, sink);
    case Call::gather:
    case Call::gather_v:
      if (how == Algorithm::linear) return with_root(call, true, size, sink);
      return gather_along_runs(n, call.root, call.bytes, sink);
    case Call::scatter:
    case Call::scatter_v:
      if (how == Algorithm::linear) return with_root(call, false, size, sink);
      return scatter_along_runs(n, call.root, call.bytes, sink);
    case Call::all_to_all:
      return all_to_all(how, n, call.bytes, sink);
    case Call::all_to_all_v:
    case Call::reduce_scatter:
      return all_to_all_sizes(how, n, size, sink);
    case Call::scan:
      for (std::uint32_t i = 0; i + 1 < n; ++i) sink({{i, i + 1, {{0, call.bytes}}, true}});
      return;
    case Call::send:
    case Call::post:
    case Call::complete:
    case Call::ended:
      return;
  }
}

}  // namespace ebb::inline record
