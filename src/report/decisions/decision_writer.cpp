#include "report/decisions/decision_writer.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "base/record_file.hpp"

namespace ebb::inline report {

DecisionWriter::DecisionWriter(std::string path, const DecisionsAbout& about, Existing existing,
                               Naming naming)
    : path_(std::move(path)), file_(path_, decisions_kind, existing, naming) {
  file_.write_compressed({.kind = RecordKind::about}, encode(about));
}

/// A policy has few reasons, so the list stays short.
std::string_view DecisionWriter::lasting(std::string_view text) {
  const auto found = std::find(lasting_.begin(), lasting_.end(), text);
  return found == lasting_.end() ? lasting_.emplace_back(text) : *found;
}

void DecisionWriter::close_block() {
  if (block_.empty()) return;
  file_.write_compressed({.items = static_cast<std::uint32_t>(block_.size()),
                          .first = block_.front().at,
                          .last = block_.back().at},
                         encode_block(block_, texts_));
  block_.clear();
}

void DecisionWriter::add(std::span<const DecisionRecord> records) {
  for (const DecisionRecord& record : records) {
    if (block_.size() == most_block_decisions) close_block();
    DecisionRecord& kept = block_.emplace_back(record);
    kept.why = lasting(record.why), kept.cause = lasting(record.cause);
  }
}

Problems DecisionWriter::check() const {
  if (file_.wrong().empty()) return {};
  return {{path_, fmt::format("cannot be written: {}", file_.wrong()), "name another file with --decisions"}};
}

void DecisionWriter::keep(const DecisionsEnd& end) {
  close_block();
  file_.keep_compressed({.kind = RecordKind::end}, encode(end));
}

Problems DecisionWriter::finish(const DecisionsEnd& end) {
  close_block();
  file_.write_compressed({.kind = RecordKind::end}, encode(end));
  file_.finish();
  return check();
}

}  // namespace ebb::inline report
