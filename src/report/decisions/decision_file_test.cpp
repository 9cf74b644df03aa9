#include "report/decisions/decision_file.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/folder_testing.hpp"
#include "report/decisions/decision_writer.hpp"
#include "report/decisions/decisions_testing.hpp"

namespace ebb::inline report::decision_file_test {
namespace {

using testing::HasSubstr;

std::vector<DecisionRecord> records_in(const DecisionFile& file) {
  std::vector<DecisionRecord> all;
  file.for_each([&](const DecisionRecord& r) { all.push_back(r); });
  return all;
}

ByteBuffer bytes_of(const std::string& text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

std::string refusal(const std::string& text) {
  const auto file = DecisionFile::of(bytes_of(text), "x.why");
  return file ? "accepted" : fmt::format("{}: {}", file.problems()[0].where, file.problems()[0].what);
}

TEST(DecisionFile, GivesBackWhatWasWritten) {
  const TestFolder folder;
  const std::string path = write_small_log(folder);
  const auto file = DecisionFile::open(path);
  ASSERT_TRUE(file);
  EXPECT_EQ(file->about(), small_about());
  EXPECT_EQ(file->end(), small_end());
  EXPECT_EQ(records_in(*file), small_records());
  EXPECT_EQ(records_in(*file), small_records());  // repeatable
}

TEST(DecisionFile, HasTheSameBytesHoweverManyComeAtATime) {
  const TestFolder folder;
  std::vector<DecisionRecord> many;
  for (int i = 0; i < 200'000; ++i) {
    DecisionRecord r = small_records()[static_cast<std::size_t>(i) % 4];
    r.at = {i * 1'000}, r.utilisation = 1.0 / (i + 1), r.sent = {i % 3 - 1};
    many.push_back(r);
  }
  DecisionsEnd end = small_end();
  end.decisions = {many.size(), 0}, end.reasons = {{"all", many.size(), many.size()}};
  const auto write = [&](const std::string& name, std::size_t at_a_time) {
    const std::string path = (folder.path / name).string();
    DecisionWriter writer(path, small_about());
    for (std::size_t i = 0; i < many.size(); i += at_a_time)
      writer.add(std::span(many).subspan(i, std::min(at_a_time, many.size() - i)));
    EXPECT_TRUE(writer.finish(end).empty());
    return text_of(path);
  };
  const std::string at_once = write("at_once", many.size());
  EXPECT_TRUE(at_once == write("one_by_one", 1));
  EXPECT_TRUE(at_once == write("some", 1'237));
  EXPECT_LT(at_once.size(), many.size() * 12);
  const auto file = DecisionFile::of(bytes_of(at_once), "x.why");
  ASSERT_TRUE(file);
  EXPECT_TRUE(records_in(*file) == many);
}

TEST(DecisionFile, MayHoldNoDecisionAtAll) {
  const TestFolder folder;
  const std::string path = (folder.path / "none.why").string();
  DecisionWriter writer(path, small_about());
  EXPECT_TRUE(writer.finish({}).empty());
  const auto file = DecisionFile::open(path);
  ASSERT_TRUE(file);
  EXPECT_TRUE(records_in(*file).empty());
}

TEST(DecisionFile, IsThereWholeOrNotAtAll) {
  const TestFolder folder;
  {
    DecisionWriter writer((folder.path / "half.why").string(), small_about());
    writer.add(small_records());
    EXPECT_FALSE(std::filesystem::exists(folder.path / "half.why"));
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path));
  DecisionWriter nowhere((folder.path / "no/such/folder").string(), small_about());
  ASSERT_EQ(nowhere.check().size(), 1u);
  EXPECT_THAT(nowhere.check()[0].what, HasSubstr("cannot be written: its folder is not there"));
}

TEST(DecisionFile, ThatHasItsNameAtOnceIsWholeEachTimeItIsKept) {
  const TestFolder folder;
  const std::string path = (folder.path / "grows.why").string();
  const auto records = small_records();
  DecisionWriter writer(path, small_about(), Existing::is_kept, Naming::at_once);
  for (std::size_t i = 0; i <= records.size(); ++i) {
    DecisionsEnd end = small_end();
    end.decisions = {i, 0}, end.partial = true,
    end.simulated = Picoseconds{static_cast<std::int64_t>(i) * 10'000'000};
    end.reasons = {{"all", i, i}};
    writer.keep(end);
    const auto file = DecisionFile::open(path);
    ASSERT_TRUE(file) << to_text(file.problems());
    EXPECT_EQ(file->end(), end);
    EXPECT_EQ(records_in(*file),
              std::vector(records.begin(), records.begin() + static_cast<std::ptrdiff_t>(i)));
    if (i < records.size()) writer.add(std::span(records).subspan(i, 1));
  }
  EXPECT_TRUE(writer.finish(small_end()).empty());
  EXPECT_EQ(DecisionFile::open(path)->end(), small_end());
}

TEST(DecisionFile, IsRefusedWhereverItIsCutOff) {
  const TestFolder folder;
  const std::string good = text_of(write_small_log(folder));
  for (std::size_t length = 0; length < good.size(); ++length)
    ASSERT_THAT(refusal(good.substr(0, length)), HasSubstr(fmt::format("x.why: byte {}: ", length)));
  EXPECT_THAT(refusal(good + "x"), HasSubstr("where nothing should"));
  EXPECT_EQ(refusal(good), "accepted");
}

TEST(DecisionFile, IsRefusedWhicheverByteIsWrong) {
  const TestFolder folder;
  const std::string good = text_of(write_small_log(folder));
  for (std::size_t i = 0; i < good.size(); ++i)
    for (const char flip : {'\x01', '\x80'}) {
      std::string bad = good;
      bad[i] = static_cast<char>(bad[i] ^ flip);
      ASSERT_NE(refusal(bad), "accepted") << "byte " << i;
    }
}

TEST(DecisionFile, OfAnotherKindOrVersionIsNamedAsSuch) {
  const TestFolder folder;
  std::string other = text_of(write_small_log(folder));
  other[8] = 7;
  EXPECT_THAT(refusal(other), HasSubstr("is a log of decisions of version 7, and this ebb reads version 1"));
  EXPECT_THAT(refusal("[topology]\nname = \"star\"\n"), HasSubstr(": is not a log of decisions of ebb"));
  EXPECT_THAT(DecisionFile::open((folder.path / "none").string()).problems()[0].what,
              HasSubstr("there is no such file"));
  EXPECT_THAT(DecisionFile::open(folder.path.string()).problems()[0].what,
              HasSubstr("is not a regular file"));
}

/// A file whose checksums are correct whatever its records contain.
std::string sealed(const DecisionsAbout& about, const std::vector<DecisionRecord>& records,
                   const DecisionsEnd& end, std::uint32_t more_items = 0) {
  const TestFolder folder;
  const std::string path = (folder.path / "x").string();
  RecordWriter file(path, decisions_kind);
  std::vector<std::string> texts;
  file.write_compressed({.kind = RecordKind::about}, encode(about));
  file.write_compressed({.items = static_cast<std::uint32_t>(records.size()) + more_items,
                         .first = records.front().at,
                         .last = records.back().at},
                        encode_block(records, texts));
  file.write_compressed({.kind = RecordKind::end}, encode(end));
  EXPECT_EQ(file.finish(), "");
  return text_of(path);
}

TEST(DecisionFile, IsRefusedForWhatMakesNoSenseEvenWithRightChecksums) {
  const auto records = small_records();
  const auto with = [&](auto change) {
    auto changed = records;
    change(changed[1]);
    return refusal(sealed(small_about(), changed, small_end()));
  };
  EXPECT_EQ(with([](DecisionRecord&) {}), "accepted");
  EXPECT_THAT(with([](DecisionRecord& r) { r.channel = 99; }), HasSubstr("a block is invalid"));
  EXPECT_THAT(with([](DecisionRecord& r) { r.to = 9; }), HasSubstr("a block is invalid"));
  EXPECT_THAT(with([](DecisionRecord& r) { r.utilisation = 0.0 / 0.0; }), HasSubstr("a block is invalid"));
  EXPECT_THAT(with([](DecisionRecord& r) { r.at = 90_us; }), HasSubstr("a block is invalid"));
  EXPECT_THAT(with([&](DecisionRecord& r) { r.at = records[0].at, r.channel = 0; }),
              HasSubstr("not in order"));
  EXPECT_THAT(refusal(sealed(small_about(), records, small_end(), 1)), HasSubstr("a block is invalid"));
  DecisionsEnd end = small_end();
  end.decisions = {3, end.decisions.beyond + 1};
  EXPECT_THAT(refusal(sealed(small_about(), records, end)), HasSubstr("does not agree"));
  end.decisions = {4, 0};
  EXPECT_THAT(refusal(sealed(small_about(), records, end)), HasSubstr("its end is invalid"));
  DecisionsAbout about = small_about();
  about.channels[0].back = 1;
  EXPECT_THAT(refusal(sealed(about, records, small_end())),
              HasSubstr("the description of the run is invalid"));
}

}  // namespace
}  // namespace ebb::inline report::decision_file_test
