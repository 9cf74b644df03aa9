#include "http/http_server.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <list>

#include "http/http_testing.hpp"

namespace ebb::inline http {
namespace http_server_test {
namespace {

using namespace std::chrono_literals;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;
using Clock = std::chrono::steady_clock;

/// Echoes the request; null where ebb was built without a web server.
std::unique_ptr<HttpServer> echo(HttpLimits limits = {}) {
  auto server = HttpServer::start({.option = "--test",
                                   .respond =
                                       [](const HttpRequest& request) {
                                         return HttpResponse{.body = request.method + " " + request.path +
                                                                     " " + request.parameter("a") + " " +
                                                                     request.header("b")};
                                       },
                                   .limits = limits});
  if (server) return std::move(*server);
  EXPECT_THAT(to_text(server.problems()), HasSubstr("without a web server"));
  return nullptr;
}

/// A server whose responses are too large to read at once.
std::unique_ptr<HttpServer> flood() {
  auto server = HttpServer::start({.option = "--test", .respond = [](const HttpRequest& request) {
                                     if (request.path == "/body")
                                       return HttpResponse{.body = std::string(50'000'000, 'x')};
                                     return HttpResponse{
                                         .stream = [] { return HttpPart{std::string(1'000'000, 'x')}; }};
                                   }});
  return server ? std::move(*server) : nullptr;
}

TEST(HttpServer, RespondsToARequest) {
  const auto server = echo();
  if (!server) GTEST_SKIP() << "built without a web server";
  const std::string response = Asked(server->port(), "/x?a=1%202", "B: c\r\n").rest();
  EXPECT_THAT(response, StartsWith("HTTP/1.1 200 OK\r\n"));
  EXPECT_THAT(response, HasSubstr("Content-Length: 12\r\n"));
  EXPECT_THAT(response, HasSubstr("Connection: close\r\n"));
  EXPECT_THAT(response, EndsWith("\r\n\r\nGET /x 1 2 c"));
  EXPECT_THAT(Asked(server->port(), "/x", "", "HEAD").rest(), EndsWith("\r\n\r\n"));
  EXPECT_THAT(Asked(server->port(), "/x", "", "NONSENSE").rest(), StartsWith("HTTP/1.1 400"));
}

TEST(HttpServer, ReadsARequestThatComesInPieces) {
  const auto server = echo();
  if (!server) GTEST_SKIP() << "built without a web server";
  RawClient client(server->port());
  for (const char c : std::string("GET /slow HTTP/1.1\r\n\r\n")) {
    client.send({c});
    std::this_thread::sleep_for(1ms);
  }
  EXPECT_THAT(client.rest(), EndsWith("GET /slow  "));
}

TEST(HttpServer, EndsHoweverSoonItIsStopped) {
  for (int i = 0; i < 1000; ++i) {
    const auto server = echo();
    if (!server) GTEST_SKIP() << "built without a web server";
    if (i % 2 == 0) server->stop();
  }
}

TEST(HttpServer, EndsHoweverSoonItIsStoppedAfterARequest) {
  for (int i = 0; i < 200; ++i) {
    const auto server = echo();
    if (!server) GTEST_SKIP() << "built without a web server";
    const Asked one(server->port(), "/"), other(server->port(), "/");
  }
}

TEST(HttpServer, WhoSendsSlowlyKeepsNobodyOut) {
  const auto server = echo({.read = 60s});
  if (!server) GTEST_SKIP() << "built without a web server";
  std::list<RawClient> slow;
  for (int i = 0; i < 300; ++i) {
    ASSERT_TRUE(slow.emplace_back(server->port()).connected());
    slow.back().send("GET / HT");
    if (i % 50 != 0) continue;
    const auto start = Clock::now();
    EXPECT_THAT(Asked(server->port(), "/other").rest(), HasSubstr("GET /other"));
    EXPECT_LT(seconds_since(start), 2s);
  }
}

TEST(HttpServer, DropsARequestThatIsNotFinishedInTime) {
  const auto server = echo({.read = 100ms});
  if (!server) GTEST_SKIP() << "built without a web server";
  RawClient client(server->port());
  const auto start = Clock::now();
  while (seconds_since(start) < 10s && client.send("x")) std::this_thread::sleep_for(10ms);
  EXPECT_EQ(client.rest(), "");
  EXPECT_LT(seconds_since(start), 5s);
}

TEST(HttpServer, RefusesAHeadThatIsTooLong) {
  const auto server = echo();
  if (!server) GTEST_SKIP() << "built without a web server";
  RawClient client(server->port());
  client.send("GET / HTTP/1.1\r\n");
  for (int i = 0; i < 100'000 && client.send("More: of it\r\n"); ++i) continue;
  EXPECT_FALSE(client.send("x") && client.send("x")) << "it is closed";
}

TEST(HttpServer, NeverReadsABody) {
  const auto server = echo();
  if (!server) GTEST_SKIP() << "built without a web server";
  const double before = resident_megabytes();
  EXPECT_THAT(response_to_endless_body(server->port(), "/x", 1), EndsWith("POST /x  "));
  (void)response_to_endless_body(server->port(), "/x", 400);
  EXPECT_LT(resident_megabytes(), before + 30);
  const auto start = Clock::now();
  EXPECT_THAT(Asked(server->port(), "/x", "Content-Length: 1000\r\n", "POST").rest(), EndsWith("POST /x  "));
  EXPECT_THAT(Asked(server->port(), "/x", "", "POST").rest(), EndsWith("POST /x  "));
  EXPECT_LT(seconds_since(start), 2s);
}

/// Echoes bodies of at most 1,000 bytes.
std::unique_ptr<HttpServer> body_echo() {
  auto server = HttpServer::start(
      {.option = "--test",
       .respond = [](const HttpRequest& request) { return HttpResponse{.body = "[" + request.body + "]"}; },
       .limits = {.body = 1000}});
  return server ? std::move(*server) : nullptr;
}

TEST(HttpServer, ReadsABodyWithinItsLimit) {
  const auto server = body_echo();
  if (!server) GTEST_SKIP() << "built without a web server";
  RawClient client(server->port());
  client.send("POST /x HTTP/1.1\r\ncontent-LENGTH: 5\r\n\r\nab\r\n");
  std::this_thread::sleep_for(20ms);
  client.send("c and more");
  EXPECT_THAT(client.rest(), EndsWith("\r\n\r\n[ab\r\nc]"));
  for (const char* length : {"", "Content-Length: \r\n", "Content-Length: x\r\n", "Content-Length: -1\r\n"})
    EXPECT_THAT(Asked(server->port(), "/x", length, "POST").rest(), EndsWith("[]"));
}

TEST(HttpServer, RefusesABodyThatIsTooLong) {
  const auto server = body_echo();
  if (!server) GTEST_SKIP() << "built without a web server";
  for (const char* length : {"1001", "99999999999999999999999"}) {
    Asked client(server->port(), "/x", std::string("Content-Length: ") + length + "\r\n", "POST");
    client.send(std::string(100'000, 'x'));
    EXPECT_THAT(client.rest(), StartsWith("HTTP/1.1 413"));
  }
  const double before = resident_megabytes();
  (void)response_to_endless_body(server->port(), "/x", 400);
  EXPECT_LT(resident_megabytes(), before + 30);
}

TEST(HttpServer, DropsABodyThatIsNotFinishedInTime) {
  auto server = HttpServer::start({.option = "--test",
                                   .respond = [](const auto&) { return HttpResponse{}; },
                                   .limits = {.body = 1000, .read = 100ms}});
  if (!server) GTEST_SKIP() << "built without a web server";
  Asked client((*server)->port(), "/x", "Content-Length: 1000\r\n", "POST");
  EXPECT_EQ(client.rest(), "");
}

TEST(HttpServer, EndsWhileClientsTakeNothing) {
  auto server = flood();
  if (!server) GTEST_SKIP() << "built without a web server";
  std::list<Asked> clients;
  for (int i = 0; i < 12; ++i) clients.emplace_back(server->port(), i % 2 == 0 ? "/body" : "/stream");
  clients.front().next();
  const auto start = Clock::now();
  server.reset();
  EXPECT_LT(seconds_since(start), 2s);
}

TEST(HttpServer, EndsAStreamWhoseClientHangsUp) {
  std::atomic<int> streams{0};
  auto server = HttpServer::start({.option = "--test", .respond = [&](const HttpRequest&) {
                                     ++streams;
                                     const std::shared_ptr<void> one(nullptr, [&](void*) { --streams; });
                                     return HttpResponse{.stream = [one] {
                                       std::this_thread::sleep_for(10ms);
                                       return HttpPart{"x"};
                                     }};
                                   }});
  if (!server) GTEST_SKIP() << "built without a web server";
  {
    Asked client((*server)->port(), "/");
    EXPECT_THAT(client.next(), StartsWith("HTTP/1.1 200 OK"));
    EXPECT_EQ(streams, 1);
  }
  for (int i = 0; i < 500 && streams > 0; ++i) std::this_thread::sleep_for(10ms);
  EXPECT_EQ(streams, 0);
}

TEST(HttpServer, HasItsPortForItself) {
  const auto server = echo();
  if (!server) GTEST_SKIP() << "built without a web server";
  const auto other = HttpServer::start({.option = "--test", .port = server->port(), .respond = {}});
  ASSERT_FALSE(other);
  EXPECT_THAT(to_text(other.problems()), HasSubstr("--test: port"));
}

}  // namespace
}  // namespace http_server_test
}  // namespace ebb::inline http
