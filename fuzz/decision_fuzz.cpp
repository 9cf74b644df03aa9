// Any bytes at all as a file of decisions: read or refused. The first byte says whether they are a whole
// file, or what stands behind the checksums: who decided, a block, or the end.
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/ensure.hpp"
#include "report/decisions/decision_file.hpp"

namespace {

using Bytes = std::span<const std::byte>;

void read_whole(Bytes bytes) {
  const auto file = ebb::DecisionFile::of({bytes.begin(), bytes.end()}, "fuzz.why");
  if (!file) {
    for (const ebb::Problem& p : file.problems()) ENSURE(!p.where.empty() && !p.hint.empty());
    return;
  }
  std::uint64_t records = 0;
  file->for_each([&](const ebb::DecisionRecord& r) {
    ENSURE(r.channel < file->about().channels.size());
    ++records;
  });
  ENSURE(records == file->end().decisions.kept);
}

void read_block(Bytes raw) {
  ebb::DecisionsAbout about;
  about.levels = {{10'000'000'000}, {40'000'000'000}};
  about.channels.resize(4);
  std::vector<std::string> texts;
  ebb::add_texts(raw, texts);
  ebb::RecordHead head{
      .items = static_cast<std::uint32_t>(raw.size() % 64), .first = {0}, .last = {1'000'000}};
  std::size_t known = 0;
  const auto records = ebb::decode_block(head, raw, about, texts, known);
  if (!records) return;
  for (const ebb::DecisionRecord& r : *records) ENSURE(r.channel < about.channels.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Bytes bytes = std::as_bytes(std::span(data, size));
  const Bytes rest = size > 0 ? bytes.subspan(1) : bytes;
  if (size > 0 && data[0] == 0xff)
    (void)ebb::decode_about(rest);
  else if (size > 0 && data[0] == 0xfe)
    read_block(rest);
  else if (size > 0 && data[0] == 0xfd)
    (void)ebb::decode_end(rest);
  else
    read_whole(bytes);
  return 0;
}
