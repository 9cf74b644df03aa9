#include "experiment/run/run_ranks.hpp"

#include <fmt/format.h>

#include "base/bytes.hpp"
#include "engine/exchange/partitioning.hpp"
#include "experiment/run/program.hpp"

namespace ebb::inline experiment {

std::vector<Problems> problems_of_ranks(Exchange& exchange, const Problems& own) {
  ByteBuffer mine;
  ByteWriter out(mine);
  out.put(own.size());
  for (const Problem& p : own) out.put_text(p.where), out.put_text(p.what), out.put_text(p.hint);
  std::vector<Problems> all;
  for (const ByteBuffer& bytes : gather_all(exchange, mine)) {
    ByteReader in(bytes);
    Problems& problems = all.emplace_back();
    for (auto left = in.take<std::size_t>(); left > 0; --left) {
      Problem& p = problems.emplace_back();
      p.where = in.take_text(), p.what = in.take_text(), p.hint = in.take_text();
    }
  }
  return all;
}

Problems first_problems(Exchange& exchange, Problems own) {
  sort_by_place(own);
  std::vector<Problems> all = problems_of_ranks(exchange, own);
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    if (all[rank].empty()) continue;
    if (rank > 0)
      for (Problem& p : all[rank])
        (p.where.empty() ? p.what : p.where).insert(0, fmt::format("rank {}: ", rank));
    return all[rank];
  }
  return {};
}

Problems check_alike(Exchange& exchange, const std::string& configuration) {
  ByteBuffer mine;
  ByteWriter out(mine);
  out.put_text(program_version());
  out.put_text(configuration);
  const std::vector<ByteBuffer> all = gather_all(exchange, mine);
  ByteReader first(all[0]);
  const std::string version = first.take_text();
  if (version != program_version())
    return {{"", fmt::format("is ebb {}, but that of rank 0 is {}", program_version(), version),
             "all machines need the same build"}};
  if (first.take_text() != configuration)
    return {{"", "its configuration differs from that of rank 0",
             "all ranks need the same run file and the same settings; is the file old on one machine?"}};
  return {};
}

std::string cut_text(const Network& network, std::size_t ranks) {
  std::uint64_t cables = 0;
  for (PortId p = 0; p < network.switch_ports(); ++p)
    cables += !network.is_host_port(network.peer[p]) && p < network.peer[p];
  const std::uint64_t cut = cables_between(network, partition_among_ranks(network, ranks));
  return fmt::format("{} ranks: {} of the {} cables between switches join different ranks ({:.0f} %)", ranks,
                     cut, cables,
                     cables ? 100 * static_cast<double>(cut) / static_cast<double>(cables) : 0.0);
}

std::string memory_text(Exchange& exchange, std::uint64_t peak) {
  ByteBuffer mine;
  ByteWriter(mine).put(peak);
  std::string text = "memory of the ranks:";
  for (const ByteBuffer& bytes : gather_all(exchange, mine))
    text += fmt::format(" {:.3f} GB", static_cast<double>(ByteReader(bytes).take<std::uint64_t>()) / 1e9);
  return text;
}

}  // namespace ebb::inline experiment
