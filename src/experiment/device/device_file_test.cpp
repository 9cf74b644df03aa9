#include "experiment/device/device_file.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "base/folder_testing.hpp"
#include "planner/numbers_used.hpp"

namespace ebb::inline experiment {
namespace {

class DeviceFile : public testing::Test {
 protected:
  std::string write(const std::string& text) { return folder_.write("mine.toml", text); }
  std::string folder() const { return folder_.path.string(); }

 private:
  TestFolder folder_;
};

const std::string good = R"(
title = "mine"
kind = "switch"
from = "my meter"
ports = { value = 4, source = "measured" }
base = { value = "12.5W", source = "measured" }
[[link]]
media = ["copper", "optical"]
rate = "10Gb/s"
port = { value = "300mW", source = "derived", from = "half of two" }
)";

TEST_F(DeviceFile, ReadsAUsersOwn) {
  const auto d = read_device(write(good));
  ASSERT_TRUE(d) << to_text(d.problems());
  EXPECT_EQ(d->name, "mine");
  EXPECT_EQ(d->base.value.v, 12.5);
  EXPECT_EQ(d->base.source, Source::measured);
  ASSERT_EQ(d->links.size(), 1u);
  EXPECT_EQ(d->link(Medium::optical, 10_Gbps)->port.value.v, 0.3);
}

TEST_F(DeviceFile, RefusesANumberWithoutASource) {
  const auto bare = read_device(write(good + "per_bit = \"3pJ\"\n"));
  ASSERT_FALSE(bare);
  EXPECT_NE(bare.problems()[0].where.find("mine.toml:11:1: link[0].per_bit"), std::string::npos)
      << bare.problems()[0].where;
  EXPECT_NE(bare.problems()[0].hint.find("recalled (from general knowledge"), std::string::npos);
  const auto untagged = read_device(write(good + "per_bit = { value = \"3pJ\" }\n"));
  ASSERT_FALSE(untagged);
  EXPECT_NE(untagged.problems()[0].what.find("has no source"), std::string::npos);
}

TEST_F(DeviceFile, TakesOneSourceForAllNumbers) {
  const std::string text = R"(kind = "switch"
from = "my data sheet"
source = "read"
ports = 4
base = { value = "12W", source = "measured" }
[[link]]
rate = "10Gb/s"
port = { value = "300mW", from = "page 3" }
[[wake]]
kind = "wake"
most = "1us"
)";
  const auto d = read_device(write(text));
  ASSERT_TRUE(d) << to_text(d.problems());
  EXPECT_EQ(d->ports.source, Source::read);
  EXPECT_EQ(d->base.source, Source::measured);
  EXPECT_EQ(d->links[0].port.source, Source::read);
  EXPECT_EQ(d->links[0].port.from, "page 3");
  EXPECT_EQ(d->wake[0].most.value, 1_us);
  std::string wrong = text;
  wrong.replace(wrong.find("\"read\""), 6, "\"red\"");
  EXPECT_FALSE(read_device(write(wrong)));
}

const std::string offers = R"(
[[price]]
usd = { value = 659, source = "read", from = "a paper" }
date = "2025"
[[price]]
usd = { value = 429, source = "read", from = "a shop" }
kind = "list"
date = "2026-09-15"
)";

TEST_F(DeviceFile, ReadsOffersWithTheirDates) {
  EXPECT_FALSE(read_device(write(good))->price()) << "unknown stays unknown";
  const auto d = read_device(write(good + offers));
  ASSERT_TRUE(d) << to_text(d.problems());
  const auto price = d->price();
  ASSERT_TRUE(price);
  EXPECT_EQ(price->least, 429);
  EXPECT_EQ(price->most, 659);
  EXPECT_EQ(price->dates, "2025 to 2026-09-15");
  EXPECT_EQ(price->from, "659 $, street, 2025: a paper; 429 $, list, 2026-09-15: a shop");
}

TEST_F(DeviceFile, RefusesAnOfferWithoutItsDateOrSource) {
  const auto refused = [&](const std::string& text, const std::string& what) {
    const auto d = read_device(write(good + text));
    ASSERT_FALSE(d) << text;
    EXPECT_NE(to_text(d.problems()).find(what), std::string::npos) << to_text(d.problems());
  };
  refused("[[price]]\nusd = { value = 1, source = \"read\" }\n", "price[0].date: is missing: prices change");
  for (const char* date : {"yesterday", "2026-13", "2026-02-30", "26", "2026-1", "+026", "2026/09", "1969"})
    refused(std::string("[[price]]\nusd = { value = 1, source = \"read\" }\ndate = \"") + date + "\"\n",
            "is no date");
  refused("[[price]]\nusd = 1\ndate = \"2026\"\n", "does not say where the number comes from");
  refused("[[price]]\ndate = \"2026\"\n", "price[0].usd: is missing");
  refused("[[price]]\nusd = { value = -1, source = \"read\" }\ndate = \"2026\"\n", "-1");
  refused("[price]\n", "is no list of sections");
  const auto both = read_device(write("price_usd = { value = 5, source = \"read\" }\n" + good + offers));
  ASSERT_FALSE(both);
  EXPECT_NE(to_text(both.problems()).find("and [[price]] both state what one costs"), std::string::npos);
}

TEST_F(DeviceFile, RefusesAnUnknownTagKeyAndUnitTogether) {
  const auto d = read_device(write(good + R"(
per_bit = { value = "3pj", source = "red" }
per_bits = { value = "3pJ", source = "read" }
)"));
  ASSERT_FALSE(d);
  EXPECT_EQ(d.problems().size(), 3u) << to_text(d.problems());
}

TEST_F(DeviceFile, SaysWhereACheckFailed) {
  std::string text = good;
  text.replace(text.find("300mW"), 5, "-3W");
  const auto d = read_device(write(text));
  ASSERT_FALSE(d);
  EXPECT_NE(d.problems()[0].where.find("mine.toml:10:1: link[0].port"), std::string::npos)
      << d.problems()[0].where;
}

TEST_F(DeviceFile, FindsDevicesByPathByFolderAndAmongTheShipped) {
  write(good);
  EXPECT_TRUE(find_device("./mine.toml", folder()));
  EXPECT_TRUE(find_device("mine.toml", folder()));
  EXPECT_FALSE(find_device("mine", folder()));
  EXPECT_FALSE(find_device("./nothing.toml", folder()));
  ::setenv("EBB_DEVICES", fmt::format(":{}:/nowhere", folder()).c_str(), 1);
  EXPECT_TRUE(find_device("mine", ""));
  EXPECT_TRUE(find_device("abts-switch", ""));
  ::unsetenv("EBB_DEVICES");
}

TEST_F(DeviceFile, SuggestsTheNearestName) {
  const auto d = find_device("abts-swich", "");
  ASSERT_FALSE(d);
  EXPECT_NE(d.problems()[0].hint.find("did you mean \"abts-switch\"?"), std::string::npos);
}

TEST_F(DeviceFile, ThatIsBrokenIsNamedWhereDevicesAreListed) {
  const std::string file = write("kind = \"swich\"\n");
  ::setenv("EBB_DEVICES", folder().c_str(), 1);
  const auto d = find_device("abts-swich", "");
  const std::string hint = broken_devices_hint();
  ::unsetenv("EBB_DEVICES");
  EXPECT_EQ(hint.find("; these cannot be read: mine (" + file + ":1:1: kind: "), 0u) << hint;
  ASSERT_FALSE(d);
  EXPECT_NE(d.problems()[0].hint.find("these cannot be read: mine"), std::string::npos)
      << d.problems()[0].hint;
  EXPECT_EQ(broken_devices_hint(), "");
}

TEST(ShippedDevices, AllReadAndEveryNumberHasItsSource) {
  ASSERT_GE(device_names().size(), 20u);
  for (const std::string& name : device_names()) {
    const auto d = find_device(name, "");
    ASSERT_TRUE(d) << to_text(d.problems());
    EXPECT_FALSE(d->title.empty()) << name;
    for (const PlanNumber& n : stated_numbers(*d)) EXPECT_FALSE(n.from.empty()) << name << " " << n.what;
  }
}

/// What is bought today: adapters and optics of every rate, switches of 51.2 Tb/s.
TEST(ShippedDevices, NetworksOfTodaysRatesAreComplete) {
  for (const auto& [nic, optics, gbps] : {std::tuple{"nic-100g", "optics-100g-sr4", 100},
                                          {"nic-200g", "optics-200g-sr4", 200},
                                          {"nic-400g", "optics-400g-sr4", 400}}) {
    const BitsPerSecond rate{gbps * 1'000'000'000LL};
    const auto adapter = find_device(nic, ""), module = find_device(optics, "");
    ASSERT_TRUE(adapter && module) << nic;
    EXPECT_TRUE(adapter->runs_at(rate));
    EXPECT_TRUE(module->link(Medium::optical, rate));
    EXPECT_TRUE(adapter->price() && module->price()) << nic;
  }
  for (const char* name : {"nvidia-sn5600", "ufispace-s9321-64e"}) {
    const auto device = find_device(name, "");
    ASSERT_TRUE(device) << name;
    for (const auto& [gbps, ports] : {std::pair{800, 64}, {400, 128}, {200, 256}})
      EXPECT_EQ(device->ports_at(*device->link(Medium::optical, {gbps * 1'000'000'000LL})), ports);
  }
  EXPECT_FALSE(find_device("ufispace-s9321-64e", "")->price()) << "no public price was found";
}

TEST(ShippedDevices, TheFittedInfiniBandChipMeetsItsAnchors) {
  const auto d = find_device("infiniband-36", "");
  ASSERT_TRUE(d);
  const auto chip = [&](Medium m, BitsPerSecond r) { return 36 * d->port_power(*d->link(m, r)).v; };
  EXPECT_NEAR(chip(Medium::optical, 40_Gbps), 100, 1e-9);
  EXPECT_NEAR(chip(Medium::copper, 40_Gbps), 75, 1e-9);
  EXPECT_NEAR(chip(Medium::optical, {2'500'000'000}), 42, 1e-9);
  EXPECT_NEAR(36 * d->off_power().v, 36, 1e-9);
  for (Medium m : {Medium::copper, Medium::optical}) {  // a slower rate never needs more power
    double last = d->off_power().v;
    for (std::int64_t rate : {2'500, 5'000, 10'000, 20'000, 40'000}) {
      const double watts = d->port_power(*d->link(m, {rate * 1'000'000})).v;
      EXPECT_GT(watts, last);
      last = watts;
    }
  }
}

TEST(ShippedDevices, BenitosFlatTablesDrawMoreThan900W) {
  const auto d = find_device("benito-72", "");
  ASSERT_TRUE(d);
  const double searches = 72 * 40e9 / (84 * 8);
  EXPECT_NEAR(searches, 4.286e9, 1e6);
  const double flat =
      300'024 * static_cast<double>(d->tcam.key_bits.value) * d->tcam.per_bit.value.v * searches;
  EXPECT_GT(flat, 900);
  EXPECT_LT(flat, 950);
}

}  // namespace
}  // namespace ebb::inline experiment
