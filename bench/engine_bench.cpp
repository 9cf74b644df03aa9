// The engine's speed: packet-hops per CPU second of the event loop, with everything on. One line per case:
//   [mpirun -n R] engine_bench [--yardstick PROGRAM] [--repeat N] [--threads N] [--blocks N] [--executor
//   NAME]
//                              [--times N] [--together N] [CASE…]
// With --times, a case simulates N times its time. With --together, N runs of it with different seeds run at
// the same time. An accelerator has no CPU seconds: there, read M/s.
// With the path of a yardstick program (usage: C K N LOAD MICROSECONDS) each case is run by both in turn, and
// the ratio printed: the machine may be busy, the ratio still means something.
#include <fmt/core.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/random.hpp"
#include "engine/run/check/conservation.hpp"
#include "engine/simulation_of.hpp"
#include "engine_cases.hpp"
#include "ranks/mpi_exchange.hpp"
#include "routing/butterfly/minimal_adaptive.hpp"
#include "routing/dragonfly/dragonfly_minimal.hpp"

namespace {

using namespace bench;

double memory_gib() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return static_cast<double>(used.ru_maxrss) / (1 << 20);
}

double cpu_now() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }
double wall_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double cpu_of_all(Exchange& exchange, double own) {
  ByteBuffer mine;
  ByteWriter(mine).put(own);
  double sum = 0;
  for (const ByteBuffer& bytes : gather_all(exchange, mine)) sum += ByteReader(bytes).take<double>();
  return sum;
}

struct How {
  std::size_t threads = 1, blocks = 0;
  ExecutorKind executor = ExecutorKind::threads;
  std::int64_t times = 1;
  std::size_t together = 0;  ///< runs at the same time, with seeds 1, 2 and so on; 0: one run
};

/// Several runs at the same time, each in a thread of its own: packet-hops per second of all of them.
template <class Routing>
void run_together(const Case& one, const How& how) {
  const Network network = build(one);
  const auto traffic = traffic_of(one, network);
  Routing routing;
  routing.prepare(network);
  const Controlled controlled(one, network);
  SimulationSetup setup{network, **traffic, controlled.control, {}, hosts_of(one)};
  setup.executor = how.executor;
  std::vector<std::unique_ptr<Simulation>> simulations;
  for (std::size_t i = 1; i <= how.together; ++i) {
    setup.seed = i;
    simulations.push_back(std::make_unique<SimulationOf<Routing>>(setup, routing));
  }
  const double begin = wall_now();
  {
    std::vector<std::jthread> threads;
    for (auto& simulation : simulations)
      threads.emplace_back(
          [&] { simulation->run_until(Picoseconds{how.times * one.microseconds * 1'000'000}); });
  }
  const double wall = wall_now() - begin;
  std::uint64_t hops = 0, digest = 0;
  std::size_t wrong = 0;
  for (const auto& simulation : simulations) {
    const Counters counters = simulation->counters();
    hops += counters.hops, digest = mix_bits(digest) + counters.digest;
    wrong += !check_conservation(*simulation).empty();
  }
  fmt::print("{:19} {:7} hosts  {} runs together  {:6.2f} s  {:6.2f} M/s  {:016x}{}\n", one.name,
             network.hosts, how.together, wall, static_cast<double>(hops) / wall / 1e6, digest,
             wrong == 0 ? "" : "  BOOKS DO NOT BALANCE");
}

/// Packet-hops per CPU second.
template <class Routing>
double run_case(const Case& one, Exchange& exchange, const How& how) {
  const double before = cpu_now();
  const Network network = build(one);
  const auto traffic = traffic_of(one, network);
  Routing routing;
  routing.prepare(network);
  const Controlled controlled(one, network);
  SimulationSetup setup{network, **traffic, controlled.control, switches_of(one), hosts_of(one)};
  setup.threads = how.threads, setup.blocks = how.blocks, setup.exchange = &exchange;
  setup.executor = how.executor;
  SimulationOf<Routing> simulation(setup, routing);
  const double built = cpu_now(), begin = wall_now();
  simulation.run_until(Picoseconds{how.times * one.microseconds * 1'000'000});
  const double cpu = cpu_of_all(exchange, cpu_now() - built), wall = wall_now() - begin;
  const Counters counters = simulation.counters();
  const auto wrong = check_conservation(simulation);
  const double rate = static_cast<double>(counters.hops) / cpu;
  if (exchange.rank() != 0) return rate;
  fmt::print(
      "{:19} {:7} hosts  build {:5.2f} s  {:6.3f} GiB  {:4.0f} B/port  {:9} packets  {:4.2f} events/hop  "
      "{:5.2f} s  {:6.2f} "
      "M packet-hops/CPU-s  {:6.2f} M/s  {:016x}{}\n",
      one.name, network.hosts, built - before, memory_gib(), memory_gib() * (1 << 30) / network.channels(),
      counters.packets_delivered, static_cast<double>(counters.events) / static_cast<double>(counters.hops),
      cpu, rate / 1e6, static_cast<double>(counters.hops) / wall / 1e6, counters.digest,
      wrong.empty() ? "" : "  BOOKS DO NOT BALANCE");
  return rate;
}

double run_yardstick(const std::string& program, const Case& one) {
  const std::string command =
      fmt::format("{} {} {} {} {} {}", program, one.c, one.k, one.n, one.load, one.microseconds);
  std::FILE* pipe = popen(command.c_str(), "r");
  if (!pipe) return 0;
  char line[512];
  double rate = 0;
  while (std::fgets(line, sizeof line, pipe)) std::sscanf(line, "packet-hops per cpu-second: %lf", &rate);
  pclose(pipe);
  return rate;
}

/// Returns `threads` where the name is wrong: a benchmark is for those who read its source.
ExecutorKind executor_named(std::string_view name) {
  const auto names = names_of(ExecutorKind{});
  const auto at = std::find(names.begin(), names.end(), name);
  return at == names.end() ? ExecutorKind::threads : static_cast<ExecutorKind>(at - names.begin());
}

}  // namespace

int main(int argc, char** argv) {
  std::string yardstick;
  int repeat = 3;
  How how;
  std::vector<std::string> wanted;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--yardstick" && i + 1 < argc)
      yardstick = argv[++i];
    else if (word == "--repeat" && i + 1 < argc)
      repeat = std::atoi(argv[++i]);
    else if (word == "--threads" && i + 1 < argc)
      how.threads = static_cast<std::size_t>(std::atoi(argv[++i]));
    else if (word == "--blocks" && i + 1 < argc)
      how.blocks = static_cast<std::size_t>(std::atoi(argv[++i]));
    else if (word == "--times" && i + 1 < argc)
      how.times = std::atoi(argv[++i]);
    else if (word == "--together" && i + 1 < argc)
      how.together = static_cast<std::size_t>(std::atoi(argv[++i]));
    else if (word == "--executor" && i + 1 < argc)
      how.executor = executor_named(argv[++i]);
    else
      wanted.push_back(word);
  }
  const auto joined = join_ranks();
  if (!joined) return fmt::print(stderr, "{}", to_text(joined.problems())), 1;
  Exchange& exchange = **joined;
  for (const Case& one : cases) {
    if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), one.name) == wanted.end()) continue;
    if (how.together > 0) {
      one.work == Work::dragonfly_packets ? run_together<DragonflyMinimal>(one, how)
                                          : run_together<MinimalAdaptive>(one, how);
      continue;
    }
    double ours = 0, theirs = 0;
    for (int i = 0; i < repeat; ++i) {
      ours =
          std::max(ours, one.work == Work::dragonfly_packets ? run_case<DragonflyMinimal>(one, exchange, how)
                                                             : run_case<MinimalAdaptive>(one, exchange, how));
      if (!yardstick.empty() && one.k > 0 && !one.is_bursty())
        theirs = std::max(theirs, run_yardstick(yardstick, one));
    }
    if (theirs > 0)
      fmt::print("{:12} best {:.2f} M against the yardstick's {:.2f} M: {:.2f} x\n", one.name, ours / 1e6,
                 theirs / 1e6, ours / theirs);
  }
}
