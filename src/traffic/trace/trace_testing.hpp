// For tests: traces in files of a temporary folder.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <span>

#include "base/folder_testing.hpp"
#include "traffic/trace/trace_file.hpp"
#include "traffic/trace/trace_writer.hpp"

namespace ebb::inline traffic {

inline const std::vector<SentMessage> few = {{0_us, 2, 0, 10_B},
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

}  // namespace ebb::inline traffic
