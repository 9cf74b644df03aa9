// A run with [trees] goes by the same paths as switches that are loaded with the same section, and the links
// that are off carry nothing and draw what a port draws when off.
#include <gmock/gmock.h>

#include "base/folder_testing.hpp"
#include "experiment/read/run_config.hpp"
#include "experiment/run/prepared_run.hpp"
#include "fabric/openflow/openflow.hpp"
#include "fabric/trees/paths_file.hpp"
#include "routing/check/walk.hpp"
#include "tasks/off/off_task.hpp"
#include "tasks/trees/trees_task.hpp"

namespace ebb::inline tasks {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* five_switches =
    "[topology]\nname = 'complete'\nswitches = 5\nhosts_per_switch = 3\nlinks = 3\n"
    "[routing]\nname = 'vlan_trees'\n[traffic]\nload = 0.1\n[run]\nmost_time = '2ms'\n"
    "[energy]\ndevices = ['infiniband-36']\n";

/// Paths that no rule of ebb's makes: up and down in the reverse order of the switches.
std::string write_reverse_paths(const TestFolder& folder, const Network& network, const TrunkSet& on) {
  std::vector<std::uint32_t> order;
  for (SwitchId s = 0; s < network.switches(); ++s) order.push_back(network.switches() - 1 - s);
  const Trunks trunks(network);
  const std::string file = (folder.path / "paths.csv").string();
  EXPECT_THAT(write_paths_file(file, network, tree_paths(network, trunks, on, order)), IsEmpty());
  return file;
}

std::unique_ptr<PreparedRun> prepared_run(const std::string& file) {
  auto input = read_run(file, {});
  if (!input) ADD_FAILURE() << to_text(input.problems());
  if (!input) return nullptr;
  auto prepared = prepare_run(std::move(*input));
  if (!prepared) ADD_FAILURE() << to_text(prepared.problems());
  return prepared ? std::move(*prepared) : nullptr;
}

/// The channels between switches that a frame takes through the rules of the trees.
class LoadedWays {
 public:
  explicit LoadedWays(const TreesResult& trees) : network_(trees.network()) {
    for (HostId h = 0; h < network_.hosts; ++h) macs_.push_back(mac_of(trees.addresses.address(h)));
    for (SwitchId s = 0; s < network_.switches(); ++s) {
      ports_.emplace_back();
      for (std::uint32_t p = 0; p < network_.ports_of(s); ++p)
        ports_.back().push_back(ProgramOptions{}.openflow_port(s, p));
    }
    walk_.emplace(*ProgramWalk::of(network_, trees.programs, ports_, macs_));
  }
  std::vector<PortId> channels(HostId from, HostId to) const {
    std::vector<PortId> taken;
    const ProgramWalk::Way way = walk_->follow(from, to, 0x0800);
    EXPECT_TRUE(way.delivered) << way.failure;
    for (const auto& visit : way.visits)
      if (visit.out != no_id && !network_.is_host_port(network_.peer[visit.out])) taken.push_back(visit.out);
    return taken;
  }

 private:
  const Network& network_;
  std::vector<std::uint64_t> macs_;
  std::vector<std::vector<std::uint32_t>> ports_;
  std::optional<ProgramWalk> walk_;
};

void expect_same_paths(const TreesResult& trees, const PreparedRun& run) {
  const LoadedWays loaded(trees);
  Random random(1, routing_stream);
  for (HostId from = 0; from < run.network.hosts; ++from)
    for (HostId to = 0; to < run.network.hosts; ++to) {
      if (from == to) continue;
      const Walk walk = run.routing->walk(run.network, from, to, random, 100'000);
      EXPECT_EQ(walk.fault, "");
      EXPECT_EQ(walk.channels, loaded.channels(from, to)) << from << " to " << to;
      for (const PortId channel : walk.channels) EXPECT_FALSE(run.network.link(channel).off);
    }
}

std::size_t cables_off(const Network& network) {
  std::size_t off = 0;
  for (PortId p = 0; p < network.switch_ports(); ++p) off += network.link(p).off;
  return off / 2;
}

TEST(TreesRun, PacketsTakeTheLoadedPathsBetweenAllHosts) {
  const TestFolder folder;
  const auto all = plan_trees({folder.write("all.toml", five_switches), {}, {}});
  ASSERT_TRUE(all.ok());
  TrunkSet on(all->plan.trunks.size(), true);
  on[all->plan.trunks.between(1, 2)] = false;
  write_reverse_paths(folder, all->network(), on);
  const std::string file = folder.write(
      "run.toml", five_switches + std::string("[trees]\nfile = 'paths.csv'\noff = ['s0-s4:2', 's1-s2']\n"));
  const auto trees = plan_trees({file, {}, {}});
  ASSERT_TRUE(trees.ok()) << to_text(trees.problems());
  const auto run = prepared_run(file);
  ASSERT_TRUE(run);
  EXPECT_EQ(cables_off(run->network), 5u);
  expect_same_paths(*trees, *run);
  bool differ = false;  // otherwise the file would make no difference
  const LoadedWays with(*trees), without(*all);
  for (HostId from = 0; from < all->network().hosts; ++from)
    for (HostId to = 0; to < all->network().hosts; ++to)
      differ |= from != to && with.channels(from, to) != without.channels(from, to);
  EXPECT_TRUE(differ);
}

TEST(TreesRun, TakesTheRuleOfThePathsThatSwitchesAreLoadedWith) {
  const TestFolder folder;
  const std::string file = folder.write("run.toml",
                                        "[topology]\nname = 'torus'\nsizes = [6]\nc = 2\n[routing]\nname = "
                                        "'vlan_trees'\n[traffic]\nload = 0.1\n"
                                        "[run]\nmost_time = '1ms'\n[trees]\npaths = 'shortest'\n");
  const auto trees = plan_trees({file, {}, {}});
  ASSERT_TRUE(trees.ok()) << to_text(trees.problems());
  const auto run = prepared_run(file);
  ASSERT_TRUE(run);
  expect_same_paths(*trees, *run);
}

/// All figures of one kind of channel.
struct OffKind {
  explicit OffKind(const RunResult& result) {
    for (std::size_t i = 0; i < result.channels.size(); ++i) {
      if (!result.channels[i].off) continue;
      channels += result.channels[i].channels, bytes += result.channels[i].run_bytes;
      for (const EnergyResult& energy : result.energy)
        if (energy.table == "infiniband-36") joules += energy.kinds[i]->v;
    }
  }
  std::uint64_t channels = 0, bytes = 0;
  double joules = 0;
};

TEST(TreesRun, LinksThatAreOffCarryNothingAndDrawOffPower) {
  const TestFolder folder;
  const std::string off = "[trees]\noff = ['s0-s4:2', 's1-s2']\n";
  for (const std::string& control : {std::string(), std::string("[control]\npolicy = 'halve_double'\n")}) {
    const auto run = prepared_run(folder.write("run.toml", five_switches + control + off));
    ASSERT_TRUE(run);
    EXPECT_THAT(run->network_notes,
                ::testing::Contains(HasSubstr("5 of 30 cables between switches are off")));
    const auto result = run_or_problems(*run);
    ASSERT_TRUE(result.ok()) << to_text(result.problems());
    const OffKind kind(*result);
    EXPECT_EQ(kind.channels, 10u);
    EXPECT_EQ(kind.bytes, 0u);
    const PowerTable& table = run->tables.back();
    ASSERT_EQ(table.name, "infiniband-36");
    const double seconds = (result->metered_until - result->statistics.measured_from).seconds();
    const double watts = device_power(table.device, Medium::copper, RateLevels({{0}, 40_Gbps})).in[0]->v;
    EXPECT_NEAR(kind.joules, 10 * watts * seconds, 1e-9);
    double share = 0;
    for (const RateResult& rate : result->rates) share += rate.share + rate.changing_share;
    EXPECT_NEAR(share, result->rates.empty() ? 0 : 1, 1e-9);
  }
}

TEST(TreesRun, TakesAnHourOfTheScheduleThatOffSetsAreWrittenTo) {
  const TestFolder folder;
  folder.write("tm.csv", "source,destination,Gb/s,hour\nh0,h7,1,3\nh0,h7,10,4\nh1,h7,10,4\n");
  OffOptions options;
  options.file = folder.write("net.toml", five_switches);
  options.demand = (folder.path / "tm.csv").string();
  const auto off = choose_off(options);
  ASSERT_TRUE(off.ok()) << to_text(off.problems());
  folder.write("off.csv", off->schedule_csv());
  for (const std::size_t hour : {3u, 4u}) {
    const std::string file = folder.write(
        "run.toml", five_switches + ("[trees]\nschedule = 'off.csv'\nhour = " + std::to_string(hour) + "\n"));
    const auto trees = plan_trees({file, {}, {}});
    ASSERT_TRUE(trees.ok()) << to_text(trees.problems());
    const auto run = prepared_run(file);
    ASSERT_TRUE(run);
    for (PortId p = 0; p < run->network.switch_ports(); ++p)
      EXPECT_EQ(run->network.link(p).off, !off->day.at(hour).plan.on.has(p)) << p;
    EXPECT_GT(cables_off(run->network), 0u);
    expect_same_paths(*trees, *run);
  }
}

}  // namespace
}  // namespace ebb::inline tasks
