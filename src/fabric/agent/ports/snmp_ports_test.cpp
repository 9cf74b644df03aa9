// The SNMP driver against a real snmpd on loopback: what it reads and sets, and its failures.
#include "fabric/agent/ports/snmp_ports.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "base/folder_testing.hpp"

namespace ebb::inline fabric {
namespace {

using testing::HasSubstr;

TEST(LongCounter, CountsOnWhenThirtyTwoBitsAreFull) {
  LongCounter counter;
  EXPECT_EQ(counter.read(4'294'967'290u, false), 4'294'967'290u);
  EXPECT_EQ(counter.read(10, false), 4'294'967'306u);
  EXPECT_EQ(counter.read(20, false), 4'294'967'316u);
  EXPECT_EQ(counter.read(5, true), 5u);  // restarted: it counts from 0
}

#ifdef EBB_SNMP

/// A switch with one port, s0p1, whose ifIndex is 7. A file gives its 32-bit octet counter.
class SnmpSwitch : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists("/usr/sbin/snmpd")) GTEST_SKIP() << "snmpd is not installed";
    port_ = 20'000 + static_cast<int>(getpid() % 20'000);
    counted(4'294'967'290u);
    const std::string script =
        folder_.write("octets",
                      "#!/bin/sh\nwhile read word; do case $word in\nPING) echo PONG;;\n"
                      "get) read name; echo $name; echo counter; cat " +
                          path("counter") + ";;\n*) read name; echo NONE;;\nesac; done\n");
    std::filesystem::permissions(script, std::filesystem::perms::owner_all);
    folder_.write("snmpd.conf", R"(createUser ebb SHA "ebb password" AES "ebb secret"
rwuser ebb priv
rocommunity reader 127.0.0.1
override 1.3.6.1.2.1.2.2.1.2.7 octet_str "s0p1"
override -rw 1.3.6.1.2.1.2.2.1.7.7 integer 1
override 1.3.6.1.2.1.2.2.1.8.7 integer 1
override 1.3.6.1.2.1.2.2.1.16.7 counter 100
override 1.3.6.1.2.1.2.2.1.11.7 counter 3
override 1.3.6.1.2.1.2.2.1.17.7 counter 4
override -rw 1.3.6.1.2.1.26.2.1.1.11.7.1 object_id 1.3.6.1.2.1.26.4.30
pass_persist -p 10 1.3.6.1.2.1.2.2.1.10 )" +
                                    script + "\n" + more_);
    start();
  }
  void TearDown() override { stop(); }

  std::string path(const std::string& name) const { return (folder_.path / name).string(); }
  void counted(std::uint32_t octets) const { folder_.write("counter", std::to_string(octets) + "\n"); }

  void start() {
    child_ = fork();
    if (child_ == 0) {
      setenv("SNMP_PERSISTENT_DIR", path("kept").c_str(), 1), setenv("MIBS", "", 1);
      const int nothing = open("/dev/null", O_RDWR);
      dup2(nothing, 1), dup2(nothing, 2);
      const std::string config = path("snmpd.conf"), log = path("log"), at = address();
      execl("/usr/sbin/snmpd", "snmpd", "-f", "-C", "-c", config.c_str(), "-Lf", log.c_str(), "-I",
            "-ifTable,-ifXTable", at.c_str(), nullptr);
      _exit(1);
    }
    for (int i = 0; i < 100; ++i) {
      auto session = SnmpSession::open(reader());
      if (session && (*session)->get({{1, 3, 6, 1, 2, 1, 1, 3, 0}})) return;
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    FAIL() << "snmpd does not answer";
  }
  void stop() {
    if (child_ <= 0) return;
    kill(child_, SIGTERM);
    waitpid(child_, nullptr, 0);
    child_ = 0;
  }

  std::string address() const { return "udp:127.0.0.1:" + std::to_string(port_); }
  SnmpTarget target() const {
    return {"s0", address(), "ebb", "ebb password", "ebb secret", "", std::chrono::milliseconds(300), 1};
  }
  /// A user with only a community.
  SnmpTarget reader() const {
    return {"s0", address(), "", "", "", "reader", std::chrono::milliseconds(300), 1};
  }
  SnmpPorts ports(const SnmpTarget& to, std::vector<std::string> names = {"s0p1"}) const {
    auto session = SnmpSession::open(to);
    EXPECT_TRUE(session.ok()) << (session.ok() ? "" : to_text(session.problems()));
    return SnmpPorts("s0", std::move(*session), std::move(names));
  }
  static std::string refusal(const Problems& problems) {
    return problems.empty() ? "accepted" : to_text(problems);
  }

  TestFolder folder_;
  std::string more_;
  int port_ = 0;
  pid_t child_ = 0;
};

TEST_F(SnmpSwitch, IsReadAndSwitchedOffAndOn) {
  SnmpPorts s0 = ports(target());
  auto readings = s0.readings();
  ASSERT_TRUE(readings.ok()) << to_text(readings.problems());
  ASSERT_EQ(readings->size(), 1u);
  EXPECT_TRUE(readings->front().enabled && readings->front().up);
  EXPECT_EQ(readings->front().received_bytes, 4'294'967'290u);
  EXPECT_EQ(readings->front().sent_bytes, 100u);
  EXPECT_EQ(readings->front().received_frames, 3u);
  EXPECT_EQ(readings->front().sent_frames, 4u);
  EXPECT_EQ(refusal(s0.enable(0, false)), "accepted");
  EXPECT_FALSE(s0.readings()->front().enabled);
  EXPECT_EQ(refusal(s0.enable(0, true)), "accepted");
  EXPECT_TRUE(s0.readings()->front().enabled);
  EXPECT_EQ(refusal(s0.set_rate(0, {100'000'000})), "accepted");
  EXPECT_THAT(refusal(s0.set_rate(0, {123})), HasSubstr("take a rate of MAU-MIB"));
}

/// A switch whose ports negotiate their rate.
class NegotiatingSwitch : public SnmpSwitch {
 protected:
  NegotiatingSwitch() {
    more_ =
        "override 1.3.6.1.2.1.31.1.1.1.15.7 uinteger 1000\n"
        "override -rw 1.3.6.1.2.1.26.5.1.1.1.7.1 integer 1\noverride -rw 1.3.6.1.2.1.26.5.1.1.8.7.1 integer "
        "2\n";
  }
  /// ifMauDefaultType's last number, and ifMauAutoNegAdminStatus.
  std::pair<unsigned long, std::uint64_t> transceiver() const {
    const auto session = SnmpSession::open(target());
    const auto values = (*session)->get(
        {{1, 3, 6, 1, 2, 1, 26, 2, 1, 1, 11, 7, 1}, {1, 3, 6, 1, 2, 1, 26, 5, 1, 1, 1, 7, 1}});
    return {values->at(0).name.back(), values->at(1).number};
  }
};

TEST_F(NegotiatingSwitch, IsSlowWithoutNegotiationAndFastWithIt) {
  SnmpPorts s0 = ports(target());
  EXPECT_EQ(s0.readings()->front().speed.v, 1'000'000'000);
  using Transceiver = std::pair<unsigned long, std::uint64_t>;
  EXPECT_EQ(transceiver(), Transceiver(30, 1));
  EXPECT_EQ(refusal(s0.set_rate(0, {100'000'000})), "accepted");
  EXPECT_EQ(transceiver(), Transceiver(16, 2));
  EXPECT_EQ(refusal(s0.set_rate(0, {10'000'000})), "accepted");
  EXPECT_EQ(transceiver(), Transceiver(11, 2));
  EXPECT_EQ(refusal(s0.set_rate(0, {1'000'000'000})), "accepted");
  EXPECT_EQ(transceiver(), Transceiver(30, 1));
}

TEST_F(SnmpSwitch, CountsOnWhenItsCountersWrapAndBeginsAnewWhenItIsStartedAgain) {
  SnmpPorts s0 = ports(target());
  EXPECT_EQ(s0.readings()->front().received_bytes, 4'294'967'290u);
  counted(10);
  EXPECT_EQ(s0.readings()->front().received_bytes, 4'294'967'306u);
  std::this_thread::sleep_for(std::chrono::milliseconds(1'200));  // so that its uptime decreases
  (void)s0.readings();
  stop();
  const auto meanwhile = s0.readings();
  ASSERT_FALSE(meanwhile.ok());
  EXPECT_THAT(to_text(meanwhile.problems()), HasSubstr("does not answer"));
  counted(7);
  start();
  const auto after = s0.readings();
  ASSERT_TRUE(after.ok()) << to_text(after.problems());
  EXPECT_EQ(after->front().received_bytes, 7u);
}

TEST_F(SnmpSwitch, SaysWhatIsWrongWithWhoAsks) {
  SnmpTarget stranger = target();
  stranger.user = "nobody";
  SnmpTarget forgetful = target();
  forgetful.password = "another password";
  for (const SnmpTarget& wrong : {stranger, forgetful}) {
    auto session = SnmpSession::open(wrong);
    const std::string why = session.ok()
                                ? refusal(SnmpPorts("s0", std::move(*session), {"s0p1"}).enable(0, true))
                                : to_text(session.problems());
    EXPECT_THAT(why, HasSubstr("cannot be queried"));
    EXPECT_THAT(why, HasSubstr("password"));
  }
  SnmpTarget short_word = target();
  short_word.password = "short";
  EXPECT_THAT(to_text(SnmpSession::open(short_word).problems()), HasSubstr("eight characters"));
  EXPECT_THAT(refusal(ports(target(), {"s0p2"}).enable(0, true)), HasSubstr("has no interface \"s0p2\""));
}

TEST_F(SnmpSwitch, AnswersTheRightCommunityOnlyAndLetsItOnlyRead) {
  SnmpPorts s0 = ports(reader());
  const auto readings = s0.readings();
  ASSERT_TRUE(readings.ok()) << to_text(readings.problems());
  EXPECT_THAT(refusal(s0.enable(0, false)), HasSubstr("refuses"));
  SnmpTarget stranger = reader();
  stranger.community = "stranger";
  EXPECT_THAT(refusal(ports(stranger).enable(0, false)), HasSubstr("does not answer"));
}

#endif

}  // namespace
}  // namespace ebb::inline fabric
