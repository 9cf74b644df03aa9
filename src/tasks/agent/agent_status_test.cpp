#include "tasks/agent/agent_status.hpp"

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <list>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "fabric/agent/agent_bench_testing.hpp"
#include "http/http_testing.hpp"
#include "power/policy/hysteresis.hpp"
#include "report/document/render.hpp"
#include "report/network/channel_names.hpp"

namespace ebb::inline tasks {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// An agent in memory, and the session of its status.
struct Watched {
  explicit Watched(bool dry = false)
      : bench(small_butterfly(), levels_without_off(), policy), journal({}, session, {}, dry) {
    session.about.policy = "hysteresis";
    session.about.channels = ends_of_channels(bench.network());
    for (std::size_t i = 0; i < bench.levels().size(); ++i) session.about.levels.push_back(bench.levels()[i]);
    session.tables.push_back({.name = "ideal", .device = {}, .proportional = true});
  }
  nlohmann::json status() const {
    return nlohmann::json::parse(agent_status_json(*bench.agent, session, journal));
  }
  std::string metrics() const {
    AgentEnergy energy;
    energy.add(*bench.agent, session);
    return agent_metrics(*bench.agent, session, journal, energy);
  }
  double metric(const std::string& name) const {
    std::istringstream lines(metrics());
    for (std::string line; std::getline(lines, line);)
      if (line.starts_with(name + " ")) return std::stod(line.substr(name.size() + 1));
    ADD_FAILURE() << "no metric " << name;
    return -1;
  }

  Hysteresis policy;
  AgentBench bench;
  AgentSession session;
  AgentJournal journal;
};

TEST(AgentStatus, AgreesWithWhatTheAgentDecided) {
  Watched w;
  w.bench.run(6);  // no traffic: all ports become slower
  const auto status = w.status();
  EXPECT_GT(w.bench.log.decisions.size(), 0u);
  EXPECT_EQ(status["decisions"], w.bench.log.decisions.size());
  EXPECT_EQ(w.metric("ebb_agent_decisions_total"), w.bench.log.decisions.size());
  EXPECT_EQ(status["cables"]["on"], 6);
  EXPECT_EQ(w.metric("ebb_agent_cables{phase=\"on\"}"), 6);
  EXPECT_TRUE(status["healthy"]);
  EXPECT_EQ(w.metric("ebb_agent_healthy"), 1);
  EXPECT_DOUBLE_EQ(status["power"]["of_full_percent"], 12.5);  // the ideal port: all are at an eighth
}

DecisionRecord slower() {
  DecisionRecord record;
  record.channel = 2, record.from = 3, record.to = 2, record.why = "quiet";
  return record;
}

TEST(AgentStatus, SaysThatADryRunIsOne) {
  for (const bool dry : {false, true}) {
    Watched w(dry);
    w.journal.decided(slower());
    w.journal.did({}, "a cable is off");
    EXPECT_EQ(w.status()["dry_run"], dry);
    EXPECT_EQ(w.metric("ebb_agent_dry_run"), dry ? 1 : 0);
    const std::string would = dry ? "would: " : "";
    EXPECT_THAT(w.status()["last"].get<std::vector<std::string>>(),
                ElementsAre(HasSubstr("Z " + would + "switch 0 port 2 -> switch 1: 100Mb/s -> 50Mb/s: quiet"),
                            HasSubstr("Z " + would + "a cable is off")));
  }
}

TEST(AgentStatus, ADryRunSaysSoInEveryLineOfItsLog) {
  const TestFolder folder;
  const std::string path = (folder.path / "dry.log").string();
  Watched w;
  AgentJournal journal({.log = path, .decisions = {}, .off = {}}, w.session, {}, true);
  journal.decided(slower());
  journal.did({}, "a cable is off");
  std::ifstream in(path);
  int lines = 0;
  for (std::string line; std::getline(in, line); ++lines)
    EXPECT_EQ(nlohmann::json::parse(line)["dry_run"], true) << line;
  EXPECT_EQ(lines, 2);
}

TEST(AgentStatus, SaysWhyItHasNoWatts) {
  Watched w;
  EXPECT_TRUE(w.status()["power"]["now_w"].is_null());
  EXPECT_THAT(w.status()["power"]["why_no_watts"].get<std::string>(),
              HasSubstr("no device table: name a switch that states these rates in [energy] devices"));
  EXPECT_EQ(w.metrics().find("ebb_agent_power_watts"), std::string::npos);
}

TEST(AgentStatus, IsNotWellWithALostCableOrASilentSwitchAndNamesThem) {
  Watched w;
  const PortId cable = w.bench.cables()[0];
  w.bench.ports.cut[cable] = true, w.bench.ports.update(cable);
  w.bench.run(6);
  EXPECT_FALSE(w.status()["healthy"]);
  EXPECT_EQ(w.metric("ebb_agent_healthy"), 0);
  ASSERT_EQ(w.status()["complaints"].size(), 1u);
  EXPECT_THAT(w.status()["complaints"][0].get<std::string>(), HasSubstr("the cable from s0:2 to s1:2"));
  w.bench.mend();
  w.bench.run(40);
  EXPECT_TRUE(w.status()["healthy"]) << w.status().dump();
  w.bench.ports.silent[3] = true;
  w.bench.run(3);
  EXPECT_FALSE(w.status()["healthy"]);
  EXPECT_THAT(w.status()["complaints"].get<std::vector<std::string>>(),
              testing::Contains("s3 does not answer"));
}

TEST(AgentStatus, IsNotWellWhenAPortDoesNotTakeItsRate) {
  Watched w;
  w.bench.ports.refuses_rate[w.bench.cables()[0]] = true;
  w.bench.run(6);
  EXPECT_FALSE(w.status()["healthy"]);
  EXPECT_EQ(w.metric("ebb_agent_healthy"), 0);
  EXPECT_THAT(w.status()["complaints"].get<std::vector<std::string>>(),
              ElementsAre("s0:2 does not take the rate that is set: tc: it is worn out"));
  EXPECT_GT(w.status()["power"]["of_full_percent"], 12.5) << "one is at full rate";
}

TEST(AgentStatus, IsNotWellWhenTablesCannotBeChanged) {
  const DynamicTopology policy = quick_topology();
  AgentBench bench(small_butterfly(), levels_on_off(), policy);
  Watched w;
  bench.ports.refuses_rules = true;
  bench.run(10);  // cables are idle, and their switches accept no other rules
  const auto status = nlohmann::json::parse(agent_status_json(*bench.agent, w.session, w.journal));
  EXPECT_EQ(status["schema"], json_schema);
  EXPECT_FALSE(status["healthy"]);
  EXPECT_THAT(status["complaints"].get<std::vector<std::string>>(),
              testing::Contains(HasSubstr("the tables could not be changed: ")));
  bench.ports.refuses_rules = false;
  bench.run(10);
  EXPECT_TRUE(nlohmann::json::parse(agent_status_json(*bench.agent, w.session, w.journal))["healthy"]);
}

TEST(AgentStatus, IsNotWellUntilLostRulesAreBack) {
  Watched w;
  w.bench.run(2);
  w.bench.ports.refuses_rules = true;
  w.bench.fake.switches[1]->restart();  // loses its rules, keeps its counters and its connection
  w.bench.run(2);
  EXPECT_FALSE(w.status()["healthy"]);
  EXPECT_THAT(w.status()["complaints"].get<std::vector<std::string>>(),
              testing::Contains(HasSubstr("the rules of s1 are not as they were left: ")));
  EXPECT_EQ(w.status()["changes_by_others"]["rules"], 1);
  EXPECT_EQ(w.metric("ebb_agent_changes_by_others_total{kind=\"rules\"}"), 1);
  EXPECT_EQ(w.metric("ebb_agent_rule_repairs_total"), 0);
  w.bench.ports.refuses_rules = false;
  w.bench.run(6);
  EXPECT_TRUE(w.status()["healthy"]) << w.status().dump();
  EXPECT_EQ(w.status()["rule_repairs"], 1);
  EXPECT_EQ(w.metric("ebb_agent_rule_repairs_total"), 1);
}

TEST(AgentStatus, NamesPortsThatOthersHaveSwitchedOff) {
  Watched w;
  const PortId host = w.bench.network().peer[w.bench.network().host_port(0)];
  w.bench.ports.enabled[host] = false;
  w.bench.run(2);
  EXPECT_THAT(w.status()["complaints"].get<std::vector<std::string>>(),
              ElementsAre("s0:0 is switched off, but not by the agent"));
  EXPECT_EQ(w.metric("ebb_agent_changes_by_others_total{kind=\"ports\"}"), 1);
}

TEST(AgentStatus, IsReadByPrometheus) {
  Watched w;
  w.bench.run(2);
  const std::regex comment(R"(# (HELP|TYPE) [a-z_]+ .+)"),
      sample(R"re([a-z_]+(\{[a-z]+="[^"\\]+"(,[a-z]+="[^"\\]+")*\})? [0-9.e+-]+)re");
  std::istringstream lines(w.metrics());
  std::set<std::string> typed;
  for (std::string line; std::getline(lines, line);) {
    const bool is_comment = line.starts_with("#");
    EXPECT_TRUE(std::regex_match(line, is_comment ? comment : sample)) << line;
    if (line.starts_with("# TYPE ")) typed.insert(line.substr(7, line.find(' ', 7) - 7));
    EXPECT_TRUE(is_comment || typed.contains(line.substr(0, line.find_first_of("{ ")))) << line;
  }
  EXPECT_TRUE(w.metrics().ends_with("\n"));
}

int free_port() {
  const int file = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{
      .sin_family = AF_INET, .sin_port = 0, .sin_addr = {htonl(INADDR_LOOPBACK)}, .sin_zero = {}};
  socklen_t size = sizeof address;
  (void)bind(file, reinterpret_cast<sockaddr*>(&address), size);
  (void)getsockname(file, reinterpret_cast<sockaddr*>(&address), &size);
  close(file);
  return ntohs(address.sin_port);
}

bool is_without_server(const AgentStatus& status) {
  return to_text(status.check()).find("without a web server") != std::string::npos;
}

TEST(AgentStatus, AnswersWhoKnowsTheToken) {
  const TestFolder folder;
  Watched w;
  const int port = free_port();
  AgentStatus status({.port = port, .token_file = (folder.path / "token").string()});
  if (is_without_server(status)) GTEST_SKIP() << "built without a web server";
  ASSERT_TRUE(status.check().empty()) << to_text(status.check());
  status.update(*w.bench.agent, w.session, w.journal, {});
  std::string token;
  std::ifstream(folder.path / "token") >> token;
  ASSERT_EQ(token.size(), 32u);
  EXPECT_THAT(Asked(port, "/status").rest(), HasSubstr("401"));
  EXPECT_THAT(Asked(port, "/metrics", "Authorization: Bearer " + token + "x\r\n").rest(), HasSubstr("401"));
  const std::string right = "Authorization: Bearer " + token + "\r\n";
  const std::string json = Asked(port, "/status", right).rest(),
                    metrics = Asked(port, "/metrics", right).rest();
  EXPECT_THAT(json, HasSubstr("Content-Type: application/json"));
  EXPECT_EQ(json.substr(json.find("\r\n\r\n") + 4), agent_status_json(*w.bench.agent, w.session, w.journal));
  EXPECT_THAT(metrics, HasSubstr("Content-Type: text/plain; version=0.0.4"));
  EXPECT_EQ(metrics.substr(metrics.find("\r\n\r\n") + 4), w.metrics());
}

/// 127.0.0.2 is this machine too, and not where a server listens that was told nothing.
TEST(AgentStatus, ListensElsewhereOnlyWhenToldAndForTheTokenOnly) {
  const TestFolder folder;
  const std::string token_file = (folder.path / "token").string();
  const int port = free_port();
  {
    const AgentStatus usual({.port = port, .token_file = token_file});
    if (is_without_server(usual)) GTEST_SKIP() << "built without a web server";
    EXPECT_FALSE(RawClient(port, "127.0.0.2").connected());
  }
  const AgentStatus told({.port = port, .address = "127.0.0.2", .token_file = token_file});
  ASSERT_TRUE(told.check().empty()) << to_text(told.check());
  EXPECT_FALSE(RawClient(port).connected());
  RawClient client(port, "127.0.0.2");
  ASSERT_TRUE(client.connected());
  client.send("GET /metrics HTTP/1.1\r\n\r\n");
  EXPECT_THAT(client.rest(), HasSubstr("401"));
  const auto wrong = [&](const char* address) {
    return to_text(AgentStatus({.port = port, .address = address, .token_file = token_file}).check());
  };
  EXPECT_THAT(wrong("leaf1"), HasSubstr("\"leaf1\" is no IPv4 address"));
  EXPECT_THAT(wrong("192.0.2.1"), HasSubstr("name an address of this machine"));
}

TEST(AgentStatus, EndsHoweverSoonTheAgentIsRefused) {
  const TestFolder folder;
  const int port = free_port();
  for (int i = 0; i < 1000; ++i) {
    const AgentStatus status({.port = port, .token_file = (folder.path / "token").string()});
    if (is_without_server(status)) GTEST_SKIP() << "built without a web server";
    ASSERT_TRUE(status.check().empty()) << to_text(status.check());
  }
}

TEST(AgentStatus, WhoHasNoTokenTakesNoMemoryAndKeepsNobodyOut) {
  const TestFolder folder;
  const int port = free_port();
  const AgentStatus status({.port = port, .token_file = (folder.path / "token").string()});
  if (is_without_server(status)) GTEST_SKIP() << "built without a web server";
  const double before = resident_megabytes();
  EXPECT_THAT(response_to_endless_body(port, "/status", 1), HasSubstr("401"));
  (void)response_to_endless_body(port, "/status", 200);
  EXPECT_LT(resident_megabytes(), before + 30);
  std::list<RawClient> slow;
  for (int i = 0; i < 60; ++i) slow.emplace_back(port).send("GET / HT");
  const auto start = std::chrono::steady_clock::now();
  EXPECT_THAT(Asked(port, "/status").rest(), HasSubstr("401"));
  EXPECT_LT(seconds_since(start), std::chrono::seconds(2));
}

TEST(AgentStatus, RefusesATokenThatOthersMayKnow) {
  const TestFolder folder;
  const std::string token = folder.write("token", "0123456789abcdef0123456789abcdef\n");
  ASSERT_EQ(chmod(token.c_str(), 0644), 0);
  EXPECT_THAT(to_text(AgentStatus({.port = free_port(), .token_file = token}).check()),
              HasSubstr("others may read or write it"));
  ASSERT_EQ(chmod(token.c_str(), 0600), 0);
  std::filesystem::create_symlink(token, folder.path / "link");
  EXPECT_THAT(
      to_text(AgentStatus({.port = free_port(), .token_file = (folder.path / "link").string()}).check()),
      HasSubstr("is a symbolic link"));
}

}  // namespace
}  // namespace ebb::inline tasks
