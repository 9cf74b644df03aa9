#include "engine/run/decision_log.hpp"

#include <algorithm>
#include <deque>
#include <string>

#include "base/bytes.hpp"
#include "base/units.hpp"
#include "engine/storage/decision_buffer.hpp"

namespace ebb::inline engine {
namespace {

/// A record to be sent to another rank: its texts are in a list beside it.
struct PackedDecision {
  std::int64_t at, since, sent, queued, idle_for;
  double utilisation;
  std::uint32_t channel, why, cause;
  std::uint8_t from, to;
  bool knows_queue;
};

std::uint32_t index_of(std::string_view text, std::vector<std::string>& texts) {
  const auto found = std::find(texts.begin(), texts.end(), text);
  const auto index = static_cast<std::uint32_t>(found - texts.begin());
  if (found == texts.end()) texts.emplace_back(text);
  return index;
}

ByteBuffer packed(const std::vector<DecisionRecord>& records) {
  std::vector<std::string> texts;
  std::vector<PackedDecision> all;
  for (const DecisionRecord& r : records)
    all.push_back({r.at.v, r.since.v, r.sent.v, r.queued.value_or(Bytes{}).v, r.idle_for.v, r.utilisation,
                   r.channel, index_of(r.why, texts), index_of(r.cause, texts), r.from, r.to,
                   r.queued.has_value()});
  ByteBuffer bytes;
  ByteWriter out(bytes);
  out.put(texts.size());
  for (const std::string& text : texts) out.put_text(text);
  out.put_list(all);
  return bytes;
}

/// `texts` is a deque, because its texts must not move as more are added.
void unpack(ByteReader in, std::deque<std::string>& texts, std::vector<DecisionRecord>& records) {
  const std::size_t first = texts.size();
  for (auto left = in.take<std::size_t>(); left > 0; --left) texts.push_back(in.take_text());
  for (const PackedDecision& p : in.take_list<PackedDecision>())
    records.push_back({.at = {p.at},
                       .channel = p.channel,
                       .from = p.from,
                       .to = p.to,
                       .why = texts[first + p.why],
                       .cause = texts[first + p.cause],
                       .utilisation = p.utilisation,
                       .since = {p.since},
                       .sent = {p.sent},
                       .queued = p.knows_queue ? std::optional(Bytes{p.queued}) : std::nullopt,
                       .idle_for = {p.idle_for}});
}

/// Returns the sum over all ranks.
std::uint64_t all_together(Exchange& exchange, std::uint64_t own) {
  std::uint64_t sum = 0;
  for (const std::uint64_t other : records_of_all(exchange, own)) sum += other;
  return sum;
}

/// Returns the records of all ranks on rank 0; nothing elsewhere.
std::vector<DecisionRecord> gathered(Exchange& exchange, const std::vector<DecisionRecord>& own,
                                     std::deque<std::string>& texts) {
  std::vector<ByteBuffer> out(exchange.ranks()), in;
  out[0] = packed(own);
  exchange.round(out, in);
  std::vector<DecisionRecord> all;
  if (exchange.rank() != 0) return all;
  for (const ByteBuffer& bytes : in) unpack(ByteReader(bytes), texts, all);
  sort_decisions(all);
  return all;
}

}  // namespace

DecisionLog::DecisionLog(Simulation& simulation, std::uint64_t limit, Take take)
    : limit_(limit), take_(std::move(take)) {
  simulation.executor().keep_decisions(limit_);
}

void DecisionLog::record(Simulation& simulation) {
  if (kept_ == limit_) return;
  std::vector<DecisionRecord> records = simulation.executor().take_decisions();
  Exchange& exchange = simulation.exchange();
  const std::uint64_t count = std::min(all_together(exchange, records.size()), limit_ - kept_);
  std::deque<std::string> texts;
  if (exchange.ranks() > 1 && count > 0) records = gathered(exchange, records, texts);
  if (exchange.rank() == 0 && count > 0) take_(std::span(records).first(count));
  kept_ += count;
  simulation.executor().keep_decisions(limit_ - kept_);
}

}  // namespace ebb::inline engine
