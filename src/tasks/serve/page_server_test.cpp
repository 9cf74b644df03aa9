#include "tasks/serve/page_server.hpp"

#include <gmock/gmock.h>

#include "tasks/serve/serve_testing.hpp"

namespace ebb::inline tasks {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// A page over a store of four runs; null where ebb was built without a web server.
class ServedPage : public testing::Test {
 protected:
  void SetUp() override {
    put_runs(folder_, "a.results", four_served_runs());
    auto page = PageServer::start({.paths = {folder_.path.string()}, .program = fake_ebb(folder_)});
    if (!page) GTEST_SKIP() << "built without a web server";
    page_ = std::move(*page);
    page_->runs().after(0);
  }
  int port() const { return std::stoi(page_->address().substr(page_->address().rfind(':') + 1)); }
  std::string token() const { return page_->address().substr(page_->address().find("token=")); }
  std::string get(const std::string& path, const std::string& header = "",
                  const std::string& method = "GET") const {
    return Asked(port(), path + (path.find('?') == std::string::npos ? "?" : "&") + token(), header, method)
        .rest();
  }

  std::string post(const std::string& path, const std::string& body, const std::string& header = "") const {
    Asked client(port(), path + "?" + token(),
                 header + "Content-Length: " + std::to_string(body.size()) + "\r\n", "POST");
    client.send(body);
    return client.rest();
  }

  TestFolder folder_;
  std::unique_ptr<PageServer> page_;
};

TEST_F(ServedPage, ServesItsPageAndItsRuns) {
  EXPECT_THAT(get("/"), HasSubstr("\"browse\":true"));
  EXPECT_THAT(get("/api/state"), HasSubstr("\"runs\":4"));
  EXPECT_THAT(get("/api/runs?filter=load%3E0.3"), HasSubstr("\"wanted\":1"));
  EXPECT_THAT(get("/api/chart?x=load&y=mean_ns"), HasSubstr("\"name\":\"all runs\""));
  EXPECT_THAT(get("/api/compare?a=aa01&b=bb01"), HasSubstr("traffic.load"));
  EXPECT_THAT(get("/api/run?id=aa01"), HasSubstr("\"id\":\"aa01\""));
  EXPECT_THAT(get("/page?id=aa01"), HasSubstr("Run aa01"));
  EXPECT_THAT(get("/", "", "HEAD"), StartsWith("HTTP/1.1 200"));
}

TEST_F(ServedPage, AnswersWrongRequestsWithASentence) {
  for (const char* path : {"/api/run?id=zz", "/api/run", "/api/compare?a=aa01", "/api/runs?sort=nothing",
                           "/api/chart?x=nothing&y=load", "/page?id=../../../etc/passwd"})
    EXPECT_THAT(get(path), StartsWith("HTTP/1.1 400")) << path;
  EXPECT_THAT(get("/page?id=../../../etc/passwd"), HasSubstr("is no run of this page"));
  for (const char* path :
       {"/api", "/../../etc/passwd", "/page/../../etc/passwd", "/%2e%2e/etc/passwd", "//", "/api/runs/"})
    EXPECT_THAT(get(path), StartsWith("HTTP/1.1 404")) << path;
  for (const char* method : {"POST", "PUT", "DELETE", "OPTIONS"})
    EXPECT_THAT(get("/api/runs", "Content-Length: 0\r\n", method), StartsWith("HTTP/1.1 404")) << method;
}

TEST_F(ServedPage, RefusesStrangers) {
  for (const char* path : {"/", "/api/runs", "/api/run?id=aa01", "/page?id=aa01", "/nothing"}) {
    EXPECT_THAT(Asked(port(), path).rest(), StartsWith("HTTP/1.1 403")) << path;
    const std::string joined =
        path + std::string(std::string(path).find('?') == std::string::npos ? "?" : "&");
    EXPECT_THAT(Asked(port(), joined + token() + "0").rest(), StartsWith("HTTP/1.1 403")) << path;
    EXPECT_THAT(Asked(port(), joined + token().substr(0, 20)).rest(), StartsWith("HTTP/1.1 403")) << path;
    EXPECT_THAT(get(path, "Origin: http://evil.example\r\n"), StartsWith("HTTP/1.1 403")) << path;
    EXPECT_THAT(get(path, "Origin: null\r\n"), StartsWith("HTTP/1.1 403")) << path;
    RawClient rebound(port());
    rebound.send("GET " + joined + token() + " HTTP/1.1\r\nHost: evil.example:" + std::to_string(port()) +
                 "\r\n\r\n");
    EXPECT_THAT(rebound.rest(), StartsWith("HTTP/1.1 403")) << path;
  }
}

TEST_F(ServedPage, TellsBrowsersToLoadNothingElse) {
  for (const char* path : {"/", "/api/runs", "/page?id=aa01", "/api/run?id=zz"})
    for (const char* header :
         {"Content-Security-Policy: default-src 'none'", "X-Content-Type-Options: nosniff",
          "Referrer-Policy: no-referrer", "Cache-Control: no-store"})
      EXPECT_THAT(get(path), HasSubstr(header)) << path;
  EXPECT_THAT(get("/"), Not(HasSubstr("Access-Control-Allow")));
}

TEST_F(ServedPage, IsNotHeldUpByABodyOrASlowClient) {
  const double before = resident_megabytes();
  (void)response_to_endless_body(port(), "/api/runs", 200);
  EXPECT_LT(resident_megabytes(), before + 50);
  const RawClient slow(port());
  EXPECT_THAT(get("/api/state"), StartsWith("HTTP/1.1 200"));
}

TEST_F(ServedPage, StartsARunThatTheProgramAccepts) {
  EXPECT_THAT(post("/api/start", "wrong"), HasSubstr("standard input:1:1: it is wrong\n    hint: mend it"));
  EXPECT_THAT(get("/api/state"), HasSubstr("\"started\":[]"));
  EXPECT_THAT(post("/api/start", "long"), HasSubstr("{\"number\":1}"));
  std::string state;
  for (int i = 0; i < 1000 && state.find("12 us simulated") == std::string::npos; ++i)
    state = get("/api/state");
  EXPECT_THAT(
      state, HasSubstr(R"("state":"running","said":"12 us simulated","live":"http://127.0.0.1:1/?token=x")"));
  EXPECT_THAT(post("/api/stop", "", "X: 1\r\n"), StartsWith("HTTP/1.1 400")) << "no number";
  EXPECT_THAT(Asked(port(), "/api/stop?number=1&" + token(), "", "POST").rest(), StartsWith("HTTP/1.1 204"));
}

TEST_F(ServedPage, StartsNothingForStrangers) {
  const std::string body = "long", length = "Content-Length: 4\r\n";
  Asked without_token(port(), "/api/start", length, "POST");
  without_token.send(body);
  EXPECT_THAT(without_token.rest(), StartsWith("HTTP/1.1 403"));
  for (const char* origin : {"http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1"})
    EXPECT_THAT(post("/api/start", body, std::string("Origin: ") + origin + "\r\n"),
                StartsWith("HTTP/1.1 403"));
  EXPECT_THAT(get("/api/start?file=long"), StartsWith("HTTP/1.1 404")) << "a link or an image starts nothing";
  EXPECT_THAT(post("/api/start", std::string(300'000, 'x')), StartsWith("HTTP/1.1 413"));
  EXPECT_THAT(get("/api/state"), HasSubstr("\"started\":[]"));
}

TEST(PageServer, KeepsHostileNamesAsTexts) {
  const TestFolder folder;
  StoredRun run = a_run("aa01", 0.1, 1, "<img src=x onerror='window.hacked=1'>");
  run.file = "</script><script>window.hacked=1</script>\xff", run.why = "\xe2\x80\xae", run.verdict = "<b>";
  put_runs(folder, "a.results", {run});
  const Snapshot snapshot = snapshot_of({folder.path.string()});
  auto page = PageServer::start({.paths = {folder.path.string()}});
  if (!page) GTEST_SKIP() << "built without a web server";
  (*page)->runs().after(0);
  const std::string address = (*page)->address(), token = address.substr(address.find("token="));
  const int port = std::stoi(address.substr(address.rfind(':') + 1));
  const std::string shown = Asked(port, "/page?id=aa01&" + token).rest();
  EXPECT_THAT(shown, Not(HasSubstr("<img src=x")));
  EXPECT_THAT(shown, Not(HasSubstr("<script>window.hacked")));
  EXPECT_THAT(shown, HasSubstr("&lt;img src=x"));
  for (const char* path : {"/api/runs?", "/api/run?id=aa01&"})
    EXPECT_THAT(Asked(port, path + token).rest(), HasSubstr("Content-Type: application/json")) << path;
}

TEST(PageServer, RefusesAPathThatIsNotThere) {
  const auto page = PageServer::start({.paths = {"/nowhere/at/all"}});
  ASSERT_FALSE(page);
  EXPECT_THAT(to_text(page.problems()), HasSubstr("/nowhere/at/all: is not there"));
}

}  // namespace
}  // namespace ebb::inline tasks
