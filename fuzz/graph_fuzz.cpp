// Any bytes at all as a file of a network (GraphML, node-link JSON, a list of cables): they give a network
// that keeps its promises, or problems that name a place.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/ensure.hpp"
#include "network/invariants.hpp"
#include "topology/file/file_network.hpp"
#include "topology/file/read_network.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto file = ebb::parse_network_file({reinterpret_cast<const char*>(data), size}, "fuzz.graph");
  if (!file) {
    for (const ebb::Problem& p : file.problems()) ENSURE(!p.where.empty() && !p.what.empty());
    ENSURE(ebb::to_text(file.problems()).size() < 500'000);
    return 0;
  }
  const ebb::FileChoices choices{.hosts_per_switch = 1};
  if (!ebb::check_file_network(*file, choices).empty()) return 0;
  const ebb::Facts facts = ebb::file_facts(*file, choices);
  if (facts.hosts > 100'000) return 0;
  const ebb::Network network = ebb::build_file_network(*file, choices, {});
  ENSURE(network.switches() == facts.switches && network.hosts == facts.hosts);
  ENSURE(network.labels.switches.size() == network.switches() &&
         network.labels.hosts.size() == network.hosts);
  ENSURE(ebb::broken_invariants(network).empty());
  return 0;
}
