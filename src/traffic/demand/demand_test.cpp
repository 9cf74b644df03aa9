#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <map>

#include "traffic/demand/demand_traffic.hpp"
#include "traffic/demand/demand_workload.hpp"
#include "traffic/traffic_testing.hpp"

namespace ebb::inline traffic {
namespace {

/// Three switches with one host each, called a, b and c; their hosts are named after them.
Network named_ring(BitsPerSecond rate = 40_Gbps) {
  Network net = ring_of_switches({1, 1, 1}, rate);
  net.labels.switches = {"a", "b", "c"}, net.labels.hosts = {"a-h0", "b-h0", "web"};
  return net;
}

std::string complaint(std::string_view text) {
  const auto file = parse_demand(text, "tm.csv");
  return file ? "" : to_text(file.problems());
}

std::string misfit(std::string_view text) {
  const auto file = parse_demand(text, "tm.csv");
  EXPECT_TRUE(file) << to_text(file.problems());
  const auto demands = demands_between(*file, named_ring());
  return demands ? "" : to_text(demands.problems());
}

TEST(DemandFile, ReadsColumnsInAnyOrderAndUnit) {
  for (const char* text :
       {"source,destination,Gb/s\na,web,2.5\n", "# note\nhour,from,to,bits_per_second\n,a-h0,2,2.5e9\n",
        "rate,dst,src\n2.5Gb/s,c,0 # by number\n", "Mbps, to, source, hour\n\"2500\", web, a-h0, *\n",
        "0,2,2.5\n"}) {
    const auto file = parse_demand(text, "tm.csv");
    ASSERT_TRUE(file) << to_text(file.problems());
    const auto demands = demands_between(*file, named_ring());
    ASSERT_TRUE(demands) << text << to_text(demands.problems());
    ASSERT_EQ(demands->size(), 1u);
    EXPECT_EQ((*demands)[0].source, 0u) << text;
    EXPECT_EQ((*demands)[0].destination, 2u) << text;
    EXPECT_DOUBLE_EQ((*demands)[0].bits_per_second, 2.5e9) << text;
    EXPECT_EQ((*demands)[0].hour, every_hour);
  }
}

TEST(DemandFile, RefusesWithTheLine) {
  EXPECT_NE(complaint("").find("no demands"), std::string::npos);
  EXPECT_NE(complaint("source,destination,Gb/s\n").find("no demands"), std::string::npos);
  // Four values without names would be ambiguous.
  EXPECT_NE(complaint("3,0,1,25e6\n").find("tm.csv:1"), std::string::npos);
  EXPECT_NE(complaint("source,destination,Gb/s\na,b\n").find("tm.csv:2"), std::string::npos);
  for (const char* rate : {"nan", "-1", "inf", "1e300", "", "fast", "1,"})
    EXPECT_NE(complaint(fmt::format("source,destination,Gb/s\na,b,{}\n", rate)).find("tm.csv:2"),
              std::string::npos)
        << rate;
  EXPECT_NE(complaint("source,destination,Gb/s,hour\na,b,1,24\n").find("0 to 23"), std::string::npos);
  EXPECT_NE(complaint("source,destination,rate\na,b,1\n").find("25Gb/s"), std::string::npos);
  EXPECT_NE(misfit("source,destination,Gb/s\na,wob,1\n").find("did you mean \"web\""), std::string::npos);
  EXPECT_NE(misfit("source,destination,Gb/s\na,3,1\n").find("tm.csv:2"), std::string::npos);
  EXPECT_NE(misfit("source,destination,Gb/s\na,a-h0,1\n").find("to itself"), std::string::npos);
}

RC_GTEST_PROP(DemandFile, AnyTextGivesDemandsOrProblems, (const std::string& text)) {
  for (const std::string& t : {text, "source,destination,Gb/s\n" + text, "hour,rate,to,from\n" + text}) {
    const auto file = parse_demand(t, "tm.csv");
    if (file)
      for (const DemandLine& line : file->lines) RC_ASSERT(line.bits_per_second >= 0);
  }
}

/// The traffic of host 0 to each host in each hour, in bits on the wire, over some days.
std::vector<std::map<HostId, double>> sent(const DemandTraffic& traffic, Picoseconds hour, std::size_t hours,
                                           int days, double wire_bytes) {
  std::vector<std::map<HostId, double>> bits(hours);
  HostMemory memory = host_memory(1, 0);
  const Picoseconds end = hour * static_cast<std::int64_t>(hours) * days;
  for (Picoseconds now{};;) {
    const Message m = traffic.next(0, now, memory);
    if (m.destination == no_id || m.at >= end) return bits;
    EXPECT_GE(m.at, now);
    bits[static_cast<std::size_t>(m.at.v / hour.v) % hours][m.destination] += wire_bytes * 8;
    now = m.at;
  }
}

TEST(DemandTraffic, SendsInProportionToTheDemand) {
  const Cutting cutting{{1'000}, {50}};  // two packets: 2,100 bytes on the wire
  const std::vector<Demand> demands{
      {0, 1, 6e9, every_hour}, {0, 2, 3e9, every_hour}, {0, 2, 1e9, every_hour}};
  const DemandTraffic traffic(demands, 3, cutting, {1, {2'000}, 100_us});
  const auto bits = sent(traffic, 100'000_us, 1, 1, 2'100);
  // 1e9 bits are 60,000 messages: a part in a hundred is more than two standard deviations of either.
  EXPECT_NEAR(bits[0].at(1), 0.1 * 6e9, 0.01 * 6e8);
  EXPECT_NEAR(bits[0].at(2), 0.1 * 4e9, 0.013 * 4e8);
  EXPECT_NEAR(traffic.offered_bytes_per_second(), 10e9 / 8 * 2'000 / 2'100 / 3, 1);
  EXPECT_EQ(traffic.memory(), Picoseconds{});
}

TEST(DemandTraffic, FollowsTheHoursAndIsSilentWhereNothingIsAsked) {
  const std::vector<Demand> demands{{0, 1, 8e9, 3}, {0, 2, 2e9, 4}, {0, 1, 1e9, 23}};
  const DemandTraffic traffic(demands, 3, {{1'000}, {0}}, {0.5, {1'000}, 100_us});
  const auto bits = sent(traffic, 100_us, 24, 200, 1'000);
  for (std::size_t hour = 0; hour < 24; ++hour) {
    const double wanted = hour == 3 ? 4e9 : hour == 4 ? 1e9 : hour == 23 ? 0.5e9 : 0;
    double all = 0;
    for (const auto& [to, some] : bits[hour]) all += some;
    const double expected = wanted * 100e-6 * 200;
    EXPECT_NEAR(all, expected, 4 * std::sqrt(expected * 8'000) + 1) << hour;
  }
  EXPECT_EQ(bits[3].size(), 1u);
  EXPECT_EQ(bits[4].begin()->first, 2u);
  EXPECT_EQ(traffic.memory(), 2'400_us);
}

/// One message in many days on average: found at once, not hour by hour.
TEST(DemandTraffic, FindsAVeryLateMessageAtOnce) {
  const DemandTraffic traffic({{0, 1, 1e-3, 5}}, 2, {{1'000}, {0}}, {1, {1'000}, 1_us});
  HostMemory memory = host_memory(1, 0);
  const Message m = traffic.next(0, {}, memory);
  EXPECT_TRUE(m.destination == no_id || m.at.v / 1'000'000 % 24 == 5);
  EXPECT_EQ(traffic.next(1, {}, memory).destination, no_id);
}

TEST(DemandWorkload, RefusesMoreThanAHostsCableCarries) {
  const auto bound = [](const std::string& text, double scale) {
    DemandWorkload workload;
    workload.file = testing::TempDir() + "ebb_demand.csv", workload.scale = scale;
    std::FILE* out = std::fopen(workload.file.c_str(), "w");
    std::fputs(text.c_str(), out), std::fclose(out);
    Problems problems;
    workload.load(Node{}, "traffic.workload", problems);
    EXPECT_TRUE(problems.empty()) << to_text(problems);
    const auto traffic = workload.bind(named_ring(10_Gbps), {}, 1);
    return traffic ? "" : to_text(traffic.problems());
  };
  const std::string day = "source,destination,Gb/s,hour\na,b,6,\na,web,5,7\nb,web,9,\n";
  EXPECT_NE(bound(day, 1).find("requires a-h0 to send 11 Gb/s in hour 7, but its cable carries 10 Gb/s"),
            std::string::npos)
      << bound(day, 1);
  EXPECT_NE(bound(day, 1).find("scale = 0.908"), std::string::npos) << bound(day, 1);
  EXPECT_EQ(bound(day, 0.9), "");
  EXPECT_NE(bound("source,destination,Gb/s\na,b,0\n", 1).find("no demand above 0"), std::string::npos);
  const std::string both = bound("source,destination,Gb/s\na,nobody,1\na,b,11\n", 1);
  EXPECT_NE(both.find("names \"nobody\", which is not a host"), std::string::npos) << both;
  EXPECT_NE(both.find("requires a-h0 to send 11 Gb/s"), std::string::npos) << both;
}

}  // namespace
}  // namespace ebb::inline traffic
