#include "fabric/agent/route_mailbox.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "fabric/routed/leaf_spine_testing.hpp"

namespace ebb::inline fabric {
namespace {

const Network& network() {
  static const Network built = leaf_spine();
  return built;
}
RouteOrder order() { return {CableSet(network()), CableSet(network())}; }

/// What a call returns when it returns something.
template <class Ask>
auto await(Ask ask) {
  while (true) {
    if (auto reply = ask()) return *reply;
    std::this_thread::yield();
  }
}

TEST(RouteMailbox, CarriesOutAtOnce) {
  int changes = 0;
  RouteMailbox mailbox(4, RouteWork::at_once,
                       {.change =
                            [&](const RouteOrder&) {
                              return ++changes, Problems{{"a", "b", "c"}};
                            },
                        .audit = [](SwitchId s) { return std::to_string(s); }});
  EXPECT_FALSE(mailbox.result());
  mailbox.change(order());
  EXPECT_EQ(changes, 1);
  EXPECT_EQ(mailbox.result()->size(), 1);
  EXPECT_FALSE(mailbox.result()) << "once";
  mailbox.start_audit(2);
  EXPECT_EQ(mailbox.audit_result()->damage, "2");
  EXPECT_FALSE(mailbox.audit_result());
}

TEST(RouteMailbox, CarriesOutInAThread) {
  const auto agent = std::this_thread::get_id();
  std::atomic<bool> apart = false;
  RouteMailbox* tasks_see = nullptr;
  std::vector<bool> seen;
  RouteMailbox mailbox(4, RouteWork::by_a_thread,
                       {.change =
                            [&](const RouteOrder&) {
                              apart = std::this_thread::get_id() != agent;
                              seen = tasks_see->gone();
                              return Problems{};
                            },
                        .audit = [](SwitchId) { return std::string("damaged"); }});
  tasks_see = &mailbox;
  mailbox.exclude({false, true, false, false});
  EXPECT_TRUE(mailbox.is_gone(1));
  mailbox.change(order());
  EXPECT_TRUE(await([&] { return mailbox.result(); }).empty());
  EXPECT_TRUE(apart);
  EXPECT_EQ(seen, (std::vector<bool>{false, true, false, false}));
  mailbox.start_audit(3);
  const RouteAudit audit = await([&] { return mailbox.audit_result(); });
  EXPECT_EQ(audit.at, 3);
  EXPECT_EQ(audit.damage, "damaged");
}

TEST(RouteMailbox, EndsAChangeThatHeedsTheStop) {
  std::atomic<bool> began = false;
  RouteMailbox* tasks_see = nullptr;
  {
    RouteMailbox mailbox(1, RouteWork::by_a_thread, {.change = [&](const RouteOrder&) {
                           began = true;
                           while (!tasks_see->stop().stop_requested()) std::this_thread::yield();
                           return Problems{};
                         }});
    tasks_see = &mailbox;
    mailbox.change(order());
    while (!began) std::this_thread::yield();
  }
  SUCCEED() << "its thread has ended";
}

}  // namespace
}  // namespace ebb::inline fabric
