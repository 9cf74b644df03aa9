// Traces: written, read, and refused whenever a single byte is wrong.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <sstream>

#include "traffic/trace/trace_testing.hpp"
#include "traffic/trace/trace_text.hpp"

namespace ebb::inline traffic {
namespace {

using testing::HasSubstr;

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
  writer.keep(4, 3_us);  // nothing arrived in the third microsecond
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
      // The head says what file it is; behind it damage has a place.
      const char* place = i < file_head_size ? "x.ebbtrace" : "x.ebbtrace: byte ";
      EXPECT_THAT(trace.problems()[0].where, HasSubstr(place)) << i;
      EXPECT_NE(trace.problems()[0].hint, "");
    }
}

TEST_F(Trace, OfAJobCarriesItsNote) {
  const std::string note =
      "all_reduce of 1,000,000 B by ring: 12 calls\nbroadcast of 8 B by binomial_tree: 1 call\n";
  TraceWriter writer(path("job"), Existing::is_kept, note);
  writer.add({0_us, 0, 1, 10_B}, {});
  writer.add({1_us, 1, 0, 20_B}, {.computing = 5_us, .after = {0}});
  ASSERT_TRUE(writer.finish(0, {}).ok());
  const auto trace = opened(path("job"));
  EXPECT_TRUE(trace->is_job());
  EXPECT_EQ(trace->note(), note);
  EXPECT_EQ(trace->totals().messages, 2u);
  const std::string whole = bytes_of(path("job"));
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string damaged = whole;
    damaged[i] ^= 1;
    EXPECT_FALSE(open_text(damaged).ok()) << "byte " << i;
    EXPECT_FALSE(open_text(whole.substr(0, i)).ok()) << "cut at " << i;
  }
}

TEST_F(Trace, WithoutANoteIsAJobOfTheOldVersion) {
  TraceWriter writer(path("job"), Existing::is_kept, "");
  writer.add({0_us, 0, 1, 10_B}, {});
  ASSERT_TRUE(writer.finish(0, {}).ok());
  EXPECT_EQ(bytes_of(path("job"))[8], 2);  // so that programs of today can read it
  EXPECT_EQ(opened(path("job"))->note(), "");
}

TEST_F(Trace, ShowsNoControlCharactersOfANote) {
  TraceWriter writer(path("job"), Existing::is_kept, "a\x1b[2Jb");
  writer.add({0_us, 0, 1, 10_B}, {});
  ASSERT_TRUE(writer.finish(0, {}).ok());
  EXPECT_EQ(opened(path("job"))->note(), "a?[2Jb");
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
  // The end of an empty trace is valid by itself, but not after a block.
  const std::size_t end = record_head_size + totals_size;
  const auto trace = open_text(one.substr(0, one.size() - end) + empty.substr(empty.size() - end));
  ASSERT_FALSE(trace.ok());
  EXPECT_THAT(trace.problems()[0].what, HasSubstr("does not belong here"));
}

/// A file with one block whose checksums are correct whatever its bytes are.
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
  EXPECT_THAT(refusal(head, raw({1_us, 2, 0, 0_B}), totals), HasSubstr("an invalid size"));
  EXPECT_THAT(refusal({.items = 1, .first = 1_us, .last = 2_us}, raw(good), totals),
              HasSubstr("time of the block's last"));
  EXPECT_THAT(refusal({.items = 1, .first = 2_us, .last = 1_us}, raw(good), totals), HasSubstr("is invalid"));
  EXPECT_THAT(refusal({.items = 0, .first = 1_us, .last = 1_us}, {}, totals), HasSubstr("is invalid"));
  EXPECT_THAT(refusal({.items = 2, .first = 1_us, .last = 1_us}, raw(good), totals),
              HasSubstr("message 1 of the block is later"));
  ByteBuffer longer = raw(good);
  longer.push_back(std::byte{0});
  EXPECT_THAT(refusal(head, longer, totals), HasSubstr("not the end"));
  for (const TraceTotals& wrong :
       {TraceTotals{2, 10, 1, 3, 5_us}, TraceTotals{1, 11, 1, 3, 5_us}, TraceTotals{1, 10, 2, 3, 5_us},
        TraceTotals{1, 10, 1, 2, 5_us}, TraceTotals{1, 10, 1, 3, 1_us}})
    EXPECT_THAT(refusal(head, raw(good), wrong), HasSubstr("disagrees"));
}

TEST_F(Trace, OfAnotherVersionOrOfAnotherKindSaysSo) {
  std::string bytes = bytes_of(write("few.ebbtrace", few));
  bytes[8] = 4;
  EXPECT_THAT(open_text(bytes).problems()[0].what, HasSubstr("version 4"));
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
  EXPECT_THAT(refusals(""), HasSubstr("t.csv:1 has no line"));
  EXPECT_THAT(refusals("time,source,destination,bytes\n"), HasSubstr("unknown column \"time\""));
  EXPECT_THAT(refusals("time_ps,source,source,bytes\n"), HasSubstr("each of the four columns once"));
  EXPECT_THAT(refusals(names + "1,2,3\n"), HasSubstr("t.csv:2 has 3 fields"));
  EXPECT_THAT(refusals(names + "1.5,2,3,4\n"), HasSubstr("t.csv:2 has the invalid time \"1.5\""));
  EXPECT_THAT(refusals(names + "-1,2,3,4\n"), HasSubstr("has the invalid time"));
  EXPECT_THAT(refusals(names + "1,2,3,4\n1,x,3,4\n"),
              HasSubstr("t.csv:3 has a source or destination that is not a host"));
  EXPECT_THAT(refusals(names + "1,3,3,4\n"), HasSubstr("from host 3 to itself"));
  EXPECT_THAT(refusals(names + "1,2,3,0\n"), HasSubstr("has the invalid size \"0\""));
  EXPECT_THAT(refusals(names + "5,2,3,1\n4,2,3,1\n"),
              HasSubstr("t.csv:3 is earlier than the line before | sort"));
  EXPECT_THAT(refusals(names + std::string(5'000'000, ',') + "\n"), HasSubstr("t.csv:2"));
}

}  // namespace
}  // namespace ebb::inline traffic
