#include "tasks/live/live_server.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>
#include <utility>

#include "http/http_testing.hpp"

namespace ebb::inline tasks {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

/// A page whose stop does nothing; null where ebb was built without a web server.
std::unique_ptr<LiveServer> a_page() {
  auto server = LiveServer::start("a run", [] {});
  return server ? std::move(*server) : nullptr;
}

std::unique_ptr<Asked> watcher_of(const LiveServer& page) {
  const std::string address = page.address(), token = address.substr(address.find("?token="));
  const int port = std::stoi(address.substr(address.rfind(':') + 1));
  return std::make_unique<Asked>(port, "/events" + token);
}

TEST(LiveServer, WhoComesLateHearsTheLatestOfEachKind) {
  auto page = a_page();
  if (!page) GTEST_SKIP() << "built without a web server";
  page->tell("progress", "1");
  page->tell("progress", "2");
  page->tell("charts", "3");
  const auto watcher = watcher_of(*page);
  std::string heard;
  while (heard.find("data: 3") == std::string::npos) heard += watcher->next();
  EXPECT_THAT(heard, HasSubstr("event: progress\ndata: 2\n\nevent: charts\ndata: 3\n\n"));
  page->end("over", true);
  EXPECT_THAT(watcher->rest(), HasSubstr(R"(event: end
data: {"text":"over","whole":true})"));
}

// A browser that is busy drawing reads the remaining events, including the last, after the run has ended.
TEST(LiveServer, WhoIsBusyHearsTheLastWord) {
  auto page = a_page();
  if (!page) GTEST_SKIP() << "built without a web server";
  const auto watcher = watcher_of(*page);
  page->tell("history", std::string(16'000'000, 'x'));  // more than socket buffers hold
  std::string heard = watcher->next();
  std::thread reader([&] {
    std::this_thread::sleep_for(1500ms);
    heard += watcher->rest();
  });
  page->end("it was stopped", false);
  page.reset();
  reader.join();
  EXPECT_THAT(heard.substr(heard.size() - std::min<std::size_t>(heard.size(), 200)),
              HasSubstr("it was stopped"));
}

TEST(LiveServer, EndsHoweverSoonTheRunIsOver) {
  for (int i = 0; i < 1000; ++i)
    if (!a_page()) GTEST_SKIP() << "built without a web server";
}

// A stopped run does not wait long for a browser that reads nothing.
TEST(LiveServer, WhoReadsNothingHoldsAStopUpForAMomentOnly) {
  auto page = a_page();
  if (!page) GTEST_SKIP() << "built without a web server";
  const auto watcher = watcher_of(*page);
  page->tell("history", std::string(16'000'000, 'x'));  // more than socket buffers hold
  watcher->next();
  bool asked = false;
  const auto start = std::chrono::steady_clock::now();
  page->end("it is over", true, [&] { return std::exchange(asked, true); });
  page.reset();
  EXPECT_LT(seconds_since(start), 6s);
  EXPECT_TRUE(asked);
}

}  // namespace
}  // namespace ebb::inline tasks
