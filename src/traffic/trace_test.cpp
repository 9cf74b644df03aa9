// Traces: written, read, replayed, and refused whenever a single byte is wrong.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "base/folder_testing.hpp"
#include "config/data_files.hpp"
#include "config/toml_file.hpp"
#include "experiment/prepared_run.hpp"
#include "experiment/run_config.hpp"
#include "experiment/small_run_testing.hpp"
#include "traffic/rehearsal.hpp"
#include "traffic/trace_text.hpp"
#include "traffic/trace_traffic.hpp"
#include "traffic/trace_workload.hpp"
#include "traffic/traffic_testing.hpp"

namespace ebb::inline traffic {
namespace {

using testing::HasSubstr;

const std::vector<SentMessage> few = {{0_us, 2, 0, 10_B},
                                      {0_us, 0, 1, 20_B},
                                      {0_us, 0, 2, 21_B},
                                      {3_us, 1, 2, 1'000'000_B},
                                      {Picoseconds{3'000'001}, 1, 0, 30_B},
                                      {9_us, 0, 3, 40_B}};

class Trace : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return (folder_.path / name).string(); }
  std::string write(const std::string& name, const std::vector<SentMessage>& messages,
                    std::uint32_t hosts = 0, Picoseconds length = {}) const {
    TraceWriter writer(path(name));
    for (const SentMessage& m : messages) writer.add(m);
    EXPECT_TRUE(writer.finish(hosts, length).ok());
    return path(name);
  }
  static std::shared_ptr<const TraceFile> opened(const std::string& file) {
    auto trace = TraceFile::open(file);
    EXPECT_TRUE(trace.ok()) << to_text(trace.problems());
    return *trace;
  }
  static std::vector<SentMessage> all_of(const TraceFile& trace) {
    std::vector<SentMessage> all;
    for (std::size_t i = 0; i < trace.blocks(); ++i) {
      const auto messages = trace.read(i);
      EXPECT_TRUE(messages.ok());
      all.insert(all.end(), messages->begin(), messages->end());
    }
    return all;
  }
  static std::string bytes_of(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  static Result<std::shared_ptr<const TraceFile>> open_text(const std::string& bytes) {
    return TraceFile::open(bytes_in_memory(std::as_bytes(std::span(bytes))), "x.ebbtrace");
  }

  TestFolder folder_;
};

TEST_F(Trace, ReadsBackWhatWasWritten) {
  const auto trace = opened(write("few.ebbtrace", few, 8, 20_us));
  EXPECT_EQ(all_of(*trace), few);
  EXPECT_EQ(trace->totals(), (TraceTotals{6, 1'000'121, 1, 8, 20_us}));
  EXPECT_EQ(opened(write("short.ebbtrace", few))->totals(),
            (TraceTotals{6, 1'000'121, 1, 4, Picoseconds{9'000'001}}));
  EXPECT_EQ(opened(write("empty.ebbtrace", {}, 4, 1_us))->totals(), (TraceTotals{0, 0, 0, 4, 1_us}));
}

TEST_F(Trace, LeavesNothingUnderItsNameUntilItIsComplete) {
  {
    TraceWriter writer(path("never.ebbtrace"));
    writer.add(few[0]);
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path));
  TraceWriter nowhere(path("no/such/folder.ebbtrace"));
  const auto totals = nowhere.finish(2, {});
  ASSERT_FALSE(totals.ok());
  EXPECT_THAT(totals.problems()[0].what, HasSubstr("cannot be written"));
}

TEST_F(Trace, ThatHasItsNameAtOnceIsWholeEachTimeItIsKept) {
  TraceWriter writer(path("grows.ebbtrace"), Existing::is_kept, TraceForm::messages, Naming::at_once);
  writer.keep(4, {});
  EXPECT_EQ(opened(path("grows.ebbtrace"))->totals(), (TraceTotals{0, 0, 0, 4, {}}));
  for (std::size_t i = 0; i < 3; ++i) writer.add(few[i]);
  writer.keep(4, 2_us);
  EXPECT_EQ(opened(path("grows.ebbtrace"))->totals(), (TraceTotals{3, 51, 1, 4, 2_us}));
  writer.keep(4, 3_us);  // nothing came in the third microsecond
  for (std::size_t i = 3; i < few.size(); ++i) writer.add(few[i]);
  writer.keep(4, 10_us);
  EXPECT_EQ(all_of(*opened(path("grows.ebbtrace"))), few);
  ASSERT_TRUE(writer.finish(4, 20_us).ok());
  EXPECT_EQ(all_of(*opened(path("grows.ebbtrace"))), few);
  EXPECT_EQ(opened(path("grows.ebbtrace"))->totals(), (TraceTotals{6, 1'000'121, 2, 4, 20_us}));
  TraceWriter second(path("grows.ebbtrace"), Existing::is_kept, TraceForm::messages, Naming::at_once);
  second.keep(4, {});
  EXPECT_EQ(second.wrong(), "it is there already");
}

TEST_F(Trace, IsRefusedWhateverByteIsChanged) {
  const std::string good = bytes_of(write("few.ebbtrace", few));
  ASSERT_TRUE(open_text(good).ok());
  for (std::size_t i = 0; i < good.size(); ++i)
    for (const int flip : {0x01, 0x80, 0xff}) {
      std::string bad = good;
      bad[i] = static_cast<char>(bad[i] ^ flip);
      const auto trace = open_text(bad);
      ASSERT_FALSE(trace.ok()) << i;
      EXPECT_THAT(trace.problems()[0].where, HasSubstr("x.ebbtrace: byte ")) << i;
      EXPECT_NE(trace.problems()[0].hint, "");
    }
}

TEST_F(Trace, IsRefusedWhereverItIsCutOff) {
  const std::string good = bytes_of(write("few.ebbtrace", few));
  for (std::size_t length = 0; length < good.size(); ++length) {
    const auto trace = open_text(good.substr(0, length));
    ASSERT_FALSE(trace.ok()) << length;
    EXPECT_EQ(trace.problems()[0].where, fmt::format("x.ebbtrace: byte {}", length));
  }
  const auto longer = open_text(good + "x");
  ASSERT_FALSE(longer.ok());
  EXPECT_EQ(longer.problems()[0].where, fmt::format("x.ebbtrace: byte {}", good.size()));
}

TEST_F(Trace, IsRefusedWhenAnotherTracesRecordStandsInIt) {
  const std::string one = bytes_of(write("one.ebbtrace", few)), empty = bytes_of(write("empty.ebbtrace", {}));
  // The end of an empty trace is sound in itself, but not behind a block.
  const std::size_t end = record_head_size + totals_size;
  const auto trace = open_text(one.substr(0, one.size() - end) + empty.substr(empty.size() - end));
  ASSERT_FALSE(trace.ok());
  EXPECT_THAT(trace.problems()[0].what, HasSubstr("does not belong here"));
}

/// A file with one block whose checksums are right whatever its bytes say.
std::string sealed(RecordHead head, const ByteBuffer& raw, TraceTotals totals) {
  std::string file;
  const auto put = [&](std::span<const std::byte> bytes) {
    file.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  };
  std::uint64_t before = 0;
  const auto record = [&](RecordHead h, std::span<const std::byte> stored) {
    h.stored_bytes = static_cast<std::uint32_t>(stored.size()), h.before = before;
    h.checksum = before = record_checksum(h, stored);
    put(encode(h)), put(stored);
  };
  put(file_head(trace_kind));
  head.raw_bytes = static_cast<std::uint32_t>(raw.size());
  record(head, compressed(raw));
  record({.kind = RecordKind::end}, encode(totals));
  return file;
}

TEST_F(Trace, IsRefusedForMessagesThatMakeNoSenseEvenWithRightChecksums) {
  const TraceTotals totals{1, 10, 1, 3, 5_us};
  const RecordHead head{.items = 1, .first = 1_us, .last = 1_us};
  const SentMessage good{1_us, 2, 0, 10_B};
  const auto refusal = [&](RecordHead h, const ByteBuffer& raw, const TraceTotals& t) {
    const auto trace = open_text(sealed(h, raw, t));
    return trace.ok() ? std::string("accepted") : trace.problems()[0].what;
  };
  const auto raw = [](SentMessage m) { return encode_messages(std::span(&m, 1)); };
  EXPECT_EQ(refusal(head, raw(good), totals), "accepted");
  EXPECT_THAT(refusal(head, raw({1_us, 2, 2, 10_B}), totals), HasSubstr("to itself"));
  EXPECT_THAT(refusal(head, raw({1_us, 2, no_id, 10_B}), totals), HasSubstr("lacks a host"));
  EXPECT_THAT(refusal(head, raw({1_us, 2, 0, 0_B}), totals), HasSubstr("no size"));
  EXPECT_THAT(refusal({.items = 1, .first = 1_us, .last = 2_us}, raw(good), totals),
              HasSubstr("time of the block's last"));
  EXPECT_THAT(refusal({.items = 1, .first = 2_us, .last = 1_us}, raw(good), totals),
              HasSubstr("makes no sense"));
  EXPECT_THAT(refusal({.items = 0, .first = 1_us, .last = 1_us}, {}, totals), HasSubstr("makes no sense"));
  EXPECT_THAT(refusal({.items = 2, .first = 1_us, .last = 1_us}, raw(good), totals),
              HasSubstr("message 1 of the block is later"));
  ByteBuffer longer = raw(good);
  longer.push_back(std::byte{0});
  EXPECT_THAT(refusal(head, longer, totals), HasSubstr("not the end"));
  for (const TraceTotals& wrong :
       {TraceTotals{2, 10, 1, 3, 5_us}, TraceTotals{1, 11, 1, 3, 5_us}, TraceTotals{1, 10, 2, 3, 5_us},
        TraceTotals{1, 10, 1, 2, 5_us}, TraceTotals{1, 10, 1, 3, 1_us}})
    EXPECT_THAT(refusal(head, raw(good), wrong), HasSubstr("does not agree"));
}

TEST_F(Trace, OfAnotherVersionOrOfAnotherKindSaysSo) {
  std::string bytes = bytes_of(write("few.ebbtrace", few));
  bytes[8] = 3;
  EXPECT_THAT(open_text(bytes).problems()[0].what, HasSubstr("version 3"));
  EXPECT_THAT(open_text("time_ps,source,destination,bytes\n").problems()[0].hint,
              HasSubstr("ebb trace convert"));
  EXPECT_FALSE(TraceFile::open(folder_.path.string()).ok());
  EXPECT_FALSE(TraceFile::open(path("none")).ok());
}

RC_GTEST_PROP(TraceBlocks, ReadBackWhatTheyWereMadeFrom, ()) {
  auto messages = *rc::gen::nonEmpty(rc::gen::container<std::vector<SentMessage>>(rc::gen::map(
      rc::gen::tuple(rc::gen::inRange<std::int64_t>(0, latest_trace_time.v),
                     rc::gen::inRange<HostId>(0, 1'000'000'000), rc::gen::inRange<HostId>(0, 1'000'000'000),
                     rc::gen::inRange<std::int64_t>(1, 1'000'000'000'000)),
      [](const auto& t) {
        const auto [at, from, to, size] = t;
        return SentMessage{{at}, from, to == from ? to + 1 : to, {size}};
      })));
  std::sort(messages.begin(), messages.end(), [](const auto& a, const auto& b) { return a.at < b.at; });
  const RecordHead head{.items = static_cast<std::uint32_t>(messages.size()),
                        .first = messages.front().at,
                        .last = messages.back().at};
  const ByteBuffer raw = encode_messages(messages);
  ByteBuffer unpacked(raw.size());
  RC_ASSERT(decompress(compressed(raw), unpacked));
  RC_ASSERT(*decode_messages(head, unpacked) == messages);
}

TEST_F(Trace, OfMillionsOfMessagesIsCutIntoBlocksByTime) {
  std::vector<SentMessage> many;
  for (int i = 0; i < 150'000; ++i)
    many.push_back({Picoseconds{i / 7}, static_cast<HostId>(i % 5), 5, {1 + i}});
  const auto trace = opened(write("many.ebbtrace", many));
  EXPECT_EQ(trace->blocks(), 3u);
  for (std::size_t i = 1; i < trace->blocks(); ++i) EXPECT_GT(trace->first(i), trace->last(i - 1));
  EXPECT_EQ(all_of(*trace), many);
  EXPECT_LT(trace->size(), 150'000u * 5);
}

/// What a traffic sends, without a network in between.
std::vector<SentMessage> played(const Traffic& traffic, const Network& network) {
  std::vector<SentMessage> messages;
  EXPECT_EQ(
      to_text(rehearse(traffic, network, {}, 1, 1_ms, [&](const SentMessage& m) { messages.push_back(m); })),
      "");
  return messages;
}

Result<std::unique_ptr<Traffic>> replay(const std::string& settings, const Network& network) {
  auto config = read_traffic(*parse_toml("workload = {name = 'trace', " + settings + "}", "run.toml"));
  if (!config) return config.problems();
  return bind_traffic(std::move(*config), network, {}, 1);
}

TEST_F(Trace, IsReplayedAsItWasOrFasterAndAcrossBlocks) {
  const Network network = ring_of_switches({3, 3});
  const std::string file = write("few.ebbtrace", few, 6);
  auto by_host = few;  // at the same moment the smaller host comes first
  std::swap(by_host[0], by_host[2]), std::swap(by_host[0], by_host[1]);
  EXPECT_EQ(played(**replay("file = '" + file + "'", network), network), by_host);
  auto faster = by_host;
  for (SentMessage& m : faster) m.at.v /= 4;
  EXPECT_EQ(played(**replay("file = '" + file + "', speed = 4", network), network), faster);

  std::vector<SentMessage> many;
  for (int i = 0; i < 200'000; ++i)
    many.push_back({Picoseconds{i}, static_cast<HostId>(i % 4 ? i % 3 : 4), 5, {1 + i % 100}});
  EXPECT_EQ(played(**replay("file = '" + write("many.ebbtrace", many) + "'", network), network), many);
}

/// More than one block, to host 5.
std::vector<SentMessage> many_messages() {
  std::vector<SentMessage> many;
  for (int i = 0; i < 200'000; ++i)
    many.push_back({Picoseconds{i}, static_cast<HostId>(i % 3), 5, {1 + i % 100}});
  return many;
}

void cut_in_half(const std::string& file) {
  std::filesystem::resize_file(file, std::filesystem::file_size(file) / 2);
}

TEST_F(Trace, ThatIsChangedWhileItIsPlayedSendsNoMoreAndSaysWhere) {
  const Network network = ring_of_switches({3, 3});
  const std::string file = write("many.ebbtrace", many_messages());
  const auto traffic = replay("file = '" + file + "'", network);
  ASSERT_TRUE(traffic) << to_text(traffic.problems());
  EXPECT_TRUE(failure_of(**traffic).empty());
  cut_in_half(file);
  std::size_t sent = 0;
  const Problems problems = rehearse(**traffic, network, {}, 1, 1_ms, [&](const SentMessage&) { ++sent; });
  EXPECT_LT(sent, 200'000u);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_THAT(problems[0].where, HasSubstr(file + ": byte "));
  EXPECT_THAT(problems[0].what, HasSubstr("changed while it was played"));
  EXPECT_EQ(to_text(failure_of(**traffic)), to_text(problems));
}

TEST_F(Trace, ThatIsChangedInTheMiddleOfARunLeavesNoResult) {
  const std::string text = std::string(small_butterfly) + "[traffic]\nworkload = {name = 'trace', file = '" +
                           path("many.ebbtrace") + "', placement = 'spread'}\n[run]\nthreads = ";
  for (const char* threads : {"1", "2"}) {
    const std::string file = write("many.ebbtrace", many_messages());
    auto input = read_run(folder_.write("run.toml", text + threads), {});
    ASSERT_TRUE(input.ok()) << to_text(input.problems());
    auto prepared = prepare_run(std::move(*input));
    ASSERT_TRUE(prepared.ok()) << to_text(prepared.problems());
    cut_in_half(file);
    const auto result = run(**prepared);
    ASSERT_FALSE(result.ok());
    EXPECT_THAT(to_text(result.problems()), HasSubstr("changed while it was played"));
  }
}

TEST_F(Trace, IsPlacedAsAsked) {
  const std::string file = "file = '" + write("few.ebbtrace", few) + "'";  // four hosts
  const Network eight = ring_of_switches({4, 4});
  const auto spread = played(**replay(file + ", placement = 'spread'", eight), eight);
  ASSERT_EQ(spread.size(), few.size());
  EXPECT_EQ(spread.back(), (SentMessage{9_us, 0, 6, 40_B}));
  const auto at_random = played(**replay(file + ", placement = 'random'", eight), eight);
  ASSERT_EQ(at_random.size(), few.size());
  std::set<HostId> hosts;
  for (const SentMessage& m : at_random) hosts.insert({m.source, m.destination});
  EXPECT_EQ(hosts.size(), 4u);
  const auto refused = [&](const std::string& settings, const Network& network) {
    const auto traffic = replay(settings, network);
    return traffic.ok() ? "accepted" : to_text(traffic.problems());
  };
  const auto same = replay(file, eight);
  const auto as_it_was = played(**same, eight);
  ASSERT_EQ(as_it_was.size(), few.size());
  EXPECT_EQ(as_it_was.back(), few.back()) << "the same numbers; the others are silent";
  EXPECT_THAT((*same)->calibration(), HasSubstr("; on hosts 0 to 3 of 8 (placement \"identity\")"));
  EXPECT_THAT((*replay(file + ", placement = 'spread'", eight))->calibration(),
              HasSubstr("on 4 of 8 hosts, evenly spread"));
  EXPECT_THAT(refused(file, ring_of_switches({3})), HasSubstr("has 4 hosts, but the network only 3"));
  EXPECT_THAT(refused("speed = 0", eight), HasSubstr("speed"));
  EXPECT_THAT(refused("file = 'none.ebbtrace'", eight), HasSubstr("run.toml:1:29: traffic.workload.file"));
}

TEST_F(Trace, OfNamesIsPlayedWhereTheNetworkHasThem) {
  const auto csv = [&](const std::string& lines) {
    std::ofstream(path("named.csv")) << "time_us,source,destination,bytes\n" << lines;
    return "file = '" + path("named.csv") + "'";
  };
  Network network = ring_of_switches({2, 2});
  network.labels.hosts = {"web1", "web2", "db1", "db2"};
  const auto sent = played(**replay(csv("1,db2,web1,40\n2,web1,db2,50\n"), network), network);
  ASSERT_EQ(sent.size(), 2u);
  EXPECT_EQ(sent[0], (SentMessage{1_us, 3, 0, 40_B}));
  EXPECT_EQ(sent[1], (SentMessage{2_us, 0, 3, 50_B}));
  const auto refused = [&](const std::string& settings) {
    const auto traffic = replay(settings, network);
    return traffic.ok() ? "accepted" : to_text(traffic.problems());
  };
  EXPECT_THAT(refused(csv("1,bd1,web1,40\n")),
              testing::AllOf(HasSubstr("names \"bd1\""), HasSubstr("did you mean \"db1\"")));
  EXPECT_THAT(refused(csv("1,web1,0,40\n")), HasSubstr("calls one host \"web1\" and \"0\""));
  EXPECT_THAT(refused(csv("1,web1,db1,40\n") + ", placement = 'spread'"), HasSubstr("name their hosts"));
  EXPECT_THAT(refused(csv("1,0,1,40\n2,web1,0,40\n")), HasSubstr("no host"));
}

TEST_F(Trace, IsFoundBesideTheRunFileAndNamedInFullInTheCopy) {
  const std::string file = write("few.ebbtrace", few);
  const std::string run_file =
      folder_.write("run.toml",
                    "[topology]\nname = 'star'\nhosts = 4\n[routing]\nname = 'shortest_path'\n"
                    "[traffic]\nworkload = {name = 'trace', file = 'few.ebbtrace'}\n");
  const auto input = read_run(run_file, {});
  ASSERT_TRUE(input.ok()) << to_text(input.problems());
  EXPECT_EQ(input->document.find("traffic")->find("workload")->find("file")->text, file);
}

TEST_F(Trace, NamedOnTheCommandLineIsFoundBesideTheRunFileToo) {
  const std::string file = write("few.ebbtrace", few);
  const std::string run_file = folder_.write(
      "run.toml",
      "[topology]\nname = 'star'\nhosts = 4\n[routing]\nname = 'shortest_path'\n[traffic]\nload = 0.1\n");
  const auto input = read_run(run_file, {"traffic={workload={name='trace',file='few.ebbtrace'}}"});
  EXPECT_TRUE(input.ok()) << to_text(input.problems());  // the whole table is another one
  const std::string other = folder_.write(
      "other.toml", "[topology]\nname = 'star'\nhosts = 4\n[routing]\nname = 'shortest_path'\n");
  for (const char* setting : {"traffic.workload={name='trace',file='few.ebbtrace'}",
                              "traffic={workload={name='trace',file='few.ebbtrace'}}"}) {
    const auto set = read_run(other, {setting});
    ASSERT_TRUE(set.ok()) << to_text(set.problems());
    EXPECT_EQ(set->document.find("traffic")->find("workload")->find("file")->text, file);
  }
}

TEST_F(Trace, AsTextGoesOutAndComesIn) {
  const auto trace = opened(write("few.ebbtrace", few));
  {
    WholeFile out(path("few.csv"));
    EXPECT_TRUE(write_trace_text(*trace, out, "few.csv").empty());
  }
  const std::string text = bytes_of(path("few.csv"));
  EXPECT_THAT(text, testing::StartsWith("time_ps,source,destination,bytes\r\n# announced=6\r\n0,2,0,10\r\n"));
  EXPECT_THAT(text, testing::EndsWith("\r\n# messages=6 hosts=4 length_ps=9000001\r\n"));
  std::istringstream in(text);
  TraceWriter writer(path("again.ebbtrace"));
  TraceExtent extent;
  EXPECT_EQ(to_text(read_trace_text(in, "few.csv", writer, extent)), "");
  ASSERT_TRUE(writer.finish(extent.hosts, extent.length).ok());
  EXPECT_EQ(bytes_of(path("again.ebbtrace")), bytes_of(path("few.ebbtrace")));
}

TEST_F(Trace, AsTextTakesOtherOrdersAndUnits) {
  std::istringstream in("bytes, source,destination,time_us\n7,1,0,0.5\n\n8,0,1,2.000001\n");
  TraceWriter writer(path("t.ebbtrace"));
  TraceExtent extent;
  EXPECT_EQ(to_text(read_trace_text(in, "t.csv", writer, extent)), "");
  EXPECT_EQ(extent.length, Picoseconds{});
  ASSERT_TRUE(writer.finish(0, {}).ok());
  EXPECT_EQ(all_of(*opened(path("t.ebbtrace"))),
            (std::vector<SentMessage>{{500_ns, 1, 0, 7_B}, {Picoseconds{2'000'001}, 0, 1, 8_B}}));
}

TEST_F(Trace, AsTextIsRefusedWhereverItIsCut) {
  const auto trace = opened(write("few.ebbtrace", few));
  {
    WholeFile out(path("few.csv"));
    EXPECT_TRUE(write_trace_text(*trace, out, "few.csv").empty());
  }
  const std::string text = bytes_of(path("few.csv"));
  const std::size_t names = text.find('\n') + 1;
  for (std::size_t length = names + 1; length < text.size(); ++length) {
    std::istringstream in(text.substr(0, length));
    TraceWriter writer(path("cut.ebbtrace"));
    TraceExtent extent;
    EXPECT_FALSE(read_trace_text(in, "few.csv", writer, extent).empty()) << length;
  }
}

TEST_F(Trace, AsTextMayNotEndInTheMiddleOfALine) {
  std::istringstream in("time_ps,source,destination,bytes\n718200,27,45,23");
  TraceWriter writer(path("t.ebbtrace"));
  TraceExtent extent;
  EXPECT_THAT(to_text(read_trace_text(in, "t.csv", writer, extent)), HasSubstr("t.csv:2: has no line end"));
}

TEST_F(Trace, AsTextIsRefusedByLine) {
  const auto refusals = [&](const std::string& text) {
    std::istringstream in(text);
    TraceWriter writer(path("t.ebbtrace"));
    std::string all;
    TraceExtent extent;
    for (const Problem& p : read_trace_text(in, "t.csv", writer, extent))
      all += p.where + " " + p.what + " | " + p.hint + "\n";
    return all;
  };
  const std::string names = "time_ps,source,destination,bytes\n";
  EXPECT_EQ(refusals(names), "");
  EXPECT_THAT(refusals(""), HasSubstr("t.csv:1 holds no line"));
  EXPECT_THAT(refusals("time,source,destination,bytes\n"), HasSubstr("unknown column \"time\""));
  EXPECT_THAT(refusals("time_ps,source,source,bytes\n"), HasSubstr("each of the four columns once"));
  EXPECT_THAT(refusals(names + "1,2,3\n"), HasSubstr("t.csv:2 has 3 fields"));
  EXPECT_THAT(refusals(names + "1.5,2,3,4\n"), HasSubstr("t.csv:2 has the time \"1.5\""));
  EXPECT_THAT(refusals(names + "-1,2,3,4\n"), HasSubstr("has the time"));
  EXPECT_THAT(refusals(names + "1,2,3,4\n1,x,3,4\n"),
              HasSubstr("t.csv:3 has a source or destination that is no host"));
  EXPECT_THAT(refusals(names + "1,3,3,4\n"), HasSubstr("from host 3 to itself"));
  EXPECT_THAT(refusals(names + "1,2,3,0\n"), HasSubstr("has \"0\" bytes"));
  EXPECT_THAT(refusals(names + "5,2,3,1\n4,2,3,1\n"),
              HasSubstr("t.csv:3 is earlier than the line before | sort"));
  EXPECT_THAT(refusals(names + std::string(5'000'000, ',') + "\n"), HasSubstr("t.csv:2"));
}

std::uint64_t digest_of(const std::string& file, const std::vector<std::string>& settings) {
  auto input = read_run(file, settings);
  EXPECT_TRUE(input) << to_text(input.problems());
  auto prepared = prepare_run(std::move(*input));
  EXPECT_TRUE(prepared) << to_text(prepared.problems());
  return run(*(*prepared)->simulation, (*prepared)->settings)->digest;
}

TEST_F(Trace, RecordedFromAnOpenLoopReplaysToTheSameDigestOnAnyNumberOfThreads) {
  const std::string original = data_file("examples/run-fbfly-512.toml");
  auto input = read_run(original, {});
  const Network network = input->topology->build(input->cables);
  const Cutting cutting{input->hosts.packet, input->hosts.header};
  const auto traffic = bind_traffic(std::move(input->traffic), network, cutting, 1);
  TraceWriter writer(path("t.ebbtrace"));
  ASSERT_TRUE(
      rehearse(**traffic, network, cutting, 1, 60_us, [&](const SentMessage& m) { writer.add(m); }).empty());
  ASSERT_TRUE(writer.finish(network.hosts, 60_us).ok());
  EXPECT_GE(opened(path("t.ebbtrace"))->blocks(), 2u);

  std::string text;
  std::ifstream in(original);
  for (std::string line; std::getline(in, line) && line != "[traffic]";) text += line + "\n";
  const std::string again = folder_.write(
      "again.toml", text + "[traffic]\nworkload = {name = 'trace', file = '" + path("t.ebbtrace") + "'}\n");
  const std::uint64_t digest = digest_of(original, {"run.most_time=50us"});
  for (const char* threads : {"run.threads=1", "run.threads=2", "run.threads=4"})
    EXPECT_EQ(digest_of(again, {"run.most_time=50us", threads}), digest);
}

}  // namespace
}  // namespace ebb::inline traffic
