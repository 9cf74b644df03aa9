// For tests: random run files that cover all a run file can contain. Some do not fit together and are
// refused.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.hpp"
#include "catalogue/policies.hpp"
#include "catalogue/routings.hpp"
#include "catalogue/small_topologies_testing.hpp"
#include "catalogue/traffics.hpp"
#include "traffic/job/job_maker.hpp"

namespace ebb::inline experiment {

/// A job of five hosts that compute, send to the next one and wait, and one that sends to all meanwhile.
inline JobMaker small_job() {
  JobMaker job(5);
  for (int round = 0; round < 12; ++round) {
    const ProcessId side = job.fork(0);
    for (ProcessId to = 1; to < 5; ++to) job.transfer(side, to, Bytes{300 + 900 * to});
    for (ProcessId p = 0; p < 5; ++p) job.compute(p, Picoseconds{100'000 + 70'000 * p});
    for (ProcessId p = 0; p < 5; ++p)
      job.transfer(p, (p + 1 + round % 3) % 5, Bytes{64 + 4'000 * (round % 4)});
    job.join(0, side);
  }
  return job;
}

/// Samples the text of a run file. Each sample is a local variable: compilers evaluate the arguments of a
/// call in different orders. (The locals keep the order in which the bounds of tests were found.)
class RandomRun {
 public:
  /// `job` is the file of a small job, for runs that execute one.
  RandomRun(std::uint64_t seed, std::string job) : random_(seed, routing_stream), job_(std::move(job)) {
    if (mix_bits(seed) % 8 < 3) transport_ = mix_bits(seed) / 8 % 2 == 0 ? "dctcp" : "tcp";
    in_band_ = mix_bits(seed) / 16 % 4 == 0, alone_ = mix_bits(seed) / 64 % 2 == 0;
  }

  /// The same without what only some executors have: cut-through with credits, and full rate.
  std::string simple_text(const std::string& most_time) {
    std::string file = topology(false);
    file += fmt::format("[routing]\nname = \"{}\"\n", name_of_one(routings()));
    const std::string messages = traffic();
    file += whole_packets(false, "cut_through") + messages;
    return file + run(most_time);
  }

  std::string text(const std::string& most_time) {
    const bool controlled = random_.below(3) != 0, changing = controlled && random_.below(16) == 0;
    std::string file = topology(changing);
    file += changing ? "[routing]\nname = \"dynamic_butterfly\"\n" : routing();
    const bool ethernet = random_.below(2) == 0;
    const std::string messages = traffic();
    file += hardware(ethernet) + messages;
    if (ethernet) file += flow();
    if (in_band_ && !ethernet && !flits_) file += "[flow]\ncredits = \"in_band\"\n";
    if (controlled) file += control(changing);
    return file + run(most_time);
  }

 private:
  std::string run(const std::string& most_time) {
    const std::string order = one_of({"true", "false"});
    const std::uint64_t threads = 1 + random_.below(3);
    const std::uint64_t seed = 1 + random_.below(1000);
    return fmt::format("[run]\nseed = {}\nthreads = {}\nmost_time = \"{}\"\norder = {}\n", seed, threads,
                       most_time, order);
  }
  /// Some forward by VLAN trees, some by rules of any kind. A routing that does not fit the topology is
  /// refused, and another one is sampled. Routings that fit any network are rare, because they are never
  /// refused.
  std::string routing() {
    if (from_file_ && random_.below(2) == 0)
      return fmt::format("[routing]\nname = \"{}\"\n",
                         one_of({"shortest_path", "alternate_paths", "shutdown_paths"}));
    if (random_.below(32) == 0)
      return fmt::format("[routing]\nname = \"vlan_trees\"\npaths = \"{}\"\n",
                         one_of({"up_down", "shortest"}));
    if (random_.below(3) != 0) return fmt::format("[routing]\nname = \"{}\"\n", name_of_one(routings()));
    return conditional_rules();
  }
  std::string conditional_rules() {
    const std::string trigger =
        one_of({"pause", "queue", "pause_and_own_queue", "congestion_notification", "congestion_notification",
                "congestion_notification", "congestion_notification", "always", "controller"});
    const bool notified = trigger == "congestion_notification";
    const bool by_queue = trigger == "queue" || trigger == "pause_and_own_queue" || notified;
    const std::string more = notified ? notifications() : trigger == "controller" ? phases() : "";
    const std::string size = one_of({notified ? "1B" : "0B", "2000B", "8KiB"});
    const std::string alternatives = one_of({"1", "2"});
    const std::string kind = one_of({"minimal", "non_minimal", "non_minimal"});
    return fmt::format(
        "[routing]\nname = \"rules\"\nkind = \"{}\"\nalternatives = {}\ntrigger = \"{}\"\n{}{}", kind,
        alternatives, trigger, by_queue ? fmt::format("threshold = \"{}\"\n", size) : "", more);
  }
  std::string notifications() {
    const std::string hold = one_of({"300ns", "2us"});
    const std::string sample = one_of({"500B", "4000B"});
    return fmt::format("sample = \"{}\"\nhold = \"{}\"\n", sample, hold);
  }
  std::string phases() {
    phase_ = one_of({"1us", "3us"});
    const std::string late = one_of({"0ns", "2us"});
    return fmt::format("phase = \"{}\"\nlate = \"{}\"\n", phase_, late);
  }
  template <class Base>
  std::string name_of_one(std::span<const Entry<Base>> all) {
    return std::string(all[random_.below(all.size())].name);
  }
  std::string one_of(const std::vector<std::string>& all) { return all[random_.below(all.size())]; }

  /// A file may have cables of several rates.
  std::string network_file() {
    const std::string file =
        one_of({"tests/data/ring.cables", "tests/data/two-rates.cables", "examples/leaf-spine.graphml"});
    from_file_ = true;
    if (file.ends_with("graphml")) fastest_ = "100Gb/s";
    return fmt::format("[topology]\nname = \"graph\"\nfile = \"{}\"\n", file);
  }
  std::string topology(bool butterfly) {
    if (!butterfly && random_.below(8) == 0) return network_file();
    auto kind = small_topologies.begin();
    std::advance(kind, static_cast<std::ptrdiff_t>(random_.below(small_topologies.size())));
    if (kind->first == "rail_circuits") kind = small_topologies.find("complete");  // circuits_test.cpp
    if (butterfly) kind = small_topologies.find("flattened_butterfly");
    return fmt::format("[topology]\nname = \"{}\"\n{}\n", kind->first, one_of(kind->second));
  }
  std::string flow() {
    const std::string name = one_of({"pause", "pfc", "pfc", "drop", "drop"});
    const std::string marks = transport_ == "dctcp" ? "ecn = \"1500B\"\n" : "";
    if (name == "drop") return fmt::format("[flow]\nname = \"drop\"\n{}{}", marks, transport());
    return pauses(name) + marks + transport();
  }
  std::string pauses(const std::string& name) {
    const std::string limits = one_of({"stop = \"64B\"\ngo = \"1B\"\n", "stop = \"1500B\"\ngo = \"700B\"\n",
                                       "stop = \"4000B\"\n", "go = \"1B\"\n"});
    const std::string quanta = one_of({"100", "1000", "65535"});
    const std::string reaction = one_of({"0ns", "50ns", "400ns"});
    return fmt::format("[flow]\nname = \"{}\"\nreaction = \"{}\"\nquanta = {}\n{}", name, reaction, quanta,
                       limits);
  }
  std::string hardware(bool ethernet) {
    flits_ = !ethernet && random_.below(3) == 0;
    const std::string shared = flits_ ? lanes() : "", of_hosts = adapter();
    return (flits_ ? worms() : whole_packets(ethernet, "")) + of_hosts + shared;
  }
  /// Without a way of forwarding, one is sampled.
  std::string whole_packets(bool ethernet, const std::string& forwarding) {
    const std::string bytes = one_of({"0B", "32B"});
    const std::string packet = one_of({"256B", "1000B", "2000B"});
    const std::string vcs = one_of({"0", "0", "0", "7", "16"});
    const std::string speedup = one_of({"1", "1.5", "2"});
    const std::string queue = one_of({"2KiB", "8KiB", "32KiB"});
    const std::string buffer =
        ethernet ? one_of({"8KiB", "16KiB", "64KiB", "64KiB"}) : one_of({"2KiB", "8KiB", "32KiB"});
    const std::string credit_time = one_of({"0ns", "50ns", "100ns"});
    const std::string pipeline = one_of({"20ns", "100ns"});
    const std::string way =
        forwarding.empty() ? one_of({"cut_through", "cut_through", "store_and_forward"}) : forwarding;
    const std::string delay = one_of({"5ns", "40ns", "40ns"});
    return fmt::format(
        "[cables]\ncopper_delay = \"{}\"\n[switch]\nforwarding = \"{}\"\npipeline = \"{}\"\ncredit_time = "
        "\"{}\"\ninput_buffer = \"{}\"\noutput_queue = \"{}\"\nspeedup = {}\nvcs = {}\n[host]\npacket = "
        "\"{}\"\nheader = \"{}\"\n",
        delay, way, pipeline, credit_time, buffer, queue, speedup, vcs, packet, header(ethernet, bytes));
  }
  /// Hosts of some runs with Ethernet have connections. Their ACKs need a header.
  std::string header(bool ethernet, const std::string& otherwise) const {
    if (!ethernet || transport_.empty()) return otherwise;
    return fmt::format("32B\"\ntransport = \"{}", transport_);
  }
  /// Timers that expire within a short run.
  std::string transport() const {
    if (transport_.empty()) return "";
    return "[transport]\nmin_rto = \"2us\"\nack_delay = \"500ns\"\ncongestion = \"newreno\"\n";
  }
  std::string worms() {
    const std::string header = one_of({"0B", "32B"});
    const std::string packet = one_of({"160B", "1000B", "2000B"});
    const std::string vcs = one_of({"0", "0", "7", "16"});
    const std::string speedup = one_of({"1", "2", "16"});
    const std::string output_buffer = one_of({"0B", "0B", "64B", "1KiB"});
    const std::string input_buffer = one_of({"64B", "512B", "4KiB", "32KiB"});
    const std::string credit_time = one_of({"0ns", "50ns"});
    const std::string pipeline = one_of({"5ns", "100ns"});
    const std::string flit = one_of({"8B", "16B", "64B"});
    const std::string delay = one_of({"5ns", "40ns"});
    return fmt::format(
        "[cables]\ncopper_delay = \"{}\"\n[switch]\nforwarding = \"wormhole\"\nflit = \"{}\"\n"
        "pipeline = \"{}\"\ncredit_time = \"{}\"\ninput_buffer = \"{}\"\noutput_buffer = \"{}\"\n"
        "speedup = {}\nvcs = {}\n"
        "[host]\npacket = \"{}\"\nheader = \"{}\"\n",
        delay, flit, pipeline, credit_time, input_buffer, output_buffer, speedup, vcs, packet, header);
  }
  /// Returns one more line of [host].
  std::string adapter() {
    if (random_.below(6) != 0) return "";
    return fmt::format("adapter = \"{}\"\n", one_of({"kim-180nm", "kim-70nm"}));
  }
  /// A routing with too many virtual channels for the lanes is refused, and another one is sampled.
  std::string lanes() {
    if (random_.below(2) == 0) return "";
    const std::string shares = one_of({"[]", "[1, 0, 3, 1]"});
    const std::string limit = one_of({"0B", "1KiB", "16KiB"});
    const std::string count =
        one_of({"count = 2\nweights = [5, 1]\nhigh = 1\n", "count = 2\n",
                "count = 4\nmap = [3, 3, 0, 1]\nhigh = 2\n", "count = 4\nweights = [1, 2, 4, 8]\n"});
    return fmt::format("[lanes]\n{}limit = \"{}\"\nshares = {}\n", count, limit, shares);
  }
  std::string traffic() {
    if (random_.below(8) == 0 && phase_.empty()) return trace();
    if (random_.below(5) == 0 && phase_.empty())
      return fmt::format("[traffic.workload]\nname = \"{}\"\n", one_of({"uniform_512k", "search", "advert"}));
    const std::string arrivals = name_of_one(arrival_processes());
    const std::string load =
        arrivals == "closed_loop" ? "" : fmt::format("load = {}\n", one_of({"0.05", "0.3", "0.6", "0.95"}));
    const std::string pattern =
        phase_.empty() ? name_of_one(patterns()) : fmt::format("phases\"\nlength = \"{}", phase_);
    return fmt::format(
        "[traffic]\n{}[traffic.pattern]\nname = \"{}\"\n[traffic.arrivals]\nname = \"{}\"\n"
        "[traffic.sizes]\n{}\n",
        load, pattern, arrivals,
        one_of({"name = \"fixed\"\nsize = \"700B\"", "name = \"fixed\"\nsize = \"20KiB\"",
                "name = \"range\"\nleast = \"64B\"\nmost = \"9KiB\""}));
  }
  std::string trace() {
    const std::string speed = one_of({"1", "3"});
    const std::string placement = one_of({"identity", "spread", "random"});
    return fmt::format(
        "[traffic.workload]\nname = \"trace\"\nfile = \"{}\"\nplacement = \"{}\"\nspeed = {}\n", job_,
        placement, speed);
  }
  std::string control(bool changing) {
    const bool off = changing || random_.below(2) == 0;
    const std::string policy = changing ? "dynamic_topology" : name_of_one(policies());
    std::string text = rate_changes();
    if (off) text += off_times();
    text += fmt::format("[control.policy]\nname = \"{}\"\n", policy);
    constexpr std::string_view sleeping[] = {"idle_sleep", "queue_aware", "eee", "perf_bound", "ngram_sleep"};
    if (off && std::find(std::begin(sleeping), std::end(sleeping), policy) != std::end(sleeping)) {
      text += "idle_state = \"off\"\n";
      if (alone_ && !in_band_ && text.find("paired") == text.npos) text += "unit = \"channel\"\n";
    }
    if (policy == "latency_bound") text += "bound = \"3us\"\nbaseline = \"2us\"\n";
    return text;
  }

  std::string rate_changes() {
    const std::string transition = one_of({"leave", "leave", "avoid", "drain", "by_time"});
    const std::string staggered = one_of({"true", "false"});
    const std::string channels = one_of({"independent", "paired"});
    const std::string reactivation = one_of({"50ns", "200ns", "900ns"});
    const std::string epoch = one_of({"1us", "2us", "3us"});
    const std::string rates =
        one_of({"\"10Gb/s\"", "\"2.5Gb/s\", \"5Gb/s\", \"10Gb/s\", \"20Gb/s\"", "\"7Gb/s\""});
    return fmt::format(
        "[control]\nrates = [{}, \"{}\"]\nepoch = \"{}\"\nreactivation = \"{}\"\nchannels = "
        "\"{}\"\nstaggered = {}\n"
        "transition = \"{}\"\n",
        rates, fastest_, epoch, reactivation, channels, staggered, transition);
  }
  std::string off_times() {
    const std::string sleep = one_of({"0ns", "90ns"});
    const std::string wake = one_of({"100ns", "700ns"});
    return fmt::format("wake = \"{}\"\nsleep = \"{}\"\n", wake, sleep);
  }

  Random random_;
  std::string job_;
  std::string transport_;   ///< of hosts, with Ethernet; not sampled, so that other runs stay the same
  bool alone_ = false;      ///< where channels sleep, each direction does by itself; not sampled, likewise
  bool in_band_ = false;    ///< credits of whole packets go in band; not sampled, likewise
  bool flits_ = false;      ///< whether packets are counted in flits
  bool from_file_ = false;  ///< whether the network is from a file
  std::string phase_;       ///< phase of a controller
  std::string fastest_ = "40Gb/s";  ///< rate of the fastest cables
};

}  // namespace ebb::inline experiment
