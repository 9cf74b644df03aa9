// The kernels send the traffic of their formulas.
#include "traffic/kernels/kernel_list.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "traffic/job/job_testing.hpp"
#include "traffic/trace/trace_file.hpp"

namespace ebb::inline traffic {
namespace {

using testing::HasSubstr;

const Kernel& kernel_named(std::string_view name) { return **find_kernel(std::string(name)); }

struct Sent {
  std::uint64_t messages = 0, bytes = 0;
  std::map<std::int64_t, std::uint64_t> by_size;
};

Sent sent_by(std::string_view name, const KernelSettings& settings) {
  const JobFolder folder;
  auto job = make_job(kernel_named(name), settings);
  EXPECT_TRUE(job.ok()) << to_text(job.problems());
  const auto trace = TraceFile::open(folder.write("x.ebbtrace", std::move(*job)));
  EXPECT_TRUE(trace.ok()) << to_text(trace.problems());
  Sent sent;
  for (std::size_t b = 0; b < (*trace)->blocks(); ++b) {
    const auto messages = (*trace)->read(b);
    for (const SentMessage& m : *messages) {
      if (m.is_step()) continue;
      ++sent.messages, sent.bytes += static_cast<std::uint64_t>(m.size.v), ++sent.by_size[m.size.v];
    }
  }
  return sent;
}

TEST(Kernels, SendWhatClassCSends) {
  const KernelSettings once{.processes = 64, .iterations = 1};
  Sent ft = sent_by("nas-ft", once);
  EXPECT_EQ(ft.by_size[524'288], 64u * 63);  // 2.147 GB, less what stays
  EXPECT_EQ(ft.by_size[16], 63u);            // the checksum comes to one process
  Sent is = sent_by("nas-is", once);
  EXPECT_EQ(is.by_size[131'072], 64u * 63);
  Sent cg = sent_by("nas-cg", once);
  EXPECT_EQ(cg.by_size[150'000], 26u * (64 * 3 + 56));  // eight processes are their own partners
  EXPECT_EQ(cg.by_size[8], 26u * 64 * 3 * 2);
  Sent bt = sent_by("nas-bt", once);
  EXPECT_EQ(bt.messages, 64u * (6 + 3 * 2 * 7));
  EXPECT_EQ(bt.by_size[8 * 2 * 5 * 7 * 162 * 162 / 64], 64u * 6);  // faces of the seven cells not at a wall
  Sent sp = sent_by("nas-sp", once);
  EXPECT_EQ(sp.messages, bt.messages);
  EXPECT_EQ(sp.by_size[8 * 22 * 162 * 162 / 64], 64u * 3 * 7);  // forward
  EXPECT_EQ(sp.by_size[8 * 10 * 162 * 162 / 64], 64u * 3 * 7);  // back
  Sent lu = sent_by("nas-lu", once);
  EXPECT_EQ(lu.by_size[810], 2u * 160 * 2 * 7 * 8);
  Sent mg = sent_by("nas-mg", once);
  EXPECT_EQ(mg.messages, 64u * 6 * (3 * 8 + 2));  // 512 … 4, and 2
  EXPECT_EQ(mg.by_size[8 * 130 * 130], 64u * 6 * 3);
}

TEST(Kernels, SendHalfAsMuchFromTwiceAsManyProcesses) {
  const KernelSettings once{.processes = 128, .per_host = 2, .iterations = 1};
  Sent ft = sent_by("nas-ft", once);
  EXPECT_EQ(ft.by_size[131'072], 128u * 126);  // one of the others is on the same host
}

TEST(Kernels, PassThePanelsOfHplAlongRowsAndTheirRowsAlongColumns) {
  Sent hpl = sent_by("hpl", {.processes = 528, .per_host = 8, .iterations = 1});
  EXPECT_EQ(hpl.by_size[8LL * 220 * 117'480 / 6], 6u * 10);  // half the rows; eleven hosts in a row
  EXPECT_EQ(hpl.by_size[8LL * 220 * 117'480 / 88 / 6], 528u * 5);
  EXPECT_EQ(hpl.by_size[8 * 444], 220u * 14);  // six take part in rounds of two, four and two, and four
}

TEST(Kernels, RunWithTheirNumbersOfProcessesOnly) {
  const auto refusal = [](std::string_view name, KernelSettings settings) {
    const auto job = make_job(kernel_named(name), settings);
    return job.ok() ? "accepted" : to_text(job.problems());
  };
  EXPECT_THAT(refusal("nas-bt", {.processes = 128}), HasSubstr("square"));
  EXPECT_THAT(refusal("nas-cg", {.processes = 66}), HasSubstr("power of two"));
  EXPECT_THAT(refusal("nas-cg", {.processes = 0}), HasSubstr("between 2 and"));
  EXPECT_THAT(refusal("nas-cg", {.processes = 64, .per_host = 64}), HasSubstr("no traffic"));
  EXPECT_THAT(refusal("nas-cg", {.processes = 64, .size = 'D'}), HasSubstr("S, A or C"));
  EXPECT_EQ(refusal("nas-ft", {.processes = 128, .iterations = 1}), "accepted");
}

/// The computing time of all processes, with a jitter.
double computing_of(double jitter, std::uint64_t seed) {
  auto job = make_job(kernel_named("nas-cg"), {.iterations = 1, .jitter = jitter, .seed = seed});
  double sum = 0;
  for (const Waits& waits : job->finish().waits) sum += static_cast<double>(waits.computing.v);
  return sum;
}

TEST(Kernels, ComputeAsLongOnAverageWithAJitter) {
  const double exact = computing_of(0, 1), one = computing_of(0.1, 1), other = computing_of(0.1, 2);
  EXPECT_EQ(computing_of(0, 2), exact);
  EXPECT_EQ(computing_of(0.1, 1), one);
  EXPECT_NE(one, other);
  EXPECT_NEAR(one / exact, 1, 0.01);  // 1,664 samples within 10 %
  EXPECT_THAT(to_text(make_job(kernel_named("nas-cg"), {.jitter = 1}).problems()), HasSubstr("below 1"));
}

TEST(Kernels, AreOfSmallerSizeInClassesAAndS) {
  EXPECT_EQ(sent_by("nas-is", {.processes = 4, .iterations = 1, .size = 'S'}).by_size[2'048], 4u * 2);
  EXPECT_EQ(sent_by("nas-ft", {.processes = 4, .iterations = 1, .size = 'S'}).by_size[262'144], 4u * 3);
  EXPECT_EQ(sent_by("nas-ft", {.processes = 64, .iterations = 1, .size = 'A'}).by_size[32'768], 64u * 63);
}

TEST(Kernels, AreAsLongAsTheirClassSays) {
  const Kernel& cg = **find_kernel("nas-cg");
  EXPECT_EQ(whole_iterations(cg, 'S'), 15u);
  EXPECT_EQ(whole_iterations(cg, 'A'), 15u);
  EXPECT_EQ(whole_iterations(cg, 'C'), 75u);
  EXPECT_EQ(whole_iterations(**find_kernel("nas-mg"), 'A'), 4u);
}

}  // namespace
}  // namespace ebb::inline traffic
