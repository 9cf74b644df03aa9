// What the programs for the peers share: the flattened butterfly and its load, given as C K N LOAD
// MICROSECONDS PACKETS, and the line of JSON they print. Every channel has 40 Gb/s; a message is PACKETS
// packets of 2,048 bytes.
#pragma once
#include <sys/resource.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>

namespace peers {

constexpr double bits_per_second = 40e9;
constexpr int packet_bytes = 2048;  // on the wire
// The peers' links have one delay for both directions and their switches no pipeline, so its 100 ns are added
// to the cables' 25 ns. Between a host and its switch only one direction has them, so each gets half. The
// latency of a lone packet is then exactly that in ebb.
constexpr int switch_cable_ns = 125;
constexpr int host_cable_ns = 75;

/// C hosts on each of K^(N-1) switches. Switches whose numbers to the base K differ in one digit are
/// connected.
struct Butterfly {
  int c = 0, k = 0, n = 0;

  int switches() const {
    int count = 1;
    for (int dimension = 1; dimension < n; ++dimension) count *= k;
    return count;
  }
  int hosts() const { return c * switches(); }
  int switch_of(int host) const { return host / c; }

  /// Returns the next switch on the path, in dimension order; `to` itself when it is connected to `at`.
  int next(int at, int to) const {
    int weight = 1;
    while (at / weight % k == to / weight % k) weight *= k;
    return at + (to / weight % k - at / weight % k) * weight;
  }
  bool joined(int a, int b) const { return a != b && next(a, b) == b; }
};

struct Case {
  Butterfly network;
  double load = 0;
  double seconds = 0;
  int packets = 0;  // of a message
};

inline Case case_of(int argc, char** argv) {
  if (argc == 7) {
    const Case one{{std::atoi(argv[1]), std::atoi(argv[2]), std::atoi(argv[3])},
                   std::atof(argv[4]),
                   std::atof(argv[5]) * 1e-6,
                   std::atoi(argv[6])};
    const bool possible =
        one.network.c >= 1 && one.network.k >= 2 && one.network.n >= 2 && one.network.n <= 6;
    if (possible && one.load > 0 && one.load <= 1 && one.seconds > 0 && one.packets >= 1) return one;
  }
  std::fprintf(stderr, "usage: %s C K N LOAD MICROSECONDS PACKETS, such as 8 8 2 0.2 1000 1\n", argv[0]);
  std::exit(2);
}

/// Poisson arrivals at each host, destinations uniform over all others.
class Traffic {
 public:
  explicit Traffic(const Case& one)
      : hosts_(one.network.hosts()),
        gap_(one.load * bits_per_second / (8.0 * packet_bytes * one.packets)),
        other_(1, hosts_ - 1) {}
  double gap_seconds() { return gap_(random_); }
  int destination(int source) { return (source + other_(random_)) % hosts_; }

 private:
  int hosts_;
  std::mt19937_64 random_{1};
  std::exponential_distribution<double> gap_;
  std::uniform_int_distribution<int> other_;
};

inline double cpu_seconds() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
         1e-6 * static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

/// What was delivered. Packet-hops are packets through switches; a flow-level simulator has none.
struct Counters {
  std::int64_t messages = 0;
  std::int64_t packet_hops = 0;
  double latency_s = 0;

  void print(double cpu_s) const {
    std::printf("{\"messages\": %lld, \"packet_hops\": %lld, \"latency_mean_ns\": %.1f, \"cpu_s\": %.4f}\n",
                static_cast<long long>(messages), static_cast<long long>(packet_hops),
                messages > 0 ? latency_s * 1e9 / static_cast<double>(messages) : 0.0, cpu_s);
  }
};

}  // namespace peers
