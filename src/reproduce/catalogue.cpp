// The catalogue of reproductions: one declaration and one line each.
#include "base/problem.hpp"
#include "fabric/lab/lab_rounds.hpp"
#include "fabric/lab/lab_up.hpp"
#include "reproduce/reproduce.hpp"

namespace ebb::inline reproduce {

Problems reproduce_abts_table1(Rows& rows, const Effort&);
Problems reproduce_abts_money(Rows& rows, const Effort&);
Problems reproduce_abts_table2(Rows& rows, const Effort&);
Problems reproduce_abts_fig7(Rows& rows, const Effort& effort);
Problems reproduce_abts_fig8(Rows& rows, const Effort& effort);
Problems reproduce_abts_fig9a(Rows& rows, const Effort& effort);
Problems reproduce_abts_fig9b(Rows& rows, const Effort& effort);
Problems reproduce_abts_slowest(Rows& rows, const Effort& effort);
Problems reproduce_benito_table1(Rows& rows, const Effort&);
Problems reproduce_benito_rules(Rows& rows, const Effort&);
Problems reproduce_benito_power(Rows& rows, const Effort&);
Problems reproduce_benito_dmp(Rows& rows, const Effort&);
Problems reproduce_benito_fig12(Rows& rows, const Effort& effort);
Problems reproduce_benito_triggers(Rows& rows, const Effort& effort);
Problems reproduce_benito_minimal(Rows& rows, const Effort& effort);
Problems reproduce_benito_reaction(Rows& rows, const Effort& effort);
Problems reproduce_kim_tables(Rows& rows, const Effort&);
Problems reproduce_kim_calibration(Rows& rows, const Effort& effort);
Problems reproduce_kim_fig7(Rows& rows, const Effort& effort);
Problems reproduce_kim_fig9(Rows& rows, const Effort& effort);
Problems reproduce_kim_fig10(Rows& rows, const Effort& effort);
Problems reproduce_kim_mesh(Rows& rows, const Effort& effort);
Problems reproduce_kim_fig11(Rows& rows, const Effort& effort);
Problems reproduce_kim_fig8(Rows& rows, const Effort& effort);
Problems reproduce_kim_fig12(Rows& rows, const Effort& effort);
Problems reproduce_kim_off(Rows& rows, const Effort& effort);
Problems reproduce_koibuchi_table2(Rows& rows, const Effort&);
Problems reproduce_koibuchi_fig2(Rows& rows, const Effort& effort);
Problems reproduce_koibuchi_fig3(Rows& rows, const Effort& effort);
Problems reproduce_koibuchi_fig4(Rows& rows, const Effort& effort);
Problems reproduce_koibuchi_fig5(Rows& rows, const Effort& effort);
Problems reproduce_koibuchi_fig6(Rows& rows, const Effort& effort);
Problems reproduce_koibuchi_lab(Rows& rows, const Effort& effort);
Problems reproduce_hypnos(Rows& rows, const Effort& effort);
Problems hypnos_obstacles();
Problems reproduce_elastictree(Rows& rows, const Effort& effort);

std::span<const Reproduction> reproductions() {
  static constexpr Reproduction table[] = {
      {"abts-table1", "parts and power of a folded Clos and a flattened butterfly (Abts, Table 1)", "abts",
       reproduce_abts_table1},
      {"abts-money", "what that power costs, and the network's share of it (Abts, Figure 1)", "abts",
       reproduce_abts_money},
      {"abts-table2", "InfiniBand's rates and the range of a link (Abts, Table 2)", "abts",
       reproduce_abts_table2},
      {"abts-fig7", "time at each speed, Search, link pairs and independent channels (Abts, Figure 7)",
       "abts", reproduce_abts_fig7, true},
      {"abts-fig8", "power of the network relative to full speed (Abts, Figure 8)", "abts",
       reproduce_abts_fig8, true},
      {"abts-fig9a", "latency by target utilisation (Abts, Figure 9(a))", "abts", reproduce_abts_fig9a, true},
      {"abts-fig9b", "latency by reactivation time (Abts, Figure 9(b))", "abts", reproduce_abts_fig9b, true},
      {"abts-slowest", "a network that is always at its slowest fails to keep up (Abts, section 4.2.1)",
       "abts", reproduce_abts_slowest, true},
      {"benito-table1", "hosts per switch and largest network of each topology (Benito, Table I)", "benito",
       reproduce_benito_table1},
      {"benito-rules", "forwarding rules by network size and organisation (Benito, Figures 4 and 6)",
       "benito", reproduce_benito_rules},
      {"benito-power", "power of 300,000 hosts' networks by topology and table (Benito, Figure 11)", "benito",
       reproduce_benito_power},
      {"benito-dmp", "addresses that come by themselves, on real Open vSwitch (Benito, section IV)", "benito",
       reproduce_benito_dmp, false, lab_obstacles},
      {"benito-fig12",
       "conditional rules against minimal, Valiant and piggyback routing on a dragonfly (Benito, Figure 12)",
       "benito", reproduce_benito_fig12, true},
      {"benito-triggers",
       "conditional rules by pauses, queues and congestion notifications (Benito, section VII)", "benito",
       reproduce_benito_triggers, true},
      {"benito-minimal", "conditional rules over other shortest paths against a hash (Benito, section V-C)",
       "benito", reproduce_benito_minimal, true},
      {"benito-reaction",
       "a controller that comes too late against rules that react by themselves (Benito, Table II)", "benito",
       reproduce_benito_reaction, true},
      {"kim-tables", "buffers whose cells sleep, and the link at its frequencies (Kim, Tables 1 and 2)",
       "kim", reproduce_kim_tables},
      {"kim-calibration",
       "one machine for all figures: the search, and what contradicts what (Kim, section 5)", "kim",
       reproduce_kim_calibration, true},
      {"kim-fig7", "15 nodes: energy and latency with DVS, link shutdown and both (Kim, Figure 7)", "kim",
       reproduce_kim_fig7, true},
      {"kim-fig8", "video with deadlines on virtual lanes, DVS and link shutdown (Kim, Figure 8)", "kim",
       reproduce_kim_fig8, true},
      {"kim-fig9", "the same under bursts and with a hot spot (Kim, Figure 9)", "kim", reproduce_kim_fig9,
       true},
      {"kim-fig10", "links by their rate with DVS and link shutdown (Kim, Figure 10)", "kim",
       reproduce_kim_fig10, true},
      {"kim-mesh", "DVS and link shutdown on an 8 x 8 mesh (Kim, Figure 9(c))", "kim", reproduce_kim_mesh,
       true},
      {"kim-fig11", "DVS and link shutdown as buffers begin to leak, 70 nm (Kim, Figure 11)", "kim",
       reproduce_kim_fig11, true},
      {"kim-fig12", "packets against wormholes at 70 nm, with buffers that sleep (Kim, Figure 12)", "kim",
       reproduce_kim_fig12, true},
      {"kim-off",
       "the sentences on link shutdown under each reading of what goes off, and where packets go (Kim)",
       "kim", reproduce_kim_off, true},
      {"koibuchi-table2",
       "distances and links of six switches, as a tree and fully connected (Koibuchi, Table 2)", "koibuchi",
       reproduce_koibuchi_table2},
      {"koibuchi-fig2", "throughput of a tree and of a complete graph, 1 to 5 links (Koibuchi, Figure 2)",
       "koibuchi", reproduce_koibuchi_fig2, true},
      {"koibuchi-fig3", "throughput against power as links go off (Koibuchi, Figure 3)", "koibuchi",
       reproduce_koibuchi_fig3, true},
      {"koibuchi-fig4", "HPL against power as links go off (Koibuchi, Figure 4)", "koibuchi",
       reproduce_koibuchi_fig4, true},
      {"koibuchi-fig5", "NAS benchmarks, 64 processes, as links go off (Koibuchi, Figure 5)", "koibuchi",
       reproduce_koibuchi_fig5, true},
      {"koibuchi-fig6", "NAS benchmarks, 128 processes, as links go off (Koibuchi, Figure 6)", "koibuchi",
       reproduce_koibuchi_fig6, true},
      {"koibuchi-lab",
       "an MPI program runs while links go off and come on, on real Open vSwitch (Koibuchi, section IV)",
       "koibuchi", reproduce_koibuchi_lab, false, lab_rounds_obstacles},
      {"elastictree", "power that fat trees can do without, by reach and load of the traffic (ElasticTree)",
       "elastictree", reproduce_elastictree, true},
      {"hypnos", "links that sleep in real routed networks, by loads or by the demand matrix (Hypnos)",
       "hypnos", reproduce_hypnos, true, hypnos_obstacles},
  };
  return table;
}

}  // namespace ebb::inline reproduce
