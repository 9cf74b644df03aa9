#include "traffic/trace/trace_workload.hpp"

#include <fmt/core.h>

#include <utility>

#include "base/random.hpp"
#include "traffic/job/job_traffic.hpp"
#include "traffic/pattern/random_choice.hpp"
#include "traffic/trace/host_finder.hpp"
#include "traffic/trace/trace_import.hpp"
#include "traffic/trace/trace_traffic.hpp"

namespace ebb::inline traffic {
namespace {

/// Describes which hosts play, where that is not all of them: "; on hosts 0 to 7 of 16 (placement
/// "identity"), …".
std::string placement_text(Placement placement, std::uint32_t players, std::uint32_t hosts) {
  if (players == hosts) return "";
  const std::string which =
      placement == Placement::identity ? fmt::format("hosts 0 to {} of {}", players - 1, hosts)
      : placement == Placement::spread ? fmt::format("{} of {} hosts, evenly spread", players, hosts)
                                       : fmt::format("{} of {} hosts, chosen by the seed", players, hosts);
  return fmt::format("; on {} (placement \"{}\"), the others send nothing", which, name_of(placement));
}

}  // namespace

Problems TraceWorkload::check() const {
  Problems problems;
  if (file.empty()) problems.push_back({"file", "is empty", "name a trace: `ebb trace record` makes one"});
  if (!(speed >= 1e-6 && speed <= 1e6))
    problems.push_back({"speed", fmt::format("is {}, but must be between 0.000001 and 1000000", speed),
                        "1 plays the trace as it was recorded, 2 in half the time"});
  return problems;
}

void TraceWorkload::load(const Node& section, std::string_view path, Problems& problems) {
  const Node* key = section.find("file");
  const Node& place = key ? *key : section;
  auto trace = open_trace(file, names_);
  if (trace) {
    trace_ = std::move(*trace);
    for (Problem& problem : check_protocol(section, path)) problems.push_back(std::move(problem));
    return;
  }
  const Problem& why = trace.problems().front();
  problems.push_back(place.problem(fmt::format("{}.file", path),
                                   fmt::format("cannot be used: {}: {}", why.where, why.what), why.hint));
}

/// Only messages of a job wait for each other, so only there the time of hosts has an effect.
Problems TraceWorkload::check_protocol(const Node& section, std::string_view path) const {
  Problems problems;
  const auto refuse = [&](std::string_view key, std::string_view what, std::string_view hint) {
    const Node* place = section.find(key);
    problems.push_back((place ? *place : section)
                           .problem(fmt::format("{}.{}", path, key), std::string(what), std::string(hint)));
  };
  if (processors > 1 && !protocol().takes_time())
    refuse("processors", "has no effect where messages take hosts no time", "set overhead, or remove it");
  if (trace_->is_job()) return problems;
  const std::array<std::pair<std::string_view, bool>, 4> set{{{"overhead", overhead.v > 0},
                                                              {"overhead_per_byte", overhead_per_byte.v > 0},
                                                              {"gap", gap.v > 0},
                                                              {"eager", eager.v > 0}}};
  for (const auto& [key, is_set] : set)
    if (is_set)
      refuse(key, fmt::format("has no effect: {} is no job, its messages have fixed times", file),
             "remove it, or replay a job: `ebb trace make` generates one");
  return problems;
}

/// Messages between hosts with names: each is played by the network's host of that name.
Result<std::unique_ptr<Traffic>> TraceWorkload::bind_by_name(const Network& network) const {
  if (placement != Placement::identity)
    return Problem{"placement",
                   fmt::format("is \"{}\", but the messages name their hosts", name_of(placement)),
                   "remove it: names already place the hosts"};
  const HostFinder hosts(network);
  std::vector<HostId> places;
  std::vector<std::string> of(network.hosts);  // hosts already placed
  for (const std::string& name : names_) {
    const HostId host = hosts.find(name);
    if (host == no_id)
      return Problem{"file", fmt::format("names \"{}\", which is not a host of the network", name),
                     hosts.hint(name)};
    if (!of[host].empty())
      return Problem{"file", fmt::format("calls one host \"{}\" and \"{}\"", of[host], name), "use one name"};
    of[host] = name, places.push_back(host);
  }
  return std::unique_ptr<Traffic>(
      std::make_unique<TraceTraffic>(trace_, speed, std::move(places), network.hosts));
}

Result<std::unique_ptr<Traffic>> TraceWorkload::bind(const Network& network, const Cutting&,
                                                     std::uint64_t seed) const {
  const std::uint32_t players = trace_->totals().hosts, hosts = network.hosts;
  if (hosts < players)
    return Problem{"file", fmt::format("has {} hosts, but the network only {}", players, hosts),
                   fmt::format("choose a topology with {} hosts or more", players)};
  if (!names_.empty()) return bind_by_name(network);
  std::vector<HostId> places(players);
  Random random = choice_stream(seed);
  const std::vector<HostId> order =
      placement == Placement::random ? shuffled_hosts(hosts, random) : std::vector<HostId>{};
  for (HostId h = 0; h < players; ++h) {
    if (placement == Placement::random) places[h] = order[h];
    if (placement == Placement::spread) places[h] = static_cast<HostId>(std::uint64_t{h} * hosts / players);
    if (placement == Placement::identity) places[h] = h;
  }
  const std::string placed = placement_text(placement, players, hosts);
  if (trace_->is_job()) {
    const auto job = Job::load(*trace_, eager);
    if (!job) return Problem{"file", "was changed since it was opened", job.problems()[0].hint};
    return std::unique_ptr<Traffic>(
        std::make_unique<JobTraffic>(*job, speed, std::move(places), hosts, protocol(), placed));
  }
  return std::unique_ptr<Traffic>(
      std::make_unique<TraceTraffic>(trace_, speed, std::move(places), hosts, placed));
}

}  // namespace ebb::inline traffic
