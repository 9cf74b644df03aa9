#include "catalogue/traffics.hpp"

#include "base/problem.hpp"
#include "catalogue/added_entries.hpp"
#include "traffic/arrival/bernoulli.hpp"
#include "traffic/arrival/on_off.hpp"
#include "traffic/arrival/periodic.hpp"
#include "traffic/arrival/phases.hpp"
#include "traffic/arrival/poisson.hpp"
#include "traffic/closed_loop.hpp"
#include "traffic/demand/demand_workload.hpp"
#include "traffic/pattern/adversarial.hpp"
#include "traffic/pattern/all_to_all.hpp"
#include "traffic/pattern/bit_complement.hpp"
#include "traffic/pattern/bit_reversal.hpp"
#include "traffic/pattern/hot_spot.hpp"
#include "traffic/pattern/incast.hpp"
#include "traffic/pattern/neighbour.hpp"
#include "traffic/pattern/random_permutation.hpp"
#include "traffic/pattern/tornado.hpp"
#include "traffic/pattern/transpose.hpp"
#include "traffic/pattern/uniform.hpp"
#include "traffic/service/service_workload.hpp"
#include "traffic/size/fixed_size.hpp"
#include "traffic/size/size_distribution.hpp"
#include "traffic/size/size_range.hpp"
#include "traffic/trace/trace_workload.hpp"
#include "traffic/uniform_messages.hpp"
#include "traffic/video/video_beside.hpp"
#include "training/training_workload.hpp"

namespace ebb::inline catalogue {

std::span<const Entry<Pattern>> patterns() {
  static constexpr Entry<Pattern> table[] = {
      entry<Pattern, UniformPattern>("uniform", "to any other host with the same probability"),
      entry<Pattern, RandomPermutation>("random_permutation", "to one other host, drawn once per run"),
      entry<Pattern, BitReversal>("bit_reversal", "to the host whose number has the bits reversed"),
      entry<Pattern, BitComplement>("bit_complement", "to the host whose number has all bits flipped"),
      entry<Pattern, MatrixTranspose>("transpose", "hosts as a square matrix, to the mirrored place"),
      entry<Pattern, Tornado>("tornado", "almost half way around every ring of the network"),
      entry<Pattern, Neighbour>("neighbour", "one place further along every ring of the network"),
      entry<Pattern, HotSpot>("hot_spot", "a fraction to a few hot hosts, the rest to any"),
      entry<Pattern, Adversarial>("adversarial", "all hosts of a switch or group to those of the next one"),
      entry<Pattern, Phases>("phases", "uniform and adversarial traffic take turns"),
      entry<Pattern, AllToAll>("all_to_all", "to all other hosts in turn"),
      entry<Pattern, Incast>("incast", "many hosts to one"),
  };
  return AddedEntries<Pattern>::of_program().after(table);
}

std::span<const Entry<Arrivals>> arrival_processes() {
  static constexpr Entry<Arrivals> table[] = {
      entry<Arrivals, PoissonArrivals>("poisson", "independent messages, exponential gaps"),
      entry<Arrivals, BernoulliArrivals>("bernoulli", "in each packet slot with a fixed probability"),
      entry<Arrivals, PeriodicArrivals>("periodic", "at equal distances"),
      entry<Arrivals, OnOffExponential>("on_off_exponential", "bursts with exponential ON and OFF periods"),
      entry<Arrivals, OnOffPareto>("on_off_pareto", "bursts with heavy-tailed ON and OFF periods"),
      entry<Arrivals, OnOffLognormal>("on_off_lognormal", "bursts with lognormal ON and OFF periods"),
      entry<Arrivals, ClosedLoop>("closed_loop", "a fixed number of messages under way per host; no load"),
  };
  return AddedEntries<Arrivals>::of_program().after(table);
}

std::span<const Entry<Sizes>> size_distributions() {
  static constexpr Entry<Sizes> table[] = {
      entry<Sizes, FixedSize>("fixed", "every message has the same size"),
      entry<Sizes, SizeRange>("range", "all sizes between two bounds are equally likely"),
      entry<Sizes, SizeDistribution>("distribution", "a measured distribution from a file"),
  };
  return AddedEntries<Sizes>::of_program().after(table);
}

std::span<const Entry<Workload>> workloads() {
  static constexpr Entry<Workload> table[] = {
      entry<Workload, UniformMessages>("uniform_512k", "512 KiB messages to random hosts (Abts' Uniform)"),
      entry<Workload, SearchWorkload>("search", "a web search service (a stand-in for Abts' Search)"),
      entry<Workload, AdvertWorkload>("advert", "an advertising service (a stand-in for Abts' Advert)"),
      entry<Workload, DemandWorkload>("demand",
                                      "a demand matrix, by hour if you like (docs/howto/networks.md)"),
      entry<Workload, MpegStreams>("mpeg_streams", "MPEG-2 video, 30 frames a second with deadlines (Kim)"),
      entry<Workload, TrainingWorkload>("training",
                                        "steps of training a transformer (docs/howto/ai-fabrics.md)"),
      entry<Workload, TraceWorkload>("trace", "a recorded trace (docs/howto/traces.md)"),
  };
  return AddedEntries<Workload>::of_program().after(table);
}

namespace {

/// The keys of [traffic].
const std::vector<std::string> keys{"workload", "load", "pattern", "arrivals", "sizes", "video"};

/// Returns the part of [traffic] under `key`, or the catalogue's first entry with its defaults.
template <class Base>
std::unique_ptr<Base> read_part(std::span<const Entry<Base>> catalogue, const Node& section,
                                const std::string& key, Problems& problems) {
  const std::string path = "traffic." + key;
  if (const Node* part = section.find(key)) return read_named(catalogue, *part, path, problems);
  Node empty;
  empty.where = section.where;
  return catalogue.front().read(empty, path, {}, problems);
}

void read_load(const Node& section, const Arrivals& arrivals, double& load, Problems& problems) {
  const Node* node = section.find("load");
  if (arrivals.is_closed_loop()) {
    if (node)
      problems.push_back(node->problem("traffic.load",
                                       "has no meaning in a closed loop, which sends on answers",
                                       "leave it out, or choose other arrivals"));
    return;
  }
  if (!node) {
    problems.push_back(section.problem("traffic.load", "is missing",
                                       "write load = 0.5 to keep each host's channel busy half of the time"));
    return;
  }
  const std::size_t before = problems.size();
  read_value(*node, "traffic.load", load, problems);
  if (problems.size() > before) return;
  Problems found = check_load(load);
  locate(found, section, "traffic", problems);
}

/// A workload is complete: no other part is allowed beside it.
Result<TrafficConfig> read_workload(const Node& section, const Node& node) {
  Problems problems;
  for (const char* key : {"load", "pattern", "arrivals", "sizes", "video"})
    if (const Node* other = section.find(key))
      problems.push_back(other->problem(fmt::format("traffic.{}", key), "has no meaning beside a workload",
                                        "leave it out, or leave out `workload`"));
  refuse_unknown_keys(section, "traffic", keys, problems);
  TrafficConfig config;
  config.section = section;
  config.workload = read_named(workloads(), node, "traffic.workload", problems);
  if (config.workload) config.workload->load(node, "traffic.workload", problems);
  if (!problems.empty()) return problems;
  return config;
}

/// Reads the video beside the parts, if there is any.
std::unique_ptr<MpegStreams> read_video(const Node& section, const SyntheticParts& parts,
                                        Problems& problems) {
  const Node* node = section.find("video");
  if (!node) return nullptr;
  auto video = std::make_unique<MpegStreams>();
  const std::size_t before = problems.size();
  read_fields(*node, "traffic.video", *video, problems);
  if (problems.size() > before) return nullptr;
  Problems found = with_ranges(*video, video->check());
  if (found.empty() && parts.arrivals && parts.arrivals->is_closed_loop())
    found.push_back({"", "cannot be combined with a closed loop, which sends as much as the network carries",
                     "choose other arrivals, such as \"poisson\", or leave video out"});
  else if (found.empty() && parts.load + video->load > 1)
    found.push_back({"load",
                     fmt::format("is {}, and the other traffic offers {}: a host's channel carries 1",
                                 video->load, parts.load),
                     fmt::format("at most {:.3g}, or a lower traffic.load", 1 - parts.load)});
  locate(found, *node, "traffic.video", problems);
  return video;
}

/// Combines the video with the other traffic.
Result<std::unique_ptr<Traffic>> with_video(std::unique_ptr<Traffic> others, const MpegStreams& video,
                                            const Network& network, const Cutting& cutting,
                                            std::uint64_t seed) {
  auto streams = video.bind(network, cutting, seed);
  if (!streams) {
    Problems problems = streams.problems();
    for (Problem& p : problems) p.where = p.where.empty() ? "video" : "video." + p.where;
    return problems;
  }
  return std::unique_ptr<Traffic>(std::make_unique<VideoBeside>(std::move(others), std::move(*streams),
                                                                static_cast<std::uint32_t>(video.levels)));
}

}  // namespace

Result<TrafficConfig> read_traffic(const Node& section) {
  if (section.kind != Node::Kind::table)
    return section.problem("traffic", fmt::format("is {}, but a table is expected", section.kind_name()),
                           "write it as a section: [traffic]");
  if (const Node* workload = section.find("workload")) return read_workload(section, *workload);
  Problems problems;
  refuse_unknown_keys(section, "traffic", keys, problems);
  TrafficConfig config;
  config.section = section;
  SyntheticParts& parts = config.parts;
  parts.pattern = read_part(patterns(), section, "pattern", problems);
  parts.arrivals = read_part(arrival_processes(), section, "arrivals", problems);
  parts.sizes = read_part(size_distributions(), section, "sizes", problems);
  if (parts.arrivals) read_load(section, *parts.arrivals, parts.load, problems);
  const Node* sizes = section.find("sizes");
  if (parts.sizes) parts.sizes->load(sizes ? *sizes : section, "traffic.sizes", problems);
  config.video = read_video(section, parts, problems);
  if (!problems.empty()) return problems;
  return config;
}

Result<std::unique_ptr<Traffic>> bind_traffic(TrafficConfig config, const Network& network,
                                              const Cutting& cutting, std::uint64_t seed) {
  auto traffic = config.workload ? config.workload->bind(network, cutting, seed)
                                 : SyntheticTraffic::bind(std::move(config.parts), network, cutting, seed);
  if (traffic && config.video)
    traffic = with_video(std::move(*traffic), *config.video, network, cutting, seed);
  if (traffic) return traffic;
  Problems found = traffic.problems(), problems;
  if (config.workload)
    for (Problem& p : found) p.where = p.where.empty() ? "workload" : "workload." + p.where;
  locate(found, config.section, "traffic", problems);
  return problems;
}

}  // namespace ebb::inline catalogue
