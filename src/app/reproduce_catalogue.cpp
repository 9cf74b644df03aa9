// The catalogue of reproductions: one declaration and one line each.
#include "app/reproduce.hpp"

namespace ebb {

Problems reproduce_abts_table2(Rows& rows);
Problems reproduce_benito_table1(Rows& rows);
Problems reproduce_koibuchi_table2(Rows& rows);

std::span<const Reproduction> reproductions() {
  static constexpr Reproduction table[] = {
      {"abts-table2", "InfiniBand's rates and the range of a link (Abts, Table 2)", "abts",
       reproduce_abts_table2},
      {"benito-table1", "hosts per switch and largest network of each topology (Benito, Table I)", "benito",
       reproduce_benito_table1},
      {"koibuchi-table2",
       "distances and links of six switches, as a tree and fully connected (Koibuchi, Table 2)", "koibuchi",
       reproduce_koibuchi_table2},
  };
  return table;
}

}  // namespace ebb
