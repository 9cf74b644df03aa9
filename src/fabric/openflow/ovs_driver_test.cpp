// The driver against a real bridge, which tests/fabric_process_test.py makes and names in EBB_TEST_BRIDGE.
#include "fabric/openflow/ovs_driver.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <utility>

#include "fabric/openflow/openflow.hpp"
#include "fabric/rollout/transition.hpp"

namespace ebb::inline fabric {
namespace {

/// A flat table of so many hosts, in an unused flow table.
SwitchProgram flat_program(std::uint32_t hosts, std::uint32_t version) {
  SwitchProgram program{"s0", {}, {}};
  for (std::uint32_t h = 0; h < hosts; ++h)
    program.rules.push_back({60, 1000, cookie_of(version), "dl_dst=" + mac_text(mac_of(h)), "output:1"});
  sort_program(program);
  return program;
}

class Stopwatch {
 public:
  double seconds() {
    const auto now = std::chrono::steady_clock::now();
    return std::chrono::duration<double>(now - std::exchange(start_, now)).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

TEST(OvsDriver, Loads20000RulesInSeconds) {
  const char* address = std::getenv("EBB_TEST_BRIDGE");
  if (!address) GTEST_SKIP() << "EBB_TEST_BRIDGE names no bridge";
  InventorySwitch entry;
  entry.name = entry.bridge = "s0", entry.openflow = address;
  OvsDriver driver(entry, {});
  const auto before = driver.read();
  ASSERT_TRUE(before.ok()) << to_text(before.problems());
  Stopwatch watch;
  SwitchState held = *before;
  for (const std::uint32_t version : {1u, 2u}) {
    SwitchProgram wanted = ours(*before, "s0");
    for (FlowRule& rule : flat_program(20'000, version).rules) wanted.rules.push_back(std::move(rule));
    sort_program(wanted);
    const auto changes = changes_to(wanted, held);
    EXPECT_EQ(changes.size(), 20'000u);
    watch.seconds();
    const Problems problems = driver.apply(changes);
    ASSERT_TRUE(problems.empty()) << to_text(problems);
    const double loaded = watch.seconds();
    auto now = driver.read();
    ASSERT_TRUE(now.ok()) << to_text(now.problems());
    std::printf("20,000 rules %s: %.2f s; read back: %.2f s\n", version == 1 ? "added" : "changed", loaded,
                watch.seconds());
    EXPECT_EQ(ours(*now, "s0"), wanted);
    EXPECT_LT(loaded, 20);
    held = std::move(*now);
  }
  const auto removal = changes_to(ours(*before, "s0"), held);
  watch.seconds();
  const Problems problems = driver.apply(removal);
  std::printf("20,000 rules removed: %.2f s\n", watch.seconds());
  EXPECT_TRUE(problems.empty()) << to_text(problems);
}

}  // namespace
}  // namespace ebb::inline fabric
