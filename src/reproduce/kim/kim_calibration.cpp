// One set of the parameters that Kim's paper leaves open, for all its figures: what the printed numbers imply
// by themselves, the search over the rest, and the energies that follow from the chosen runs.
#include <fmt/core.h>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "reproduce/kim/kim_experiment.hpp"
#include "reproduce/kim/kim_implied.hpp"
#include "reproduce/kim/kim_search.hpp"

namespace ebb::inline reproduce {
namespace {

/// Printed numbers of the other kim reproductions.
class Printed {
 public:
  static Result<Printed> read() {
    Printed out;
    for (const char* name : {"kim-tables", "kim-fig7", "kim-fig10", "kim-fig11", "kim-mesh"}) {
      auto values = read_printed("kim", name);
      if (!values) return values.problems();
      out.lists_.push_back(std::move(*values));
    }
    return out;
  }
  double at(std::string_view id) const {
    for (const PrintedValues& list : lists_)
      if (const PrintedValue* value = list.find(id)) return value->number();
    ENSURE(!"a number that the paper prints");
    return 0;
  }
  double share(std::string_view id) const { return at(id) / 100; }

 private:
  std::vector<PrintedValues> lists_;
};

KimAims aims_of(const Printed& printed) {
  return {.dvs20_latency = printed.at("dvs20_latency"),
          .dvs60_latency = printed.at("dvs60_latency"),
          .dls20_latency = printed.at("dls_latency"),
          .off_falls = printed.at("off_falls"),
          .cells_dls = printed.at("dls_cells_50")};
}

double switches_at(const Printed& printed, double load) {
  return switches_over_links(printed.share("links_share"), printed.at("switches_grow"), 0.4, load);
}

/// 38 % of all energy on the mesh, together with the half that DVS saves on 15 nodes.
void add_mesh_saving(Rows& rows, const Printed& printed, const KimMachine& machine) {
  const KimGraph nodes, mesh{.switches = 64, .channels = 224, .side = 8};
  const double low = machine.mesh_low, saved = printed.share("saved");
  const double off = channels_off_for(saved, switches_at(printed, low), mesh);
  const auto add = [&](const char* id, const char* what, const char* unit, double value, const char* note) {
    rows.add_unprinted(std::string("implied.") + id, what, unit, value, note);
  };
  add("mesh_off", "8 x 8 mesh: channels of 224 that are off to save 38 % at low load", "channels", off,
      "without adapters. 160 at most, as one into each switch has to be on");
  add("mesh_hops", "8 x 8 mesh: mean hops of detours over the others", "hops",
      least_hops(mesh.channels - off, mesh),
      "at least; with all on it is 5.3. So +4 % is not of detours: packets wait for links");
  // Adapters are one for each switch; both kinds of power grow with the load as the printed ones do.
  const double per_switch =
      mesh.all_channels() / static_cast<double>(mesh.switches) * nodes.switches / nodes.all_channels();
  const double grown = switches_at(printed, 0.2) / switches_at(printed, low);
  const double adapters = most_adapters_for(saved, switches_at(printed, low), mesh) * per_switch * grown;
  add("mesh_dvs_links", "links with DVS over links without at 20 %, from 38 % and a half with DVS", "%",
      100 * dvs_links_for(printed.share("dvs20_energy"), switches_at(printed, 0.2), adapters),
      "at least: otherwise the adapters, which make DVS's half a half, leave less than 38 % to the mesh");
}

/// What slow links and their latency leave to shutdown and to leakage.
void add_dvs_numbers(Rows& rows, const Printed& printed) {
  const auto add = [&](const char* id, const char* what, const char* unit, double value, const char* note) {
    rows.add_unprinted(std::string("implied.") + id, what, unit, value, note);
  };
  add("slow_off",
      "15 nodes, 20 %: all links' time that links can be off, if those in use are at their slowest", "%",
      100 * most_off_at_slowest(0.2, printed.at("slowest_mbps") / 1000 / printed.at("fastest_gbps"), {}),
      "at most: the slowest rate makes links busy 3.9 times as long, and hosts' links are never off");
  const double ratio = printed.at("dvs_cells_50") / printed.at("dls_cells_50");
  add("leak_growth", "growth of cells in use from 50 to 60 %, so that DVS's leakage does not fall", "",
      growth_for_equal_leak(ratio, printed.share("dvs60_latency")),
      "from 56,749 and 35,087 cells at 50 %, and 10 % of latency at 60 %; DLS adds 3 % only");
  add("leak_growth_most", "the most that they can grow, where deadlines are missed beyond 70 %", "",
      most_growth(0.5, 0.6, 0.7), "if every link were as busy as the busiest (M/D/1)");
}

/// What the printed numbers say together, without any run. An 8 x 8 mesh has 224 channels between switches.
void add_implied(Rows& rows, const Printed& printed, const KimMachine& machine) {
  const auto switches = [&](double load) { return switches_at(printed, load); };
  const auto add = [&](const char* id, const char* what, const char* unit, double value, const char* note) {
    rows.add_unprinted(std::string("implied.") + id, what, unit, value, note);
  };
  add("switches_20", "switches over links at 20 %, from 80 : 20 at 40 % and the doubling", "%",
      100 * switches(0.2), "");
  const double left = printed.share("dvs20_energy"), both = left * (1 - printed.share("both20_saved"));
  add("rest_at_most",
      "switches and adapters of all at 20 %, from a half with DVS and a further half with DLS", "%",
      100 * both, "at most, if links then drew nothing");
  add("dvs_links_at_least", "links with DVS over links without at 20 %, from the same", "%",
      100 * (left - both) / (1 - both),
      "at least. All links at their slowest draw 6 % (1 V near 1 Gb/s, energy by voltage squared), and only "
      "that adds 500 % of latency: the two halves and the latency exclude each other");
  add("half_off_saves", "energy saved by shutting down half of DVS's links at 20 %", "%",
      100 * most_of_half_off(left, switches(0.2)),
      "at most, without adapters. The paper's further 50 % \"results from\" half of the slowest links: it is "
      "no share of all energy");
  add_mesh_saving(rows, printed, machine);
  add("nodes_us", "15 nodes: time of a byte in buffers with DLS at 50 %, from the powered cells", "us",
      microseconds_in_buffers(printed.at("dls_cells_50"), 0.5, 15),
      "Little's law. A packet of 4 KiB, the largest of InfiniBand, is 13 us on a link, and 50 % is below the "
      "knee");
  add("mesh_us", "8 x 8 mesh: the same", "us", microseconds_in_buffers(printed.at("dls_cells_50"), 0.5, 64),
      "packets of 4 KiB fit, but the middle of the mesh is full there");
  add("mesh_full", "8 x 8 mesh: load at which uniform traffic fills its middle", "%", 100 * full_middle(8),
      "");
  const double in_use = mesh_in_use(8, 4);
  add("mesh_in_use", "8 x 8 mesh, full: buffers of 4 packets that are in use", "%", 100 * in_use,
      "at most: channels behind the middle have less to carry");
  add("mesh_sleep_saves", "8 x 8 mesh, full: energy of links and switches that sleeping buffers save", "%",
      50 * printed.share("empty_saved") * (1 - in_use),
      "at least, if buffers draw all of the switches' half: an empty one saves up to 80 % (Table 1)");
  add_dvs_numbers(rows, printed);
}

void add_step(Rows& rows, const KimStep& step) {
  rows.add_unprinted(step.id + ".candidates", step.what + ": candidates", "",
                     static_cast<double>(step.candidates), fmt::format("{} runs", step.runs));
  for (std::size_t i = 0; i < std::min<std::size_t>(step.best.size(), 3); ++i) {
    const KimCandidate& one = step.best[i];
    const char* rank = i == 0 ? "chosen" : "next";
    rows.add_unprinted(fmt::format("{}.{}.cost", step.id, i + 1), fmt::format("{}: {}: cost", rank, one.what),
                       "", one.cost);
    for (std::size_t a = 0; a < one.reached.size(); ++a)
      rows.add_unprinted(fmt::format("{}.{}.{}", step.id, i + 1, a + 1),
                         fmt::format("{}: {}: {}", rank, one.what, step.anchors[a]), "", one.reached[a]);
  }
}

double power(double joules, const KimResult& of) { return joules / of.seconds; }

/// Energy in percent that is left of `before`, where adapters draw `scale` times what their table has.
double left_percent(const KimResult& after, const KimResult& before, double scale) {
  const auto of_packet = [&](const KimResult& r) {
    return (r.nm180.links_j + r.nm180.switches_j + scale * r.nm180.adapters_j) / r.packets;
  };
  return 100 * of_packet(after) / of_packet(before);
}

/// Runs that show what the adapters' power does: without a saving and with it.
struct AdapterRuns {
  const KimResult &base, &dvs, &mesh, &mesh_dls;
};

/// The adapters' power is one parameter of three printed savings: DVS's half on 15 nodes wants more of it,
/// the mesh's 38 % and the abstract's 40 % less. `solved` makes DVS's a half; of its parts the least cost
/// counts.
void add_adapters(Rows& rows, const Printed& printed, const AdapterRuns& runs, double solved_scale) {
  for (const int percent : {100, 75, 50, 25, 0}) {
    const double scale = solved_scale * percent / 100, half = left_percent(runs.dvs, runs.base, scale),
                 saved = 100 - left_percent(runs.mesh_dls, runs.mesh, scale);
    const auto add = [&](const char* id, const char* what, const char* unit, double value) {
      rows.add_unprinted(
          fmt::format("adapters.{}.{}", percent, id),
          fmt::format("adapters at {} % of the power that makes DVS's energy a half: {}", percent, what),
          unit, value);
    };
    add("cost", "cost", "",
        distance(half, printed.at("dvs20_energy")) + distance(saved, printed.at("saved")) +
            distance(saved, printed.at("best_saved")));
    add("dvs20_energy", "DVS, 20 %: energy per packet, of the base case's", "%", half);
    add("mesh_saved", "8 x 8 mesh: energy that DLS saves at low load", "%", saved);
  }
}

/// Energies follow from the chosen machine's runs: what the switches and adapters have to draw.
void add_energies(Rows& rows, const Printed& printed, const AdapterRuns& runs) {
  const KimResult &base = runs.base, &dvs = runs.dvs;
  const double links = power(base.nm180.links_j, base), slow = power(dvs.nm180.links_j, dvs);
  const double left = printed.share("dvs20_energy");
  const double switches = switches_at(printed, 0.2);
  const double rest = (left * links - slow) / (1 - left);
  rows.add_unprinted("energy.dvs_links", "DVS, 20 %: power of the links over that without", "%",
                     100 * slow / links);
  rows.add_unprinted("energy.adapters_solved", "power of the adapters at 20 % that makes DVS's energy a half",
                     "W", rest - switches * links,
                     "switches by 80 : 20 and the doubling; the adapters are what is left");
  rows.add_unprinted("energy.adapters", "the same in devices/components/kim-180nm.toml", "W",
                     power(base.nm180.adapters_j, base));
  rows.add_unprinted("energy.switches_solved", "power of the switches at 20 % by 80 : 20 and the doubling",
                     "W", switches * links);
  rows.add_unprinted("energy.switches", "the same in devices/components/kim-180nm.toml", "W",
                     power(base.nm180.switches_j, base));
  add_adapters(rows, printed, runs, rest / power(base.nm180.adapters_j, base));
}

/// The anchors with the machine of papers/kim-machine.toml, as every figure has it.
Problems add_anchors(Rows& rows, const Printed& printed, const KimMachine& machine, const Effort& effort) {
  std::vector<KimPoint> points;
  for (const auto& [of, load] : std::vector<std::pair<std::string_view, double>>{{"base", 0.2},
                                                                                 {"dvs", 0.2},
                                                                                 {"base", 0.6},
                                                                                 {"dvs", 0.6},
                                                                                 {"adaptive", 0.2},
                                                                                 {"dls", 0.2},
                                                                                 {"dvs_adaptive", 0.5},
                                                                                 {"dls", 0.5},
                                                                                 {"dvs_adaptive", 0.2},
                                                                                 {"both", 0.2}})
    points.push_back({.of = of, .load = load, .machine = machine});
  for (const std::string_view of : {"adaptive", "dls"})
    points.push_back({.of = of, .load = machine.mesh_low, .network = KimNetwork::mesh, .machine = machine});
  const auto results = run_kim(points, effort);
  if (!results) return results.problems();
  const std::vector<KimResult>& r = *results;
  rows.add("dvs20_latency", more_percent(r[1].latency_us, r[0].latency_us));
  rows.add("dvs60_latency", more_percent(r[3].latency_us, r[2].latency_us));
  rows.add("dls_latency", more_percent(r[5].latency_us, r[4].latency_us));
  rows.add("dvs20_energy", 100 - saved_percent(r[1], r[0], &KimResult::nm180));
  rows.add("both20_saved", saved_percent(r[9], r[8], &KimResult::nm180),
           "excluded by other printed numbers: see implied.half_off_saves");
  rows.add("dls_cells_50", r[7].cells_powered, "excluded on 15 nodes: see implied.nodes_us");
  rows.add("dvs_cells_50", r[6].cells_powered, "as the row before");
  add_energies(rows, printed, {.base = r[0], .dvs = r[1], .mesh = r[10], .mesh_dls = r[11]});
  return {};
}

}  // namespace

Problems reproduce_kim_calibration(Rows& rows, const Effort& effort) {
  const auto printed = Printed::read();
  if (!printed) return printed.problems();
  const auto machine = read_kim_machine();
  if (!machine) return machine.problems();
  add_implied(rows, *printed, *machine);
  const auto search = search_kim_machine(aims_of(*printed), effort);
  if (!search) return search.problems();
  for (const KimStep& step : search->steps) add_step(rows, step);
  return add_anchors(rows, *printed, *machine, effort);
}

}  // namespace ebb::inline reproduce
