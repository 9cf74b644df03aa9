#include "power/device/domain_power.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "power/control/rate_levels.hpp"
#include "power/device/device.hpp"
#include "power/device/energy.hpp"
#include "power/policy/stated_testing.hpp"

namespace ebb::inline power {
namespace {

constexpr Picoseconds an_hour{3600'000'000'000'000};

/// Four optical ports in modules of two, an engine for each two ports, and a base: 100 W when all is on.
Device domained() {
  Device d;
  d.from = "this test", d.ports = stated<std::int64_t>(4), d.base = stated(Watts{60});
  LinkPower row;
  row.media = {Medium::optical}, row.rate = 100_Gbps;
  row.port = stated(Watts{2}), row.trx_in = stated(Watts{8});
  d.links = {row};
  PowerDomain port, module, engine, base;
  port.kind = DomainKind::port, port.on = stated(Watts{2}), port.asleep = stated(Watts{0.5});
  port.wake = stated(Picoseconds{1'000'000});
  module.kind = DomainKind::module, module.ports = stated<std::int64_t>(2), module.on = stated(Watts{16});
  module.idle = stated(Watts{12}), module.asleep = stated(Watts{3});
  module.wake = stated(Picoseconds{5'000'000'000'000}),
  module.wake_p99 = stated(Picoseconds{15'000'000'000'000});
  engine.kind = DomainKind::engine, engine.ports = stated<std::int64_t>(2), engine.on = stated(Watts{20});
  engine.idle = stated(Watts{15});
  base.kind = DomainKind::base, base.on = stated(Watts{20}), base.asleep = stated(Watts{4});
  base.wake = stated(Picoseconds{120'000'000'000'000});
  d.domains = {port, module, engine, base};
  return d;
}

/// The power of one switch of these ports, by the rules of a run: each port in its state, less what the
/// domains save of which no port is on.
double watts_with(const Device& device, std::vector<bool> off, Picoseconds wake) {
  const ChannelPower power = device_power(device, Medium::optical, RateLevels({{0}, 100_Gbps}));
  double watts = device.base.value.v;
  for (const bool one : off) watts += (one ? power.in.front() : power.in.back())->v;
  for (const DomainPower& domain : domain_powers(device, wake))
    watts -= saved_by(domain, domains_off(
                                  domain.shape, 4, [](auto) { return Medium::optical; },
                                  [&](std::int64_t p) { return off[static_cast<std::size_t>(p)]; }))
                 .v;
  return watts;
}

TEST(Domain, ChangesNothingWhereAllPortsAreOn) {
  ASSERT_TRUE(domained().check().empty()) << to_text(domained().check());
  EXPECT_DOUBLE_EQ(watts_with(domained(), {false, false, false, false}, an_hour), 100);
}

TEST(Domain, KeepsAModuleOnForItsOtherPort) {
  EXPECT_DOUBLE_EQ(watts_with(domained(), {true, false, false, false}, an_hour), 100 - 1.5);
}

TEST(Domain, SleepsAModuleWithoutAPortThatIsOn) {
  // Both ports, the module's 13 W, and the engine's 5 W: it has no state to sleep in.
  EXPECT_DOUBLE_EQ(watts_with(domained(), {true, true, false, false}, an_hour), 100 - 3 - 13 - 5);
  EXPECT_DOUBLE_EQ(watts_with(domained(), {false, true, true, false}, an_hour), 100 - 3);
}

TEST(Domain, IsIdleWhereItWouldNotWakeInTime) {
  EXPECT_DOUBLE_EQ(watts_with(domained(), {true, true, false, false}, 1_ms), 100 - 3 - 4 - 5);
}

TEST(Domain, DrawsOnlyItsStandbyWhenTheWholeSwitchSleeps) {
  EXPECT_DOUBLE_EQ(watts_with(domained(), {true, true, true, true}, an_hour), 4);
}

TEST(Domain, SleepsSwitchesThatAPolicyKnows) {
  for (const DomainPower& domain : domain_powers(domained(), 1_ms, true))
    EXPECT_EQ(domain.sleeps, domain.kind == DomainKind::base) << name_of(domain.kind);
}

TEST(Domain, CountsEnergyAsPowerTimesTime) {
  const DomainPower domain = domain_powers(domained(), an_hour)[0];
  ASSERT_EQ(domain.kind, DomainKind::module);
  DomainsOff<Picoseconds> off;
  off.domains = {3'000'000'000'000};
  EXPECT_DOUBLE_EQ(saved_by(domain, off).v, 13 * 3.0);
}

TEST(Domain, LeavesModulesOfSeveralMediaAlone) {
  const auto mixed = [](std::int64_t p) { return p == 1 ? Medium::copper : Medium::optical; };
  const auto all_off = [](std::int64_t) { return true; };
  EXPECT_EQ(domains_off({2, Medium::optical}, 4, mixed, all_off).domains, 1);
  EXPECT_EQ(domains_off({2, {}}, 4, mixed, all_off).domains, 2);
  EXPECT_EQ(domains_off({3, {}}, 4, mixed, all_off).domains, 2);  // the last one has one port
}

std::string problems_of(const std::function<void(Device&)>& change) {
  Device d = domained();
  change(d);
  return to_text(d.check());
}

TEST(Domain, RefusesWhatDoesNotAddUp) {
  using testing::HasSubstr;
  EXPECT_THAT(problems_of([](Device& d) { d.domains[3].on.value.v = 25; }),
              HasSubstr("take 65 W when on, but `base` is 60 W"));
  EXPECT_THAT(problems_of([](Device& d) { d.domains[1].on.value.v = 20; }), HasSubstr("take 16 W"));
  EXPECT_THAT(problems_of([](Device& d) { d.domains[0].on.value.v = 3; }), HasSubstr("domain[0].on"));
}

TEST(Domain, RefusesWhatCannotBe) {
  using testing::HasSubstr;
  EXPECT_THAT(problems_of([](Device& d) { d.domains[1].asleep.value.v = 13; }),
              HasSubstr("domain[1].asleep"));
  EXPECT_THAT(problems_of([](Device& d) { d.domains[1].idle.value.v = 17; }), HasSubstr("domain[1].idle"));
  EXPECT_THAT(problems_of([](Device& d) { d.domains[1].ports.value = 3; }), HasSubstr("does not divide"));
  EXPECT_THAT(problems_of([](Device& d) { d.domains[1].ports.given = false; }), HasSubstr("how many ports"));
  EXPECT_THAT(problems_of([](Device& d) { d.domains[1].wake.given = false; }),
              HasSubstr("how long does it take"));
  EXPECT_THAT(problems_of([](Device& d) { d.domains[1].wake_p99.value.v = 1; }), HasSubstr("wake_p99"));
  EXPECT_THAT(problems_of([](Device& d) { d.domains[2].fails = stated(0.1); }),
              HasSubstr("domain[2].asleep"));
  EXPECT_THAT(problems_of([](Device& d) { d.domains[2].media = {Medium::copper}; }),
              HasSubstr("only modules"));
  EXPECT_THAT(problems_of([](Device& d) { d.domains[3].ports = stated<std::int64_t>(4); }),
              HasSubstr("all ports share"));
  EXPECT_THAT(problems_of([](Device& d) { d.domains.push_back(d.domains[3]); }), HasSubstr("again"));
  EXPECT_THAT(problems_of([](Device& d) { d.domains[2].on.given = false; }), HasSubstr("domain[2].on"));
}

TEST(Domain, RefusesTwoPowersOfAPortThatIsOff) {
  const auto text = problems_of([](Device& d) {
    LinkPower off;
    off.rate = {0}, off.port = stated(Watts{0.1});
    d.links.push_back(off);
  });
  EXPECT_THAT(text, testing::HasSubstr("0b/s"));
}

}  // namespace
}  // namespace ebb::inline power
