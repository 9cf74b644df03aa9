// Benito, section IV, on real Open vSwitch: four hosts on one switch as in the paper, and a whole butterfly.
#include <fmt/format.h>

#include "base/problem.hpp"
#include "fabric/dmp/announcements.hpp"
#include "fabric/dmp/dmp_trial.hpp"
#include "network/network.hpp"
#include "reproduce/reproduce.hpp"
#include "topology/flattened_butterfly.hpp"
#include "topology/star.hpp"

namespace ebb::inline reproduce {
namespace {

std::string of_pairs(const Announced& announced) { return fmt::format("of {} pairs", announced.pairs); }

/// A network with alternative cables, where broadcasts must not circulate.
Network small_butterfly() {
  FlattenedButterfly butterfly;
  butterfly.k = 2, butterfly.n = 3, butterfly.c = 1;
  return butterfly.build({});
}

}  // namespace

Problems reproduce_benito_dmp(Rows& rows, const Effort&) {
  Star star;
  star.hosts = 4;
  const Network paper = star.build({});
  const auto rewriting = try_addresses(paper, AddressWay::rewriting);
  if (!rewriting) return rewriting.problems();
  const auto dmp = try_addresses(paper, AddressWay::dmp);
  if (!dmp) return dmp.problems();
  const auto whole = try_addresses(small_butterfly(), AddressWay::dmp);
  if (!whole) return whole.problems();

  rows.add("hosts", paper.hosts);
  rows.add("rules_per_host", static_cast<double>(dmp->answer_rules) / paper.hosts);
  rows.add("rewriting.payload", rewriting->by_payload.reached, of_pairs(rewriting->by_payload));
  rows.add_statement(
      "rewriting.header", rewriting->by_header.reached,
      {.also = rewriting->by_header.reached == rewriting->by_header.pairs, .also_what = "all pairs"},
      of_pairs(rewriting->by_header));
  rows.add_statement("dmp.payload", dmp->by_payload.reached,
                     {.also = dmp->by_payload.reached == dmp->by_payload.pairs, .also_what = "all pairs"},
                     of_pairs(dmp->by_payload));
  rows.add_unprinted("whole.payload", "DMP on a flattened butterfly of four switches", "pairs",
                     whole->by_payload.reached, of_pairs(whole->by_payload));
  rows.add_unprinted("forged", "DMP: forged answers that come through", "frames", dmp->forged + whole->forged,
                     fmt::format("of {}", dmp->forgeries + whole->forgeries));
  rows.add_unprinted("forged.without", "the same where switches have no rules for DMP", "frames",
                     rewriting->forged,
                     fmt::format("of {}; shows that the test would see them", rewriting->forgeries));
  return {};
}

}  // namespace ebb::inline reproduce
