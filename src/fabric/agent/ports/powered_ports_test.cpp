#include "fabric/agent/ports/powered_ports.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <thread>

#include "base/folder_testing.hpp"

namespace ebb::inline fabric {
namespace {

/// Ports of a switch that answers, or not.
struct SimplePorts final : PortDriver {
  const std::string& name() const override { return name_; }
  void request_readings() override {}
  Result<std::vector<PortReading>> readings() override {
    if (silent) return Problem{name_, "does not answer", ""};
    return ports;
  }
  Problems enable(std::uint32_t local, bool on) override {
    ++enables;
    ports[local].enabled = ports[local].up = on;
    return {};
  }
  Problems set_rate(std::uint32_t, BitsPerSecond) override { return {}; }

  std::string name_ = "s2";
  std::vector<PortReading> ports = std::vector<PortReading>(2);
  bool silent = false;
  int enables = 0;
};

struct PoweredPortsTest : testing::Test {
  TestFolder folder;
  const std::string on = folder.path / "on", off = folder.path / "off";
  SimplePorts inner;
  PoweredPorts ports{inner, 2, {.off = {"touch", off}, .on = {"touch", on}}};

  std::vector<PortReading> read() {
    ports.request_readings();
    const auto readings = ports.readings();
    EXPECT_TRUE(readings);
    return readings ? *readings : std::vector<PortReading>{};
  }
  bool appears(const std::string& file) {
    for (int k = 0; k < 1000; ++k) {
      read();
      if (std::filesystem::exists(file)) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
  }
  /// Reads until it is as wanted: the end of a command is noticed at a reading.
  bool becomes_powered() {
    for (int k = 0; k < 1000 && !ports.is_powered(); ++k) {
      read();
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return ports.is_powered();
  }
  void switch_all_off() {
    read();
    ports.enable(0, false), ports.enable(1, false);
  }
};

TEST_F(PoweredPortsTest, SwitchGoesOffAfterItsLastPort) {
  read();
  ports.enable(0, false);
  read();
  EXPECT_TRUE(ports.is_powered());
  ports.enable(1, false);
  EXPECT_TRUE(appears(off));
  inner.silent = true;
  EXPECT_FALSE(read()[0].enabled) << "its silence is not a fault";
  EXPECT_FALSE(std::filesystem::exists(on));
}

TEST_F(PoweredPortsTest, SwitchComesOnBeforeItsPorts) {
  switch_all_off();
  ASSERT_TRUE(appears(off));
  inner.silent = true;
  for (int k = 0; k < 1000 && !std::filesystem::exists(on); ++k) {
    ports.enable(0, true);  // as the agent does until the port is seen on
    read();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  ASSERT_TRUE(std::filesystem::exists(on));
  EXPECT_FALSE(read()[0].enabled) << "it boots";
  inner.silent = false;
  ASSERT_TRUE(becomes_powered());
  inner.enables = 0;
  ports.enable(0, true);
  EXPECT_EQ(inner.enables, 1);
}

TEST_F(PoweredPortsTest, SwitchThatAnEarlierAgentLeftOffIsSwitchedOn) {
  inner.silent = true;
  EXPECT_FALSE(read()[0].enabled);
  EXPECT_TRUE(appears(on));
}

TEST_F(PoweredPortsTest, CommandThatFailsIsReportedAndTheSwitchStaysOn) {
  PoweredPorts failing(inner, 2, {.off = {"false"}, .on = {"true"}});
  Problems trouble;
  failing.request_readings();
  EXPECT_TRUE(failing.readings());
  failing.enable(0, false), failing.enable(1, false);
  for (int k = 0; k < 1000 && trouble.empty(); ++k) {
    failing.request_readings();
    EXPECT_TRUE(failing.readings());
    trouble = failing.trouble();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  ASSERT_EQ(trouble.size(), 1);
  EXPECT_TRUE(failing.is_powered());
}

}  // namespace
}  // namespace ebb::inline fabric
