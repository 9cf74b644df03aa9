// The file of a run's decisions: a file of records (base/record_file.hpp). The first one says whose decisions
// they are, then come blocks of decisions by time and channel, then the end with the counts of the whole run.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/record_file.hpp"
#include "base/result.hpp"
#include "results/decisions.hpp"

namespace ebb::inline report {

inline constexpr FileKind decisions_kind{"ebb-why\n", 1, "log of decisions"};

inline constexpr std::uint32_t most_block_decisions = 65'536;
/// More than any network's names need.
inline constexpr std::uint32_t most_raw_record = 1u << 29;

ByteBuffer encode(const DecisionsAbout& about);
/// Of what does not make sense, the problem says so and has no place; the same below.
Result<DecisionsAbout> decode_about(std::span<const std::byte> raw);

ByteBuffer encode(const DecisionsEnd& end);
Result<DecisionsEnd> decode_end(std::span<const std::byte> raw);

/// The decisions of a block, uncompressed. Texts that are not in `texts` yet are added to it, and stand at
/// the block's head.
ByteBuffer encode_block(std::span<const DecisionRecord> records, std::vector<std::string>& texts);
/// Adds the texts at a block's head to those of the blocks before.
void add_texts(std::span<const std::byte> raw, std::vector<std::string>& texts);
/// The opposite of encode_block(): every byte must mean something. `texts` are those of this block and the
/// ones before, at least; `known`, of the ones before, becomes the number with this block. The records' texts
/// are in `texts`.
Result<std::vector<DecisionRecord>> decode_block(const RecordHead& head, std::span<const std::byte> raw,
                                                 const DecisionsAbout& about,
                                                 const std::vector<std::string>& texts, std::size_t& known);

}  // namespace ebb::inline report
