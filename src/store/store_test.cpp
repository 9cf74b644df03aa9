#include "store/store.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/folder_testing.hpp"

namespace ebb::inline store {
namespace {

using testing::HasSubstr;

StoredRun example(const std::string& id) {
  StoredRun run;
  run.id = id, run.file = "study.toml", run.config = "[run]\nseed = 7\n", run.version = "0.1.0";
  run.digest = "00ff", run.verdict = "steady", run.seed = 7, run.wall_s = 0.25, run.cpu_s = 0.5;
  run.summary = "a summary\nof two lines", run.peak_memory_bytes = 1 << 20;
  run.parameters = {{"traffic.load", 0.5}, {"routing", "ugal_l"}};
  run.figures = {{"latency.p99_ns", 12.5}, {"packets", std::int64_t{1} << 40}, {"unknown_ns", Cell()}};
  return run;
}

std::string text(const Problems& problems) { return to_text(problems); }

Result<std::vector<StoredRun>> whole(const std::vector<std::string>& paths) {
  Damage damage;
  auto runs = read_stores(paths, damage);
  EXPECT_EQ(text(damage.problems), "");
  return runs;
}

/// Sets a file's modification time to so many seconds from now, as a file server's clock would.
void set_time(const std::string& file, std::int64_t seconds) {
  const timespec then{time(nullptr) + seconds, 0}, both[2] = {then, then};
  ASSERT_EQ(utimensat(AT_FDCWD, file.c_str(), both, 0), 0);
}

class StoreFolder : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return (folder_.path / name).string(); }
  TestFolder folder_;
};

TEST_F(StoreFolder, GivesBackWhatWasStored) {
  auto store = Store::open(path("a.results"));
  ASSERT_TRUE(store) << text(store.problems());
  const StoredRun run = example("0123456789abcdef");
  ASSERT_TRUE(store->put(run).empty());
  const auto read = whole({path("a.results")});
  ASSERT_TRUE(read) << text(read.problems());
  ASSERT_EQ(read->size(), 1u);
  const StoredRun& back = read->front();
  for (const StoredColumn& c : stored_columns)
    EXPECT_EQ(value_of(back, c).value(), value_of(run, c).value()) << c.name;
  for (const auto list : {&StoredRun::parameters, &StoredRun::figures}) {
    ASSERT_EQ((back.*list).size(), (run.*list).size());
    for (std::size_t i = 0; i < (run.*list).size(); ++i) {
      EXPECT_EQ((back.*list)[i].name, (run.*list)[i].name);
      EXPECT_EQ((back.*list)[i].value.value(), (run.*list)[i].value.value());
    }
  }
}

TEST_F(StoreFolder, FindsOneRunAsAllAreRead) {
  StoredRun failure = example("a");
  failure.verdict = failed_verdict, failure.parameters = {{"only.here", 1.0}};
  {
    auto first = Store::open(path("a.results"));
    ASSERT_TRUE(first->put(failure).empty() && first->put(example("b")).empty());
    const int child = fork();  // another process writes to another database
    if (child == 0) _exit(Store::open(path("a.results"))->put(example("a")).empty() ? 0 : 1);
    int status = 1;
    waitpid(child, &status, 0);
    ASSERT_EQ(status, 0);
  }
  const auto all = whole({path("a.results")});
  ASSERT_EQ(all->size(), 2u);
  for (const StoredRun& run : *all) {
    const auto found = read_stored_run(path("a.results"), run.id);
    ASSERT_TRUE(found && *found) << run.id;
    EXPECT_EQ(to_json(**found).dump(), to_json(run).dump());
  }
  EXPECT_FALSE(*read_stored_run(path("a.results"), "c"));
  EXPECT_FALSE(*read_stored_run(path("a.results"), ""));
  EXPECT_FALSE(read_stored_run(path("nowhere"), "a"));
}

TEST_F(StoreFolder, KeepsOneResultPerIdAndPrefersItToAFailure) {
  StoredRun failure = example("a");
  failure.verdict = failed_verdict, failure.figures.clear();
  {
    auto first = Store::open(path("a.results"));
    auto second = Store::open(path("a.results"));  // in the same process: it may share the database
    ASSERT_TRUE(first && second);
    ASSERT_TRUE(first->put(failure).empty());
    ASSERT_TRUE(first->put(example("b")).empty());
    ASSERT_TRUE(second->put(example("a")).empty());
  }
  const auto runs = whole({path("a.results")});
  ASSERT_TRUE(runs) << text(runs.problems());
  ASSERT_EQ(runs->size(), 2u);
  for (const StoredRun& run : *runs) {
    EXPECT_TRUE(run.finished());
    EXPECT_EQ(run.figures.size(), 3u);
  }
}

TEST_F(StoreFolder, GivesTheParametersThatAnyDatabaseNames) {
  StoredRun plain = example("a"), failure = plain, labelled = plain;
  plain.parameters.clear(), failure.verdict = failed_verdict;
  labelled.parameters = {{"run.seed", 7}, {"traffic.load", 0.25}};
  int n = 0;
  for (const StoredRun& run : {failure, plain, labelled}) {
    auto database = RunDatabase::open(path(std::to_string(n++) + ".db"), Access::write);
    ASSERT_TRUE(database && database->put(run).empty());
  }
  const auto runs = whole({path("")});
  ASSERT_TRUE(runs) << text(runs.problems());
  ASSERT_EQ(runs->size(), 1u);
  EXPECT_TRUE(runs->front().finished());
  std::vector<std::string> names;
  for (const NamedFigure& p : runs->front().parameters) names.push_back(p.name);
  EXPECT_THAT(names, testing::ElementsAre("traffic.load", "routing", "run.seed"));
  EXPECT_EQ(runs->front().parameters[0].value.value(), Cell(0.5).value()) << "the first to name it";
}

TEST_F(StoreFolder, SaysWhatIsWrongWithADatabase) {
  const auto problem_with = [&](const std::string& name) {
    const auto runs = whole({path(name)});
    return runs ? "" : text(runs.problems());
  };
  EXPECT_THAT(problem_with("missing.results"), HasSubstr("there is no such store"));
  folder_.write("text.db",
                "this is no database, whatever its name says; it is longer than a header of SQLite is.....");
  EXPECT_THAT(problem_with("text.db"), HasSubstr("is no database"));
  std::filesystem::create_directory(folder_.path / "empty.results");
  EXPECT_THAT(problem_with("empty.results"), HasSubstr("holds no results"));
  ASSERT_TRUE(Database::open(path("other.db"), Access::write)->run("CREATE TABLE t (x)").empty());
  EXPECT_THAT(problem_with("other.db"), HasSubstr("of another program"));
  ASSERT_TRUE(RunDatabase::open(path("newer.db"), Access::write));
  ASSERT_TRUE(Database::open(path("newer.db"), Access::write)->run("PRAGMA user_version = 99").empty());
  EXPECT_THAT(problem_with("newer.db"), HasSubstr("by a newer ebb (format 99; this one knows 2)"));
  folder_.write("file", "x");
  const auto refused = Store::open(path("file"));
  ASSERT_FALSE(refused);
  EXPECT_THAT(text(refused.problems()), HasSubstr("a store is a folder"));
}

/// Runs `work` in a separate process, which then waits to be killed; returns its pid once work is done.
template <class Work>
pid_t process_that(Work work) {
  int ready[2];
  if (pipe(ready) != 0) return -1;
  const pid_t child = fork();
  if (child == 0) {
    work();
    if (write(ready[1], "x", 1) != 1) _exit(1);
    for (;;) pause();
  }
  char byte = 0;
  EXPECT_EQ(read(ready[0], &byte, 1), 1);
  close(ready[0]), close(ready[1]);
  return child;
}

void end(pid_t child) {
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
}

TEST_F(StoreFolder, AClaimIsHeldByOneProcessAndTakenOverWhenItDies) {
  auto mine = Claims::open(path("claims"));
  ASSERT_TRUE(mine);
  const pid_t other = process_that([&] {
    static auto theirs = Claims::open(path("claims"));
    (void)theirs->take("point");
  });
  EXPECT_EQ(*mine->take("point"), Claim::held);
  EXPECT_NE(mine->holder("point"), "");
  EXPECT_EQ(mine->others().size(), 1u);
  EXPECT_EQ(*mine->take("another"), Claim::fresh);
  EXPECT_EQ(*mine->take("another"), Claim::taken_over) << "it is ours already";
  end(other);
  EXPECT_EQ(mine->holder("point"), "");
  EXPECT_EQ(*mine->take("point"), Claim::taken_over);
  EXPECT_EQ(mine->holder("point"), mine->self());
  EXPECT_TRUE(mine->others().empty());
}

TEST_F(StoreFolder, AProcessOfAnotherMachineLivesUntilItFallsSilent) {
  auto mine = Claims::open(path("claims"), {.age_seconds = 60, .watched_seconds = 0.05, .alone_seconds = 1});
  ASSERT_TRUE(mine);
  const std::string elsewhere = "elsewhere.00000000.1.1", sign = path("claims") + "/process." + elsewhere;
  ASSERT_EQ(symlink(elsewhere.c_str(), (path("claims") + "/point.0").c_str()), 0);
  EXPECT_EQ(*mine->take("other"), Claim::fresh);
  folder_.write("claims/process." + elsewhere, "");
  EXPECT_EQ(*mine->take("point"), Claim::held);
  set_time(sign, -70);
  EXPECT_EQ(*mine->take("point"), Claim::held) << "the server's clock may have jumped: it is watched first";
  usleep(60'000);
  EXPECT_EQ(*mine->take("point"), Claim::taken_over);
}

TEST_F(StoreFolder, AFileServersClockMayJump) {
  auto mine = Claims::open(path("claims"), {.age_seconds = 60, .watched_seconds = 0.2, .alone_seconds = 0.5});
  ASSERT_TRUE(mine);
  const std::string elsewhere = "elsewhere.00000000.1.1", sign = path("claims") + "/process." + elsewhere;
  ASSERT_EQ(symlink(elsewhere.c_str(), (path("claims") + "/point.0").c_str()), 0);
  folder_.write("claims/process." + elsewhere, "");
  for (int i = 0; i < 8; ++i) {  // it keeps touching its heartbeat file, with a clock one hour behind
    set_time(sign, -3'600 + i);
    EXPECT_EQ(*mine->take("point"), Claim::held);
    usleep(100'000);
  }
  set_time(sign, 3'600);  // it died, and the clock was set back
  EXPECT_EQ(*mine->take("point"), Claim::held);
  usleep(600'000);
  EXPECT_EQ(*mine->take("point"), Claim::taken_over);
}

TEST_F(StoreFolder, OfManyThatTakeOverOneClaimAtOnceOneHasIt) {
  std::filesystem::create_directory(folder_.path / "claims");
  for (int round = 0; round < 5; ++round) {
    const std::string id = "point" + std::to_string(round);
    ASSERT_EQ(symlink("dead.00000000.1.1", (path("claims") + "/" + id + ".0").c_str()), 0);
    constexpr int number = 6;
    int answers[2];
    ASSERT_EQ(pipe(answers), 0);
    pid_t all[number];
    for (pid_t& child : all)
      if (child = fork(); child == 0) {
        auto claims = Claims::open(path("claims"));
        const char answer = claims && *claims->take(id) != Claim::held ? 'y' : 'n';
        if (write(answers[1], &answer, 1) != 1) _exit(1);
        for (;;) pause();  // no process may end before the others have tried
      }
    char said[number] = {};
    for (char& answer : said) ASSERT_EQ(read(answers[0], &answer, 1), 1);
    for (const pid_t child : all) end(child);
    close(answers[0]), close(answers[1]);
    const auto winners = std::count(said, said + number, 'y');
    EXPECT_EQ(winners, 1) << round;
  }
}

TEST_F(StoreFolder, EachProcessWritesToADatabaseOfItsOwn) {
  const pid_t other = process_that([&] {
    static auto theirs = Store::open(path("a.results"));
    (void)theirs->put(example("a"));
  });
  auto mine = Store::open(path("a.results"));
  ASSERT_TRUE(mine) << text(mine.problems());
  ASSERT_TRUE(mine->put(example("b")).empty());
  EXPECT_EQ(whole({path("a.results")})->size(), 2u);
  end(other);
}

}  // namespace
}  // namespace ebb::inline store
