#include "report/decisions/decision_file.hpp"

#include <fmt/core.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <tuple>

namespace ebb::inline report {
namespace {

constexpr const char* made_by = "such files are made by `ebb run RUN.toml --decisions FILE`";
constexpr const char* again = "copy it again, or run it again with --decisions; nothing of it was used";

std::uint64_t end_of(const RecordHead& head, std::uint64_t offset) {
  return offset + record_head_size + head.stored_bytes;
}

}  // namespace

Problem DecisionFile::damaged(std::uint64_t offset, std::string what) const {
  return {fmt::format("{}: byte {}", name_, offset), std::move(what),
          fmt::format("the file is damaged: {}", again)};
}

Problem DecisionFile::cut_off() const {
  return {fmt::format("{}: byte {}", name_, bytes_.size()), "the file ends here, but the decisions do not",
          fmt::format("the file was cut off: {}", again)};
}

Result<DecisionFile::Record> DecisionFile::record_at(std::uint64_t offset, std::uint64_t before) const {
  if (offset + record_head_size > bytes_.size()) return cut_off();
  const std::span all(bytes_);
  const Record record{decode_head(all.subspan(offset).first<record_head_size>()), offset};
  const RecordHead& head = record.head;
  if (head.raw_bytes > most_raw_record || head.stored_bytes > most_raw_record)
    return damaged(offset, "holds no record");
  if (end_of(head, offset) > bytes_.size()) return cut_off();
  if (record_checksum(head, all.subspan(offset + record_head_size, head.stored_bytes)) != head.checksum)
    return damaged(offset, "begins a record whose checksum is wrong");
  if (head.before != before) return damaged(offset, "begins a record that does not belong here");
  return record;
}

Result<ByteBuffer> DecisionFile::raw_of(const Record& record) const {
  ByteBuffer raw(record.head.raw_bytes);
  if (!decompress(std::span(bytes_).subspan(record.offset + record_head_size, record.head.stored_bytes), raw))
    return damaged(record.offset, "begins a record that cannot be decompressed");
  return raw;
}

Problems DecisionFile::check_about(const Record& record) {
  if (record.head.kind != RecordKind::about) return {damaged(record.offset, "does not say of which run")};
  const auto raw = raw_of(record);
  if (!raw) return raw.problems();
  auto about = decode_about(*raw);
  if (!about) return {damaged(record.offset, about.problems()[0].what)};
  about_ = std::move(*about);
  return {};
}

Problems DecisionFile::check_block(const Record& record, std::size_t& known) {
  if (record.head.kind != RecordKind::block) return {damaged(record.offset, "holds no record")};
  const auto raw = raw_of(record);
  if (!raw) return raw.problems();
  add_texts(*raw, texts_);
  const auto records = decode_block(record.head, *raw, about_, texts_, known);
  if (!records) return {damaged(record.offset, records.problems()[0].what)};
  for (std::size_t i = 1; i < records->size(); ++i) {
    const DecisionRecord &a = (*records)[i - 1], &b = (*records)[i];
    if (std::tie(a.at, a.channel) > std::tie(b.at, b.channel))
      return {damaged(record.offset, "begins a block whose decisions are not in order")};
  }
  if (!blocks_.empty() && record.head.first < blocks_.back().head.last)
    return {damaged(record.offset, "begins a block that starts before the one before ends")};
  blocks_.push_back(record);
  return {};
}

Problems DecisionFile::check_end(const Record& record) {
  const auto raw = raw_of(record);
  if (!raw) return raw.problems();
  auto end = decode_end(*raw);
  if (!end) return {damaged(record.offset, end.problems()[0].what)};
  end_ = std::move(*end);
  std::uint64_t kept = 0;
  for (const Record& block : blocks_) kept += block.head.items;
  if (kept != end_.decisions.kept)
    return {damaged(record.offset, "begins an end that does not agree with the blocks before it")};
  if (const std::uint64_t end_at = end_of(record.head, record.offset); end_at != bytes_.size())
    return {damaged(end_at, "follows the end of the decisions, where nothing should")};
  return {};
}

Problems DecisionFile::check() {
  if (bytes_.size() < file_head_size)
    return {
        {fmt::format("{}: byte {}", name_, bytes_.size()), "is too short for a log of decisions", made_by}};
  if (const std::string wrong =
          check_file_head(decisions_kind, std::span<const std::byte>(bytes_).first<file_head_size>());
      !wrong.empty())
    return {{name_, wrong, made_by}};
  std::uint64_t offset = file_head_size, before = 0;
  std::size_t known = 0;
  for (bool first = true;; first = false) {
    const auto record = record_at(offset, before);
    if (!record) return record.problems();
    if (!first && record->head.kind == RecordKind::end) return check_end(*record);
    Problems problems = first ? check_about(*record) : check_block(*record, known);
    if (!problems.empty()) return problems;
    before = record->head.checksum;
    offset = end_of(record->head, offset);
  }
}

Result<DecisionFile> DecisionFile::of(ByteBuffer bytes, std::string name) {
  DecisionFile file(std::move(bytes), std::move(name));
  if (Problems problems = file.check(); !problems.empty()) return problems;
  return file;
}

Result<DecisionFile> DecisionFile::open(const std::string& path) {
  std::error_code error;
  if (const auto status = std::filesystem::status(path, error); !std::filesystem::is_regular_file(status))
    return Problem{path, std::filesystem::exists(status) ? "is not a regular file" : "there is no such file",
                   made_by};
  std::ifstream in(path, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(in), {});
  if (!in.is_open() || in.bad()) return Problem{path, "cannot be read", made_by};
  const auto bytes = std::as_bytes(std::span(text));
  return of({bytes.begin(), bytes.end()}, path);
}

void DecisionFile::for_each(const std::function<void(const DecisionRecord&)>& visit) const {
  std::size_t known = 0;
  for (const Record& block : blocks_) {
    const auto raw = raw_of(block);
    const auto records = decode_block(block.head, *raw, about_, texts_, known);
    for (const DecisionRecord& record : *records) visit(record);
  }
}

}  // namespace ebb::inline report
