// For tests: a small store, and requests to a page over it.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>

#include "base/folder_testing.hpp"
#include "http/http_testing.hpp"
#include "store/store.hpp"
#include "tasks/serve/page_server.hpp"

namespace ebb::inline tasks {

/// A steady run at a load, with a latency that grows with it.
inline StoredRun a_run(const std::string& id, double load, std::int64_t seed,
                       const std::string& routing = "ugal_l") {
  StoredRun run;
  run.id = id, run.file = "study.toml", run.verdict = "steady", run.version = "0.2.0", run.seed = seed;
  run.config =
      fmt::format("[routing]\nname = \"{}\"\n[traffic]\nload = {}\n[run]\nseed = {}\n", routing, load, seed);
  run.summary = "the summary\n", run.finished_utc = "2026-01-31T23:59:59Z";
  run.parameters = {{"traffic.load", load}, {"run.seed", seed}};
  run.figures = {{"offered.share", load},
                 {"latency.packets_with_source_queue.mean_ns", 1000 * load + static_cast<double>(seed)},
                 {"latency.packets_with_source_queue.half_width_ns", 7.0},
                 {"network", "mesh"},
                 {"series", "{}"}};
  return run;
}

inline std::string put_runs(const TestFolder& folder, const std::string& name,
                            const std::vector<StoredRun>& runs) {
  const std::string path = (folder.path / name).string();
  auto store = Store::open(path);
  EXPECT_TRUE(store);
  for (const StoredRun& run : runs) EXPECT_TRUE(store->put(run).empty());
  return path;
}

inline std::vector<StoredRun> four_served_runs() {
  return {a_run("aa01", 0.1, 1), a_run("aa02", 0.1, 2), a_run("bb01", 0.5, 1), a_run("bb02", 0.5, 2)};
}

/// A program that refuses "wrong" files, and takes long for "long" ones.
inline std::string fake_ebb(const TestFolder& folder) {
  const std::string path = folder.write("fake-ebb", R"(#!/bin/sh
text=$(cat)
case "$*:$text" in
  *--memory:wrong*) printf 'standard input:1:1: it is wrong\n    hint: mend it\n' >&2; exit 2 ;;
  *--memory:*) exit 0 ;;
esac
echo "$*:$text:$$" >> "$0.ran"
printf 'live: http://127.0.0.1:1/?token=x\n12 us simulated\n' >&2
case "$text" in long*) exec sleep 60 ;; broken*) echo 'it broke' >&2; exit 1 ;; esac
)");
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  return path;
}

inline Snapshot snapshot_of(const std::vector<std::string>& paths) {
  return read_snapshot(find_sources(paths));
}

}  // namespace ebb::inline tasks
