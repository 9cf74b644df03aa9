// Benito, Table I: hosts per switch and the size that each topology reaches, in the number of ports P.
#include "base/problem.hpp"
#include "reproduce/benito/benito.hpp"
#include "reproduce/reproduce.hpp"
#include "topology/topology.hpp"

namespace ebb::inline reproduce {

Problems reproduce_benito_table1(Rows& rows, const Effort&) {
  // The smallest P that 2, 3, 4 and 5 divide: the formulas of the table are whole numbers, so what remains of
  // their "≈" is not rounding.
  constexpr std::int64_t ports = 60;
  for (const BenitoTopology& t : benito_topologies()) {
    const Facts f = largest(t, ports)->facts();
    const auto per = [&](std::int64_t switches) {
      return static_cast<double>(f.hosts) / static_cast<double>(switches);
    };
    const std::string note = fmt::format("at P = {}", ports);
    rows.add(fmt::format("{}.hosts_per_access_switch", t.id), per(f.access_switches), note);
    rows.add(fmt::format("{}.hosts_per_switch", t.id), per(f.switches), note);
    rows.add(fmt::format("{}.hosts", t.id), static_cast<double>(f.hosts), note);
  }
  return {};
}

}  // namespace ebb::inline reproduce
