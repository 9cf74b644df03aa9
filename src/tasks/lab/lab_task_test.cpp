// What of a lab's tasks needs no lab; the rest is in tests/lab_process_test.py.
#include "tasks/lab/lab_task.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tasks/lab/kernel_task.hpp"

namespace ebb::inline tasks {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* small_file = "examples/lab-butterfly.toml";

TEST(LabTask, RefusesALabWhoseSwitchesWouldNotAnswerItsHosts) {
  const auto dmp = read_lab_file(small_file, {"lab.addresses=dmp", "rules.dmp=false"});
  ASSERT_FALSE(dmp);
  EXPECT_THAT(to_text(dmp.problems()), HasSubstr("set dmp = true in [rules]"));
  const auto arp = read_lab_file(small_file, {"lab.neighbours=arp", "rules.broadcast=false"});
  ASSERT_FALSE(arp);
  EXPECT_THAT(to_text(arp.problems()), HasSubstr("set broadcast = true in [rules]"));
}

TEST(LabTask, KnowsItsHosts) {
  const auto file = read_lab_file(small_file, {});
  ASSERT_TRUE(file) << to_text(file.problems());
  EXPECT_THAT(check_lab_host(**file, "h7"), IsEmpty());
  EXPECT_THAT(check_lab_host(**file, "fabric"), IsEmpty());
  EXPECT_THAT(to_text(check_lab_host(**file, "h8")), HasSubstr("there is no host \"h8\""));
}

TEST(LabTask, ReportsALabThatIsNotThere) {
  EXPECT_THAT(to_text(file_of_lab({"no-such-lab"}).problems()), HasSubstr("there is no lab"));
  EXPECT_TRUE(lab_down({"no-such-lab"})->none());
}

TEST(KernelTask, RefusesUnknownKernelsAndClasses) {
  EXPECT_THAT(to_text(run_lab_kernel({.kernel = "nas-xx"}).problems()), HasSubstr("nas-"));
  EXPECT_THAT(to_text(run_lab_kernel({.kernel = "nas-cg", .size = "Z"}).problems()), HasSubstr("S, A or C"));
}

}  // namespace
}  // namespace ebb::inline tasks
