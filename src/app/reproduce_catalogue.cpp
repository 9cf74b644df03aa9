// The catalogue of reproductions: one declaration and one line each.
#include "app/reproduce.hpp"

namespace ebb {

Problems reproduce_abts_table1(Rows& rows);
Problems reproduce_abts_money(Rows& rows);
Problems reproduce_abts_table2(Rows& rows);
Problems reproduce_benito_table1(Rows& rows);
Problems reproduce_benito_rules(Rows& rows);
Problems reproduce_benito_power(Rows& rows);
Problems reproduce_koibuchi_table2(Rows& rows);

std::span<const Reproduction> reproductions() {
  static constexpr Reproduction table[] = {
      {"abts-table1", "parts and power of a folded Clos and a flattened butterfly (Abts, Table 1)", "abts",
       reproduce_abts_table1},
      {"abts-money", "what that power costs, and the network's share of it (Abts, Figure 1)", "abts",
       reproduce_abts_money},
      {"abts-table2", "InfiniBand's rates and the range of a link (Abts, Table 2)", "abts",
       reproduce_abts_table2},
      {"benito-table1", "hosts per switch and largest network of each topology (Benito, Table I)", "benito",
       reproduce_benito_table1},
      {"benito-rules", "forwarding rules by network size and organisation (Benito, Figures 4 and 6)",
       "benito", reproduce_benito_rules},
      {"benito-power", "power of 300,000 hosts' networks by topology and table (Benito, Figure 11)", "benito",
       reproduce_benito_power},
      {"koibuchi-table2",
       "distances and links of six switches, as a tree and fully connected (Koibuchi, Table 2)", "koibuchi",
       reproduce_koibuchi_table2},
  };
  return table;
}

}  // namespace ebb
