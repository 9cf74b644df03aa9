// A store never touches files that are not its own, never returns wrong figures, and never lets a point run
// twice.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "base/folder_testing.hpp"
#include "base/random.hpp"
#include "store/file_locks.hpp"
#include "store/store.hpp"

namespace ebb::inline store {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

StoredRun example(int number) {
  StoredRun run;
  run.id = fmt::format("{:016x}", 0x1234'5678'9abcull * static_cast<std::uint64_t>(number + 1));
  run.file = "study.toml", run.config = fmt::format("[run]\nseed = {}\n{}", number, std::string(300, '#'));
  run.version = "0.1.0", run.digest = fmt::format("{:016x}", number), run.verdict = "steady",
  run.seed = number;
  run.wall_s = 0.25 * number, run.cpu_s = 0.5, run.summary = "a summary\nof two lines";
  run.parameters = {{"traffic.load", 0.01 * number}, {"routing", "ugal_l"}};
  for (int i = 0; i < 20; ++i) run.figures.push_back({fmt::format("latency.p{}_ns", i), 12.5 + i * number});
  return run;
}

class StoreSafety : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return (folder_.path / name).string(); }
  static std::string content(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  TestFolder folder_;
};

TEST_F(StoreSafety, AFolderThatEbbDidNotMakeIsNotTouched) {
  fs::create_directories(path("home/claims"));
  folder_.write("home/claims/thesis.tex", "years of work");
  const auto store = Store::open(path("home"));
  ASSERT_FALSE(store);
  EXPECT_THAT(to_text(store.problems()), HasSubstr("ebb did not make this folder"));
  EXPECT_EQ(content(path("home/claims/thesis.tex")), "years of work");
  EXPECT_EQ(std::distance(fs::directory_iterator(path("home")), {}), 1);
  fs::create_directory(path("empty"));
  EXPECT_TRUE(Store::open(path("empty")));
}

TEST_F(StoreSafety, AFileOfTheMarksNameMakesNoStore) {
  fs::create_directories(path("home/claims"));
  folder_.write("home/ebb-store", "where I buy my boats");
  const auto store = Store::open(path("home"));
  ASSERT_FALSE(store);
  EXPECT_THAT(to_text(store.problems()), HasSubstr("ebb did not make this folder"));
  EXPECT_EQ(content(path("home/ebb-store")), "where I buy my boats");
  // Inside a store, such a file stays as it is.
  { ASSERT_TRUE(Store::open(path("a.results"))); }
  folder_.write("a.results/ebb-store", "where I buy my boats");
  EXPECT_TRUE(Store::open(path("a.results")));
  EXPECT_EQ(content(path("a.results/ebb-store")), "where I buy my boats");
}

TEST_F(StoreSafety, DraftsOfTheKilledAreNamed) {
  { ASSERT_TRUE(Store::open(path("a.results"))); }
  EXPECT_TRUE(left_drafts({path("a.results")}).empty());
  const std::string draft = folder_.write("a.results/.ebb-store.12-0123456789abcdef.part", "This");
  EXPECT_EQ(left_drafts({path("a.results")}), std::vector<std::string>{draft});
}

TEST_F(StoreSafety, ManyMayMakeAStoreAtOnce) {
  for (int round = 0; round < 10; ++round) {
    const std::string folder = path(fmt::format("{}.results", round));
    std::vector<pid_t> all;
    for (int p = 0; p < 6; ++p) {
      const pid_t child = fork();
      if (child == 0) _exit(Store::open(folder).ok() ? 0 : 1);
      all.push_back(child);
    }
    for (const pid_t child : all) {
      int status = 0;
      waitpid(child, &status, 0);
      EXPECT_EQ(status, 0);
    }
  }
}

TEST_F(StoreSafety, ClearingRemovesClaimsAndNothingElse) {
  auto store = Store::open(path("a.results"));
  ASSERT_TRUE(store);
  const std::string precious = folder_.write("precious", "mine");
  folder_.write("a.results/claims/notes.txt", "mine");
  folder_.write("a.results/claims/process.notes", "not empty");
  ASSERT_EQ(symlink(precious.c_str(), path("a.results/claims/link.0").c_str()), 0);
  ASSERT_TRUE(store->claims().take("point"));
  store->claims().clear_if_alone();
  EXPECT_FALSE(fs::is_symlink(path("a.results/claims/point.0")));
  EXPECT_EQ(content(precious), "mine");
  EXPECT_TRUE(fs::is_symlink(path("a.results/claims/link.0")));
  EXPECT_EQ(content(path("a.results/claims/notes.txt")), "mine");
  EXPECT_EQ(content(path("a.results/claims/process.notes")), "not empty");
}

TEST_F(StoreSafety, NoLinkIsFollowed) {
  { ASSERT_TRUE(Store::open(path("a.results"))); }
  fs::remove_all(path("a.results/claims"));
  fs::create_directory(path("elsewhere"));
  folder_.write("elsewhere/thesis.tex", "years of work");
  fs::create_directory_symlink(path("elsewhere"), path("a.results/claims"));
  const auto store = Store::open(path("a.results"));
  ASSERT_FALSE(store);
  EXPECT_THAT(to_text(store.problems()), HasSubstr("is a symbolic link"));
  EXPECT_EQ(std::distance(fs::directory_iterator(path("elsewhere")), {}), 1);
}

TEST_F(StoreSafety, APipeIsNotWaitedFor) {
  fs::create_directory(path("a.results"));
  ASSERT_EQ(mkfifo(path("a.results/x.db").c_str(), 0600), 0);
  Damage damage;
  const auto runs = read_stores({path("a.results")}, damage);
  ASSERT_FALSE(runs);
  EXPECT_THAT(to_text(runs.problems()), HasSubstr("is no regular file"));
}

TEST_F(StoreSafety, ClaimsOfTheDeadDoNotPileUp) {
  for (int i = 0; i < 20; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      auto store = Store::open(path("a.results"));
      if (store) (void)store->claims().take("point");
      kill(getpid(), SIGKILL);
    }
    waitpid(child, nullptr, 0);
  }
  const auto left = std::distance(fs::directory_iterator(path("a.results/claims")), {});
  EXPECT_LE(left, 3) << "a sign, a point and a database of the last one";
  { ASSERT_TRUE(Store::open(path("a.results"))); }
  EXPECT_TRUE(fs::is_empty(path("a.results/claims")));
}

/// Many processes start and end. Each does the work that is not done yet, and clears the claims when it is
/// alone.
TEST_F(StoreSafety, NothingIsDoneTwiceWhileClaimsAreCleared) {
  constexpr int processes = 6, rounds = 40, points = 5;
  fs::create_directory(path("done"));
  std::vector<pid_t> all;
  for (int p = 0; p < processes; ++p) {
    const pid_t child = fork();
    if (child != 0) {
      all.push_back(child);
      continue;
    }
    Random random(1, 2, static_cast<std::uint64_t>(p));
    for (int round = 0; round < rounds; ++round) {
      auto claims = Claims::open(path("claims"));
      std::set<std::string> known;  // the stored results are read once at the start, as a sweep does
      for (const auto& entry : fs::directory_iterator(path("done"))) known.insert(entry.path().string());
      usleep(static_cast<useconds_t>(random.below(300)));
      for (int i = 0; claims && i < points; ++i) {
        const std::string id = fmt::format("{}-{}", round % 8, i), done = path("done/" + id);
        if (known.contains(done)) continue;
        const auto answer = claims->take(id);
        if (!answer || *answer == Claim::held) continue;
        if (*answer == Claim::taken_over && fs::is_symlink(done)) continue;
        usleep(static_cast<useconds_t>(random.below(300)));
        // symlink fails if the work is done twice.
        if (symlink("x", done.c_str()) != 0) _exit(1);
      }
      if (claims) claims->clear_if_alone();
    }
    _exit(0);
  }
  for (const pid_t child : all) {
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0) << "a point was done twice";
  }
}

TEST_F(StoreSafety, LocksThatWorkAreSeenToWork) { EXPECT_EQ(wrong_with_locks(folder_.path.string()), ""); }

std::map<std::string, std::string> as_text(const std::vector<StoredRun>& runs) {
  std::map<std::string, std::string> all;
  for (const StoredRun& run : runs) all[run.id] = to_json(run).dump();
  return all;
}

TEST_F(StoreSafety, NoFlippedBitChangesAFigure) {
  constexpr int runs = 40, flips = 200;
  {
    auto database = RunDatabase::open(path("good.db"), Access::write);
    ASSERT_TRUE(database);
    for (int i = 0; i < runs; ++i) ASSERT_TRUE(database->put(example(i)).empty());
  }
  const std::string good = content(path("good.db"));
  Damage none;
  const auto before = as_text(*read_stores({path("good.db")}, none));
  ASSERT_EQ(before.size(), static_cast<std::size_t>(runs));
  Random random(7, 0);
  int noticed = 0;
  for (int i = 0; i < flips; ++i) {
    std::string bad = good;
    const std::uint64_t bit = random.below(bad.size() * 8);
    bad[bit / 8] = static_cast<char>(bad[bit / 8] ^ (1 << (bit % 8)));
    folder_.write("bad.db", bad);
    Damage damage;
    const auto read = read_stores({path("bad.db")}, damage);
    noticed += !read || !damage.problems.empty();
    if (!read) continue;
    const auto now = as_text(*read);
    for (const auto& [id, run] : now) {
      ASSERT_TRUE(before.contains(id)) << "bit " << bit;
      EXPECT_EQ(run, before.at(id)) << "bit " << bit;
    }
    if (now.size() < before.size()) {
      EXPECT_FALSE(damage.problems.empty()) << "bit " << bit << ": a run went missing";
    }
  }
  EXPECT_GT(noticed, flips / 3) << "the rest is in unused places and in indices";
}

/// An intact run with the same id does not hide that another run is lost.
TEST_F(StoreSafety, ARunThatTookTheIdOfAnotherIsMissed) {
  {
    auto database = RunDatabase::open(path("a.db"), Access::write);
    ASSERT_TRUE(database && database->put(example(3)).empty() && database->put(example(4)).empty());
  }
  const std::string bytes = content(path("a.db"));
  int missed = 0;
  for (std::size_t at = bytes.find(example(3).id); at != std::string::npos;
       at = bytes.find(example(3).id, at + 1)) {
    std::string changed = bytes;
    changed.replace(at, example(4).id.size(), example(4).id);
    folder_.write("b.db", changed);
    Damage damage;
    const auto runs = read_stores({path("b.db")}, damage);
    EXPECT_TRUE(!runs || runs->size() == 2 || !damage.problems.empty()) << "at byte " << at;
    missed += runs && runs->size() == 1;
  }
  EXPECT_GT(missed, 0);
}

/// An older format has no checksums: a file with a damaged version field is not accepted as one.
TEST_F(StoreSafety, AFileThatLostItsVersionIsRefused) {
  ASSERT_TRUE(RunDatabase::open(path("a.db"), Access::write)->put(example(3)).empty());
  ASSERT_TRUE(Database::open(path("a.db"), Access::write)->run("PRAGMA user_version = 1").empty());
  for (const Access access : {Access::read, Access::write}) {
    const auto opened = RunDatabase::open(path("a.db"), access);
    ASSERT_FALSE(opened);
    EXPECT_THAT(to_text(opened.problems()), HasSubstr("it says format 1"));
  }
}

TEST_F(StoreSafety, WhatIsDamagedIsNamedAndCanBeForgotten) {
  const StoredRun run = example(3);
  {
    auto database = RunDatabase::open(path("a.db"), Access::write);
    ASSERT_TRUE(database && database->put(run).empty() && database->put(example(4)).empty());
    ASSERT_TRUE(database->put(run).empty()) << "twice is once";
  }
  ASSERT_TRUE(Database::open(path("a.db"), Access::write)
                  ->run("UPDATE figures SET value = value + 1 WHERE run = '" + run.id + "' AND position = 5")
                  .empty());
  Damage damage;
  auto runs = read_stores({path("a.db")}, damage);
  ASSERT_TRUE(runs);
  EXPECT_EQ(runs->size(), 1u);
  EXPECT_THAT(to_text(damage.problems), HasSubstr(run.id + " is damaged"));
  auto health = check_stores({path("a.db")}, true);
  ASSERT_TRUE(health);
  EXPECT_THAT(health->front().damaged, testing::ElementsAre(run.id));
  health = check_stores({path("a.db")}, false);
  ASSERT_TRUE(health);
  EXPECT_TRUE(health->front().damaged.empty());
  EXPECT_EQ(health->front().runs, 1);
  EXPECT_EQ(health->front().missing, 0);
  ASSERT_TRUE(RunDatabase::open(path("a.db"), Access::write)->put(run).empty());
  runs = read_stores({path("a.db")}, damage);
  EXPECT_EQ(runs->size(), 2u);
  EXPECT_TRUE(damage.problems.empty());
}

TEST_F(StoreSafety, ARunThatVanishedIsMissed) {
  {
    auto database = RunDatabase::open(path("a.db"), Access::write);
    for (int i = 0; i < 3; ++i) ASSERT_TRUE(database->put(example(i)).empty());
  }
  ASSERT_TRUE(Database::open(path("a.db"), Access::write)->run("DELETE FROM runs WHERE seed = 1").empty());
  Damage damage;
  ASSERT_TRUE(read_stores({path("a.db")}, damage));
  EXPECT_THAT(to_text(damage.problems), HasSubstr("lacks 1 of the runs that were stored"));
}

TEST_F(StoreSafety, ARunThatLostItsChecksumIsNotTakenForAnOlderOne) {
  {
    auto database = RunDatabase::open(path("a.db"), Access::write);
    for (int i = 0; i < 3; ++i) ASSERT_TRUE(database->put(example(i)).empty());
  }
  ASSERT_TRUE(Database::open(path("a.db"), Access::write)
                  ->run("UPDATE runs SET wall_s = 9, checksum = NULL, list_checksum = NULL WHERE seed = 1")
                  .empty());
  Damage damage;
  const auto runs = read_stores({path("a.db")}, damage);
  ASSERT_TRUE(runs);
  EXPECT_EQ(runs->size(), 2u);
  EXPECT_THAT(damage.ids, testing::ElementsAre(example(1).id));
  ASSERT_TRUE(check_stores({path("a.db")}, true));  // forgets it
  Damage none;
  EXPECT_EQ(read_stores({path("a.db")}, none)->size(), 2u);
  EXPECT_TRUE(none.problems.empty()) << to_text(none.problems);
}

TEST_F(StoreSafety, ADatabaseThatHasLostItsTablesIsNotAnEmptyOne) {
  {
    auto database = RunDatabase::open(path("a.db"), Access::write);
    ASSERT_TRUE(database->put(example(1)).empty());
  }
  std::string bytes = content(path("a.db"));
  bytes[103] = bytes[104] = 0;  // how many tables the first page lists
  folder_.write("a.db", bytes);
  Damage damage;
  EXPECT_THAT(to_text(read_stores({path("a.db")}, damage).problems()), HasSubstr("no tables"));
  EXPECT_FALSE(RunDatabase::open(path("a.db"), Access::write));
}

TEST_F(StoreSafety, ADatabaseThatWasCutToNothingIsNotAHealthyOne) {
  folder_.write("a.db", "");
  const auto health = check_stores({path("a.db")}, false);
  ASSERT_TRUE(health);
  EXPECT_THAT(to_text(health->front().unreadable), HasSubstr("is empty"));
}

TEST_F(StoreSafety, StoresWithoutChecksumsAreReadAndGrowThem) {
  {
    auto database = RunDatabase::open(path("a.db"), Access::write);
    ASSERT_TRUE(database->put(example(1)).empty());
  }
  ASSERT_TRUE(Database::open(path("a.db"), Access::write)
                  ->run("DROP TABLE totals; ALTER TABLE runs DROP COLUMN checksum; ALTER TABLE runs DROP "
                        "COLUMN list_checksum; PRAGMA user_version = 1;")
                  .empty());
  auto health = check_stores({path("a.db")}, false);
  ASSERT_TRUE(health) << to_text(health.problems());
  EXPECT_EQ(health->front().unchecked, 1);
  {
    auto database = RunDatabase::open(path("a.db"), Access::write);
    ASSERT_TRUE(database) << to_text(database.problems());
    ASSERT_TRUE(database->put(example(2)).empty());
  }
  health = check_stores({path("a.db")}, false);
  EXPECT_EQ(health->front().runs, 2);
  EXPECT_EQ(health->front().unchecked, 1);
  EXPECT_EQ(health->front().missing, 0);
  EXPECT_TRUE(health->front().damaged.empty());
}

}  // namespace
}  // namespace ebb::inline store
