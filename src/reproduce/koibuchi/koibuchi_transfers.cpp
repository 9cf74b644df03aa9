#include "reproduce/koibuchi/koibuchi_transfers.hpp"

#include <memory>

#include "base/ensure.hpp"
#include "base/problem.hpp"
#include "base/units.hpp"
#include "config/data_files.hpp"
#include "experiment/read/run_config.hpp"
#include "experiment/run/prepared_run.hpp"
#include "network/network.hpp"
#include "reproduce/koibuchi/koibuchi_cluster.hpp"
#include "reproduce/koibuchi/koibuchi_tcp.hpp"
#include "results/run_outcome.hpp"
#include "results/run_result.hpp"
#include "study/compare/side_by_side.hpp"
#include "traffic/job/job.hpp"
#include "traffic/job/job_maker.hpp"
#include "traffic/job/job_workload.hpp"
#include "traffic/job/mpi_protocol.hpp"
#include "traffic/pattern/bit_reversal.hpp"
#include "traffic/pattern/pattern.hpp"
#include "traffic/pattern/transpose.hpp"
#include "traffic/traffic.hpp"

namespace ebb::inline reproduce {
namespace {

/// Share of payload in a frame of 1,536 bytes on the wire.
constexpr double frame_payload_share = 1470.0 / 1536;
/// What a pair sends over TCP: more than a Gigabit link carries in a run.
constexpr int messages_of_pair = 128;
constexpr Bytes message_size{64 << 10};

/// A host that is its own partner sends nothing: eight in a reversal of six bits, none in the transpose.
double senders(std::string_view pattern) { return pattern == "transpose" ? 64 : 56; }

std::unique_ptr<Pattern> pattern_of(std::string_view name) {
  if (name != "transpose") return std::make_unique<BitReversal>();
  auto transpose = std::make_unique<MatrixTranspose>();
  transpose->form = TransposeForm::koibuchi;
  return transpose;
}

/// Each host sends messages to its partner, one after the other.
std::shared_ptr<const Job> streams(const Network& network, std::string_view name) {
  const auto pattern = pattern_of(name);
  ENSURE(pattern->bind(network, 1).empty());
  JobMaker job(network.hosts);
  for (HostId h = 0; h < network.hosts; ++h) {
    HostMemory memory = host_memory(1, h);
    const HostId partner = pattern->sends(h) ? pattern->destination(h, memory) : h;
    for (int i = 0; partner != h && i < messages_of_pair; ++i) job.send(h, partner, message_size);
  }
  return Job::of(job.finish(), job.hosts());
}

bool over_tcp(Sending sending) { return sending == Sending::tcp || sending == Sending::tcp_with_processor; }

std::vector<std::string> settings_of(const KoibuchiRun& one, const KoibuchiHosts& hosts,
                                     const Effort& effort) {
  std::vector<std::string> settings;
  if (over_tcp(one.sending)) {
    settings = hosts.tcp_settings();
  } else {
    settings.push_back(fmt::format("traffic.pattern.name={}", one.pattern));
    if (one.pattern == "transpose") settings.emplace_back("traffic.pattern.form=koibuchi");
    if (one.sending == Sending::frames_by_flow) settings.emplace_back("routing.name=vlan_trees");
  }
  if (effort.quick)
    for (const char* shorter : {"run.warm_up=5ms", "run.least_time=15ms", "run.most_time=15ms"})
      settings.emplace_back(shorter);
  return settings;
}

/// Over TCP acknowledgements are delivered, too.
double payload_share(const RunResult& result) {
  if (!result.transport) return frame_payload_share;
  const auto payload = static_cast<double>(result.transport->delivered_payload);
  const double data = payload * 1538 / 1448,
               acknowledgements = 90.0 * static_cast<double>(result.transport->acknowledgements);
  return payload / (data + acknowledgements);
}

Result<Throughput> run_one(const KoibuchiRun& one, const KoibuchiHosts& hosts, const Effort& effort) {
  auto input = read_run(data_file("papers/koibuchi-network.toml"), settings_of(one, hosts, effort));
  if (!input) return input.problems();
  input->topology = koibuchi_topology(one.graph);
  MpiProtocol costs;  // of a stream of bytes: nothing is asked for
  if (one.sending == Sending::tcp_with_processor) costs.overhead_per_byte = hosts.per_byte;
  if (over_tcp(one.sending))
    input->traffic.workload =
        std::make_unique<JobWorkload>(streams(koibuchi_network(one.graph), one.pattern), costs);
  auto prepared = prepare_run(std::move(*input));
  if (!prepared) return prepared.problems();
  const auto result = run_or_problems(**prepared);
  if (!result) return result.problems();
  const RunStatistics& s = result->statistics;
  const double scale = payload_share(*result) / senders(one.pattern) / 1e6;
  Throughput found{s.accepted.wire_bits_per_second * scale, {}};
  if (s.accepted_half_width_bits_per_second)
    found.half_width_mbps = *s.accepted_half_width_bits_per_second * scale;
  return found;
}

}  // namespace

Result<std::vector<Throughput>> run_transfers(const std::vector<KoibuchiRun>& runs, const Effort& effort) {
  const auto hosts = read_koibuchi_hosts();
  if (!hosts) return hosts.problems();
  std::vector<std::optional<Result<Throughput>>> results(runs.size());
  side_by_side(runs.size(), cores_of_machine(),
               [&](std::size_t i) { results[i] = run_one(runs[i], *hosts, effort); });
  std::vector<Throughput> all;
  for (auto& result : results) {
    if (!*result) return result->problems();
    all.push_back(**result);
  }
  return all;
}

}  // namespace ebb::inline reproduce
