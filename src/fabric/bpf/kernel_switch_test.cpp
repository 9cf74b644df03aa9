// The program in the kernel sends frames where the tables do: the kernel runs it on single frames
// (BPF_PROG_TEST_RUN), on interfaces that nobody else has.
#include "fabric/bpf/kernel_switch.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <linux/bpf.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <set>
#include <sstream>

#include "base/process/run_tool.hpp"
#include "fabric/openflow/table_choice.hpp"
#include "rules/tables/address.hpp"
#include "rules/tables/block_routing.hpp"
#include "topology/flattened_butterfly.hpp"

namespace ebb::inline fabric {
namespace {

constexpr std::uint32_t ports = 4;
constexpr std::uint64_t second = 1'000'000'000, threshold = 1'000'000;

std::uint64_t monotonic_ns() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * second + static_cast<std::uint64_t>(now.tv_nsec);
}

int run_bpf(bpf_cmd command, bpf_attr& attributes) {
  return static_cast<int>(syscall(SYS_bpf, command, &attributes, sizeof attributes));
}

/// A switch of four ports in a namespace of its own.
class KernelSwitchTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (geteuid() != 0) GTEST_SKIP() << "only root may load programs into the kernel";
    if (!compile_kernel_switch(object_).empty()) GTEST_SKIP() << "clang or the kernel's headers are missing";
    std::string lines = "netns add " + space_ + "\n";
    if (!run_tool({"ip", "-batch", "-"}, lines).ok()) GTEST_SKIP() << "no network namespaces here";
    std::string links;
    for (std::uint32_t p = 0; p < ports; ++p) {
      names_.push_back(fmt::format("p{}", p));
      links += fmt::format("link add p{} type veth peer name q{}\n", p, p);
    }
    ASSERT_TRUE(run_tool({"ip", "-netns", space_, "-batch", "-"}, links).ok());
    auto attached = KernelSwitch::attach(object_, space_, names_);
    if (!attached) GTEST_SKIP() << to_text(attached.problems());
    switch_.emplace(std::move(*attached));
    const auto indexes = interface_indexes(space_, names_);
    ASSERT_TRUE(indexes.ok());
    indexes_ = *indexes;
  }
  void TearDown() override {
    switch_.reset();
    run_tool({"ip", "netns", "del", space_});
    std::error_code error;
    std::filesystem::remove(object_, error);
  }

  void load(const ForwardingTable& table) {
    std::vector<KernelPort> all;
    for (const std::uint32_t index : indexes_)
      all.push_back(
          {.interface = index, .rate = 1'000'000'000, .threshold_ns = threshold, .limit_ns = second});
    const auto tables = kernel_tables(table);
    ASSERT_TRUE(tables.ok()) << to_text(tables.problems());
    const Problems problems = switch_->load(*tables, all);
    ASSERT_TRUE(problems.empty()) << to_text(problems);
  }
  void make_busy(const std::set<std::uint32_t>& busy) const {
    for (std::uint32_t p = 0; p < ports; ++p)
      EXPECT_TRUE(
          switch_->set_queue(p, {.empty_at = busy.contains(p) ? monotonic_ns() + second / 2 : 0}).empty());
  }

  /// The port that a frame is sent to; no_id when it is dropped.
  std::uint32_t output_of(std::uint64_t destination, std::uint64_t source, std::uint32_t in_port) const {
    std::array<std::uint64_t, ports> before{};
    for (std::uint32_t p = 0; p < ports; ++p) before[p] = switch_->queue(p)->frames;
    run(destination, source, in_port);
    for (std::uint32_t p = 0; p < ports; ++p)
      if (switch_->queue(p)->frames > before[p]) return p;
    return no_id;
  }

  void run(std::uint64_t destination, std::uint64_t source, std::uint32_t in_port) const {
    const ToolResult ran = run_in_namespace(space_, [&]() -> std::string {
      std::array<std::uint8_t, 64> frame{};
      for (int i = 0; i < 6; ++i) {
        frame[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(destination >> 8 * (5 - i));
        frame[static_cast<std::size_t>(i) + 6] = static_cast<std::uint8_t>(source >> 8 * (5 - i));
      }
      frame[12] = 0x08;
      __sk_buff context{};
      context.ifindex = indexes_[in_port];
      bpf_attr open{};
      open.prog_id = switch_->program();
      bpf_attr test{};
      test.test.prog_fd = static_cast<std::uint32_t>(run_bpf(BPF_PROG_GET_FD_BY_ID, open));
      test.test.data_in = reinterpret_cast<std::uintptr_t>(frame.data());
      test.test.data_size_in = frame.size();
      test.test.ctx_in = reinterpret_cast<std::uintptr_t>(&context);
      test.test.ctx_size_in = sizeof context;
      test.test.repeat = 1;
      return run_bpf(BPF_PROG_TEST_RUN, test) == 0 ? "" : "failed";
    });
    EXPECT_TRUE(ran.ok() && ran.output.empty()) << ran.said();
  }

  const std::string space_ = fmt::format("ebbbpf{}", getpid());
  const std::string object_ = fmt::format("{}/ebbbpf{}.o", ::testing::TempDir(), getpid());
  std::vector<std::string> names_;
  std::vector<std::uint32_t> indexes_;
  std::optional<KernelSwitch> switch_;
};

/// Of every switch, for every pair of hosts, with no port busy, each alone and all.
TEST_F(KernelSwitchTest, SendsFramesWhereTheTableDoes) {
  FlattenedButterfly butterfly;
  butterfly.k = 2, butterfly.n = 3, butterfly.c = 2;
  const Network network = butterfly.build({});
  const auto routing = block_routing(network);
  const SwitchId s = 0;
  const ForwardingTable table =
      table_of(*routing, s, TableChoice(Conditions{Adaptivity::minimal, 1, Signal::queue, Signal::queue}));
  load(table);
  if (HasFatalFailure()) return;
  const std::set<std::uint32_t> states[] = {{}, {2}, {3}, {2, 3}};
  std::size_t diverted = 0;
  for (const auto& busy : states)
    for (HostId to = 0; to < network.hosts; ++to) {
      make_busy(busy);
      const Header header{routing->plan().address(to), routing->plan().address(1 - to % 2), 0};
      const Rule* rule = followed(
          table, header, [&](Signal, std::uint32_t port, ServiceClass) { return busy.contains(port); });
      ASSERT_NE(rule, nullptr);
      EXPECT_EQ(output_of(mac_of(header.destination), mac_of(header.source), 0), rule->out_port)
          << "to host " << to;
      diverted += rule->out_port != winners(table, header).front()->out_port;
    }
  EXPECT_GT(diverted, 0u);
}

TEST_F(KernelSwitchTest, DropsWhatNoRuleMatches) {
  load({});
  EXPECT_EQ(output_of(0x525400000001, 0x525400000002, 0), no_id);
}

/// A queue is as long as what was sent to it and not drained: 64 bytes at 1 Gb/s take 512 ns.
TEST_F(KernelSwitchTest, FillsTheQueueOfThePortBySizeAndRate) {
  load({{{.destination = {0, 0}, .out_port = 3}}});
  make_busy({3});
  const std::uint64_t before = switch_->queue(3)->empty_at;
  run(0x020000000001, 0x020000000002, 0);
  const auto queue = switch_->queue(3);
  EXPECT_EQ(queue->frames, 1u);
  EXPECT_EQ(queue->bytes, 64u);
  EXPECT_EQ(queue->empty_at, before + 512);
  EXPECT_NE(queue->first_long, 0u) << "it is above the threshold";
}

/// With a controller the queue is ignored; the controller's own rule is followed, and taken back.
TEST_F(KernelSwitchTest, FollowsAControllerInstead) {
  load({{{.destination = {0, 0}, .out_port = 2, .condition = {Signal::queue, false, 2}},
         {.destination = {0, 0}, .out_port = 3, .stage = 1}}});
  make_busy({2});
  const std::uint64_t to = 0x020000000001, from = 0x020000000002;
  EXPECT_EQ(output_of(to, from, 0), 3u);
  EXPECT_TRUE(switch_->follow_controller(true).empty());
  EXPECT_EQ(output_of(to, from, 0), 2u);
  EXPECT_TRUE(switch_->move_flow(to, 2, 1).empty());
  EXPECT_EQ(output_of(to, from, 0), 1u);
  EXPECT_EQ(switch_->queue(2)->diverted, 2u);
  EXPECT_TRUE(switch_->move_back(to).empty());
  EXPECT_TRUE(switch_->follow_controller(false).empty());
  EXPECT_EQ(output_of(to, from, 0), 3u);
}

}  // namespace
}  // namespace ebb::inline fabric
