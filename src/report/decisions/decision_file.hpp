// A decision file that has been checked from its first byte to its last. Blocks are decoded one at a time:
// memory holds the compressed file.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/bytes.hpp"
#include "base/problem.hpp"
#include "base/record_file.hpp"
#include "base/result.hpp"
#include "report/decisions/decision_format.hpp"
#include "results/decisions.hpp"

namespace ebb::inline report {

class DecisionFile {
 public:
  static Result<DecisionFile> open(const std::string& path);
  /// `name` is the file's name in messages.
  static Result<DecisionFile> of(ByteBuffer bytes, std::string name);

  const std::string& name() const { return name_; }
  std::uint64_t size() const { return bytes_.size(); }
  const DecisionsAbout& about() const { return about_; }
  const DecisionsEnd& end() const { return end_; }
  /// Visits in the order of time, then of channels. The texts of a record live as long as the file.
  void for_each(const std::function<void(const DecisionRecord&)>& visit) const;

 private:
  struct Record {
    RecordHead head;
    std::uint64_t offset = 0;  ///< of the head
  };
  DecisionFile(ByteBuffer bytes, std::string name) : bytes_(std::move(bytes)), name_(std::move(name)) {}

  Problems check();
  Result<Record> record_at(std::uint64_t offset, std::uint64_t before) const;
  Result<ByteBuffer> raw_of(const Record& record) const;
  Problems check_about(const Record& record);
  Problems check_block(const Record& record, std::size_t& known);
  Problems check_end(const Record& record);
  Problem damaged(std::uint64_t offset, std::string what) const;
  Problem cut_off() const;

  ByteBuffer bytes_;
  std::string name_;
  DecisionsAbout about_;
  DecisionsEnd end_;
  std::vector<Record> blocks_;
  std::vector<std::string> texts_;  ///< of all blocks
};

}  // namespace ebb::inline report
