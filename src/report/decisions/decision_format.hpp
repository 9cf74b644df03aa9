// The file of a run's decisions: a record file (base/record_file.hpp). The first record describes the run,
// then come blocks of decisions by time and channel, then the end with the counts of the whole run.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/bytes.hpp"
#include "base/record_file.hpp"
#include "base/result.hpp"
#include "results/decisions.hpp"

namespace ebb::inline report {

inline constexpr FileKind decisions_kind{"ebb-why\n", 1, "log of decisions"};

inline constexpr std::uint32_t most_block_decisions = 65'536;
/// More than any network's names need.
inline constexpr std::uint32_t most_raw_record = 1u << 29;

ByteBuffer encode(const DecisionsAbout& about);
/// A problem of invalid data has no `where`. The same holds below.
Result<DecisionsAbout> decode_about(std::span<const std::byte> raw);

ByteBuffer encode(const DecisionsEnd& end);
Result<DecisionsEnd> decode_end(std::span<const std::byte> raw);

/// Encodes the decisions of a block, uncompressed. Texts that are not in `texts` yet are added to it, and
/// written at the block's head.
ByteBuffer encode_block(std::span<const DecisionRecord> records, std::vector<std::string>& texts);
/// Adds the texts at a block's head to those of the blocks before.
void add_texts(std::span<const std::byte> raw, std::vector<std::string>& texts);
/// The inverse of encode_block(): every byte must be valid. `texts` contains at least those of this block and
/// the ones before. `known` is the number of texts of the blocks before, and becomes the number with this
/// block. The records' texts are in `texts`.
Result<std::vector<DecisionRecord>> decode_block(const RecordHead& head, std::span<const std::byte> raw,
                                                 const DecisionsAbout& about,
                                                 const std::vector<std::string>& texts, std::size_t& known);

}  // namespace ebb::inline report
