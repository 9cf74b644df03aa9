#include "experiment/run/memory_limit.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "base/folder_testing.hpp"
#include "experiment/run/memory_watch.hpp"

namespace ebb::inline experiment {
namespace {

/// With its own /proc and /sys.
class MemoryLimit : public testing::Test {
 protected:
  void write(const std::string& file, const std::string& text) {
    std::filesystem::create_directories((folder_.path / file).parent_path());
    folder_.write(file, text);
  }
  void group(const std::string& lines) { write("proc/self/cgroup", lines); }
  void mount(const std::string& place, const std::string& inside, const std::string& type,
             const std::string& options) {
    mounts_ += "30 24 0:26 " + inside + " " + place + " rw,nosuid - " + type + " cgroup " + options + "\n";
    write("proc/self/mountinfo", mounts_);
  }
  std::uint64_t limit() const { return control_group_limit(folder_.path.string()); }
  TestFolder folder_;
  std::string mounts_ = "22 1 8:1 / / rw - ext4 /dev/sda1 rw\n";
};

TEST_F(MemoryLimit, OfVersion2IsTheLeastOfTheGroupsAround) {
  mount("/sys/fs/cgroup", "/", "cgroup2", "rw");
  group("0::/slurm/job_7/step_0\n");
  write("sys/fs/cgroup/slurm/job_7/step_0/memory.max", "max\n");
  write("sys/fs/cgroup/slurm/job_7/memory.max", "3000000000\n");
  write("sys/fs/cgroup/slurm/memory.max", "9000000000\n");
  EXPECT_EQ(limit(), 3'000'000'000u);
}

TEST_F(MemoryLimit, OfVersion1IsTheMemoryControllers) {
  mount("/sys/fs/cgroup/cpu", "/", "cgroup", "rw,cpu");
  mount("/sys/fs/cgroup/memory", "/", "cgroup", "rw,memory");
  group("4:memory:/user/me\n3:cpu,cpuacct:/user/me\n1:name=systemd:/x\n");
  write("sys/fs/cgroup/memory/user/me/memory.limit_in_bytes", "2000000000\n");
  write("sys/fs/cgroup/memory/user/memory.limit_in_bytes", "9223372036854771712\n");
  EXPECT_EQ(limit(), 2'000'000'000u);
}

TEST_F(MemoryLimit, OfAPrivateNamespaceIsAtTheRoot) {
  mount("/sys/fs/cgroup", "/", "cgroup2", "rw");
  group("0::/\n");
  write("sys/fs/cgroup/memory.max", "1500000000\n");
  EXPECT_EQ(limit(), 1'500'000'000u);
}

TEST_F(MemoryLimit, OfAContainerThatSeesItsGroupAsTheRootIsFound) {
  mount("/sys/fs/cgroup/memory", "/docker/abc", "cgroup", "rw,memory");
  group("4:memory:/docker/abc\n");
  write("sys/fs/cgroup/memory/memory.limit_in_bytes", "700000000\n");
  EXPECT_EQ(limit(), 700'000'000u);
}

TEST_F(MemoryLimit, MayBeMissing) {
  EXPECT_EQ(limit(), no_memory_limit);
  mount("/sys/fs/cgroup", "/", "cgroup2", "rw");
  group("0::/../elsewhere\n");
  write("sys/fs/cgroup/memory.max", "max\n");
  EXPECT_EQ(limit(), no_memory_limit);
}

TEST(MemoryWatch, StopsWhatWillNotFit) {
  std::atomic<bool> stop{false};
  const MemoryWatch watch(memory_in_use() + 50'000'000, stop);
  EXPECT_EQ(watch.why(), "");
  std::vector<std::vector<char>> more;
  for (int i = 0; i < 200 && !stop; ++i) {
    more.emplace_back(2'000'000, 'x');
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_TRUE(stop);
  EXPECT_LT(more.size(), 60u);
  EXPECT_THAT(watch.why(), testing::HasSubstr("would not have fitted into memory"));
}

}  // namespace
}  // namespace ebb::inline experiment
