// `ebb trace` and `ebb traffic measure` as a user types them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/command/command_line.hpp"
#include "app/traffic/traffic_commands.hpp"
#include "base/folder_testing.hpp"
#include "config/data_files.hpp"

namespace ebb::inline app {
namespace {

using testing::HasSubstr;
using testing::Not;

struct Outcome {
  int exit_code;
  std::string out, err;
};

Outcome ebb_with(const std::vector<std::string>& words) {
  std::vector<const char*> args{"ebb"};
  for (const std::string& word : words) args.push_back(word.c_str());
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  const int exit_code = run_command_line(static_cast<int>(args.size()), args.data());
  std::string out = testing::internal::GetCapturedStdout();
  return {exit_code, out, testing::internal::GetCapturedStderr()};
}

class TraceCommand : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return (folder_.path / name).string(); }
  const std::string search_ = data_file("examples/run-search.toml");
  TestFolder folder_;
};

TEST_F(TraceCommand, RecordsShowsAndConvertsThereAndBack) {
  const Outcome recorded =
      ebb_with({"trace", "record", search_, "--time", "100us", "-o", path("a.ebbtrace"), "--csv"});
  EXPECT_EQ(recorded.exit_code, 0) << recorded.err;
  EXPECT_THAT(recorded.out, HasSubstr("hosts,messages,payload_bytes,length_us"));
  EXPECT_EQ(ebb_with({"trace", "info", path("a.ebbtrace"), "--csv"}).out, recorded.out);
  EXPECT_EQ(ebb_with({"trace", "convert", path("a.ebbtrace"), "-o", path("a.csv")}).exit_code, 0);
  const Outcome again = ebb_with({"trace", "convert", path("a.csv"), "-o", path("b.ebbtrace"), "--csv"});
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_EQ(again.out, recorded.out);  // hosts and length too
  EXPECT_EQ(ebb_with({"trace", "convert", path("b.ebbtrace"), "-o", path("b.csv")}).exit_code, 0);
  std::ifstream a(path("a.csv")), b(path("b.csv"));
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(a), {}),
            std::string(std::istreambuf_iterator<char>(b), {}));
}

/// Its length would be 1 ps, and its load thousands of times that of any wire.
TEST_F(TraceCommand, AJobWithoutComputingHasNoLoadOfItsOwn) {
  std::ofstream(path("job.goal")) << "num_ranks 2\nrank 0 {\nl1: send 1000000b to 1 tag 1\n}\n"
                                     "rank 1 {\nl1: recv 1000000b from 0 tag 1\n}\n";
  const Outcome made = ebb_with({"trace", "convert", path("job.goal"), "-o", path("job.ebbtrace"), "--csv"});
  EXPECT_EQ(made.exit_code, 0) << made.err;
  EXPECT_THAT(made.out, HasSubstr("\r\n2,1,1000000,,,1,")) << made.out;
  const Outcome text = ebb_with({"trace", "info", path("job.ebbtrace")});
  EXPECT_THAT(text.out,
              HasSubstr("has no computing, so its length and its load depend on the network alone"));
  EXPECT_THAT(text.out, Not(HasSubstr("lasts")));
}

TEST_F(TraceCommand, MakesJobsThatComeBackFromGoalText) {
  const Outcome made = ebb_with({"trace", "make", "nas-is", "--processes", "8", "--class", "A",
                                 "--iterations", "1", "-o", path("is.ebbtrace"), "--csv"});
  EXPECT_EQ(made.exit_code, 0) << made.err;
  EXPECT_THAT(made.err, HasSubstr("1 of 10 iterations of the whole program in class A"));
  EXPECT_EQ(ebb_with({"trace", "convert", path("is.ebbtrace"), "-o", path("is.goal")}).exit_code, 0);
  const Outcome back = ebb_with({"trace", "convert", path("is.goal"), "-o", path("back.ebbtrace"), "--csv"});
  EXPECT_EQ(back.exit_code, 0) << back.err;
  EXPECT_EQ(back.out.substr(back.out.find('\n'), 2), made.out.substr(made.out.find('\n'), 2));  // hosts
  const Outcome text = ebb_with({"trace", "convert", path("is.ebbtrace"), "-o", path("is.csv")});
  EXPECT_EQ(text.exit_code, 0) << text.err;
  const Outcome again = ebb_with({"trace", "convert", path("is.csv"), "-o", path("again.ebbtrace"), "--csv"});
  EXPECT_EQ(again.out, made.out);
}

TEST_F(TraceCommand, RefusesKernelsAndJobsThatThereAreNot) {
  const auto refused = [](const std::vector<std::string>& words, const std::string& why) {
    const Outcome o = ebb_with(words);
    EXPECT_EQ(o.exit_code, 2) << o.out;
    EXPECT_THAT(o.err, HasSubstr(why));
  };
  refused({"trace", "make", "nas-gc", "-o", path("x")}, "nas-cg");
  refused({"trace", "make", "nas-bt", "--processes", "-5", "-o", path("x")}, "whole number");
  refused({"trace", "make", "nas-bt", "--processes", "10", "-o", path("x")}, "square number");
  refused({"trace", "make", "nas-cg", "--class", "huge", "-o", path("x")}, "S, A or C");
  refused({"trace", "make", "nas-cg", "--software", "5", "-o", path("x")}, "--software 8ns");
  refused({"trace", "convert", data_file("examples/search-64.ebbtrace"), "-o", path("x.goal")},
          "is not a job");
}

TEST_F(TraceCommand, RefusesWithExitCodeTwo) {
  const auto refused = [](const std::vector<std::string>& words, const std::string& why) {
    const Outcome o = ebb_with(words);
    EXPECT_EQ(o.exit_code, 2) << o.out;
    EXPECT_THAT(o.err, HasSubstr(why));
  };
  const std::string trace = data_file("examples/search-64.ebbtrace");
  refused({"trace", "info", search_}, ": is not a trace of ebb");
  refused({"trace", "info", path("none")}, "there is no such file");
  refused({"trace", "record", search_, "--time", "0s", "-o", path("a")}, "--time: must be positive");
  refused({"trace", "record", search_, "--time", "5parsec", "-o", path("a")}, "--time");
  refused({"trace", "record", search_, "--time", "1us", "-o", path("no/folder/a")}, "cannot be written");
  refused({"trace", "convert", trace, "-o", path("b.ebbtrace")}, "a trace becomes a CSV or a GOAL file");
  refused({"trace", "convert", trace, "-o", trace}, "is the file that is read");
  refused({"trace", "convert", search_, "-o", path("a.ebbtrace")},
          "run-search.toml:1: has the unknown column");
  refused({"trace", "convert", path("none.csv"), "-o", path("a.ebbtrace")}, "there is no such file");
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path));
}

TEST_F(TraceCommand, ReplacesAFileOnlyWhenToldTo) {
  const std::string mine = folder_.write("mine.ebbtrace", "hours of work"),
                    text = folder_.write("mine.csv", "more");
  const std::vector<std::string> record{"trace", "record", search_, "--time", "50us", "-o", mine};
  for (const auto& words :
       {record, {"trace", "convert", data_file("examples/search-64.ebbtrace"), "-o", text}}) {
    const Outcome refused = ebb_with(words);
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_THAT(refused.err, testing::AllOf(HasSubstr("exists already"), HasSubstr("--force")));
    auto forced = words;
    forced.push_back("--force");
    EXPECT_EQ(ebb_with(forced).exit_code, 0);
  }
  EXPECT_EQ(ebb_with({"trace", "info", mine}).exit_code, 0);
  EXPECT_GT(std::filesystem::file_size(text), 100u);
  EXPECT_THAT(ebb_with({"trace", "record", search_, "--force", "-o", folder_.path.string()}).err,
              HasSubstr("is a folder"));
}

TEST_F(TraceCommand, TrafficIsMeasuredWithoutSimulating) {
  const Outcome o = ebb_with({"traffic", "measure", search_, "--time", "1ms"});
  EXPECT_EQ(o.exit_code, 0) << o.err;
  EXPECT_THAT(o.out, HasSubstr("42 leaves"));
  EXPECT_THAT(o.out, HasSubstr("index of dispersion"));
  EXPECT_THAT(o.out, HasSubstr("sent : received"));
  EXPECT_THAT(ebb_with({"traffic", "measure", search_, "--time", "1ms", "--csv"}).out,
              HasSubstr("host,messages_sent,messages_received,sent_bytes,received_bytes\r\n0,"));
  EXPECT_THAT(ebb_with({"traffic", "measure", search_, "--set", "traffic.workload.utilisation=2"}).err,
              HasSubstr("must be between 0 and 1"));
}

}  // namespace
}  // namespace ebb::inline app
