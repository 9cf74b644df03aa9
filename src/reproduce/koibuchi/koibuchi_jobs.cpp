#include "reproduce/koibuchi/koibuchi_jobs.hpp"

#include <algorithm>
#include <numeric>
#include <span>

#include "base/ensure.hpp"
#include "base/problem.hpp"
#include "config/data_files.hpp"
#include "experiment/read/run_config.hpp"
#include "network/network.hpp"
#include "reproduce/all_of.hpp"
#include "reproduce/job_time.hpp"
#include "reproduce/koibuchi/koibuchi_tcp.hpp"
#include "rules/trees/link_choice.hpp"
#include "rules/trees/path_set.hpp"
#include "rules/trees/trunks.hpp"
#include "statistics/seed_means.hpp"
#include "topology/switch_graph.hpp"
#include "traffic/demand/demand_matrix.hpp"
#include "traffic/job/job.hpp"
#include "traffic/job/job_workload.hpp"
#include "traffic/kernels/kernel.hpp"

namespace ebb::inline reproduce {
namespace {

Result<std::shared_ptr<const Job>> job_of(const KoibuchiProgram& program, const KoibuchiHosts& hosts,
                                          char size, std::uint32_t iterations, std::uint32_t draw) {
  const auto kernel = find_kernel(std::string(program.kernel));
  ENSURE(kernel.ok());
  auto made = make_job(**kernel, {program.processes, program.per_host, iterations, size, hosts.per_byte,
                                  computing_jitter, draw});
  if (!made) return made.problems();
  return Job::of(made->finish(), made->hosts());
}

/// Links of each trunk, from all of them down to one of each.
std::vector<std::vector<std::uint32_t>> choices(const Job& job, const Network& network, const Trunks& trunks,
                                                std::vector<std::uint32_t>& busiest) {
  const PathSet paths = tree_paths(network, trunks, TrunkSet(trunks.size(), true), PathRule::up_down);
  const std::vector<double> traffic = channel_traffic(trunks, paths, job_demand(network, job));
  const double most = *std::max_element(traffic.begin(), traffic.end());
  std::vector<std::vector<std::uint32_t>> found{std::vector<std::uint32_t>(trunks.size(), 5)};
  busiest = {5};
  for (std::uint32_t links = 5; links > 0; --links) {
    auto choice = links_below_peak(trunks, traffic, most / links * (1 + 1e-9));
    if (choice == found.back()) continue;
    found.push_back(std::move(choice)), busiest.push_back(links);
  }
  return found;
}

/// A program with one sample of computing times. Of a pipeline also half as many iterations.
struct Draw {
  std::shared_ptr<const Job> job, half;
};

struct Planned {
  KoibuchiProgram program;
  std::vector<Draw> draws;
  std::uint32_t simulated = 0, whole = 0;  ///< iterations
  SwitchGraph graph;
  RegulatedRun run;
};

Problems plan_program(const KoibuchiProgram& program, const KoibuchiHosts& hosts, const Effort& effort,
                      std::vector<Planned>& planned) {
  const Kernel& kernel = **find_kernel(std::string(program.kernel));
  const char size = effort.quick ? 'A' : 'C';
  const std::uint32_t usual = program.iterations > 0 ? program.iterations : kernel.iterations,
                      simulated = !effort.quick         ? usual
                                  : program.is_pipeline ? 2
                                                        : 1;
  std::vector<Draw> draws;
  for (std::uint32_t draw = 1; draw <= computing_draws(effort); ++draw) {
    auto job = job_of(program, hosts, size, simulated, draw);
    if (!job) return job.problems();
    draws.push_back({std::move(*job), nullptr});
    if (!program.is_pipeline) continue;
    auto half = job_of(program, hosts, size, simulated / 2, draw);
    if (!half) return half.problems();
    draws.back().half = std::move(*half);
  }
  const auto estimate = program.chosen_by_small_size ? job_of(program, hosts, 'A', 1, 1) : draws[0].job;
  if (!estimate) return estimate.problems();
  const Network network = koibuchi_network(koibuchi_complete(5), program.hosts);
  const Trunks trunks(network);
  std::vector<std::uint32_t> busiest;
  const auto all = choices(**estimate, network, trunks, busiest);
  const auto full = koibuchi_watts(koibuchi_complete(5), program.hosts, program.interfaces);
  if (!full) return full.problems();
  for (std::size_t i = 0; i < all.size(); ++i) {
    Planned one{program, draws, simulated, whole_iterations(kernel, size), with_links(trunks, all[i]), {}};
    one.run = {
        .kernel = program.kernel,
        .is_whole = program.is_pipeline,
        .busiest = busiest[i],
        .links = std::accumulate(all[i].begin(), all[i].end(), 0u),
        .saved_percent = 100 * (1 - *koibuchi_watts(one.graph, program.hosts, program.interfaces) / *full)};
    planned.push_back(std::move(one));
  }
  return {};
}

Result<double> time_of(const Planned& one, const KoibuchiHosts& hosts,
                       const std::shared_ptr<const Job>& job) {
  auto input = read_run(data_file("papers/koibuchi-network.toml"), until_the_job_ends(hosts.tcp_settings()));
  if (!input) return input.problems();
  input->topology =
      koibuchi_topology(one.graph, one.program.hosts, koibuchi_hosts_per_switch, one.program.interfaces);
  input->traffic.workload = std::make_unique<JobWorkload>(job);
  return job_time_s(std::move(*input));
}

Result<double> run_time(const Planned& one, const KoibuchiHosts& hosts, const Draw& draw) {
  const auto simulated = time_of(one, hosts, draw.job);
  if (!simulated || !draw.half) return simulated;
  const auto half = time_of(one, hosts, draw.half);
  if (!half) return half;
  const double each = (*simulated - *half) / (one.simulated - one.simulated / 2);
  return *simulated + each * (one.whole - one.simulated);
}

/// Compares with the run with all links and the same sample.
void note_times(RegulatedRun& run, std::span<const double> times, std::span<const double> with_all) {
  std::vector<double> performance;
  for (std::size_t draw = 0; draw < times.size(); ++draw)
    performance.push_back(100 * with_all[draw] / times[draw]);
  run.run_time_s = std::accumulate(times.begin(), times.end(), 0.0) / static_cast<double>(times.size());
  const SeedMean mean = mean_over_seeds(performance);
  run.draws = static_cast<std::uint32_t>(times.size());
  run.performance_percent = mean.mean, run.half_width_percent = mean.half_width.value_or(0);
}

}  // namespace

Result<std::vector<std::vector<RegulatedRun>>> run_regulated(const std::vector<KoibuchiProgram>& programs,
                                                             const Effort& effort) {
  const auto hosts = read_koibuchi_hosts();
  if (!hosts) return hosts.problems();
  std::vector<Planned> planned;
  for (const KoibuchiProgram& program : programs)
    if (Problems problems = plan_program(program, *hosts, effort, planned); !problems.empty())
      return problems;
  const std::uint32_t draws = computing_draws(effort);
  const auto times = all_of<double>(planned.size() * draws, effort, "programs", [&](std::size_t i) {
    return run_time(planned[i / draws], *hosts, planned[i / draws].draws[i % draws]);
  });
  if (!times) return times.problems();
  std::vector<std::vector<RegulatedRun>> all;
  std::span<const double> with_all;
  for (std::size_t i = 0; i < planned.size(); ++i) {
    RegulatedRun& run = planned[i].run;
    const auto own = std::span(*times).subspan(i * draws, draws);
    if (all.empty() || all.back()[0].kernel != run.kernel) all.emplace_back(), with_all = own;
    note_times(run, own, with_all);
    all.back().push_back(run);
  }
  return all;
}

void add_regulated_rows(Rows& rows, const std::vector<RegulatedRun>& runs) {
  for (const RegulatedRun& run : runs) {
    const std::string id = fmt::format("{}.links{}", run.kernel, run.links),
                      where = fmt::format("{}, {} links, {} on the busiest trunk", run.kernel, run.links,
                                          run.busiest);
    rows.add_unprinted(id + ".saved_percent", where + ": power saved", "%", run.saved_percent);
    rows.add_unprinted(id + ".performance_percent", where + ": performance", "%", run.performance_percent,
                       &run == &runs.front()
                           ? fmt::format("of {:.6g} s{}", run.run_time_s,
                                         run.is_whole ? "" : ", for the iterations that are simulated")
                           : fmt::format("+- {:.2f} (95 %, {} draws of computing times within {} %)",
                                         run.half_width_percent, run.draws, 100 * computing_jitter));
  }
}

double most_saved(const std::vector<RegulatedRun>& runs, double least_percent) {
  double saved = 0;
  for (const RegulatedRun& run : runs)
    if (run.performance_percent >= least_percent) saved = std::max(saved, run.saved_percent);
  return saved;
}

}  // namespace ebb::inline reproduce
