#include "report/decisions/decision_format.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "base/problem.hpp"
#include "base/units.hpp"
#include "base/varint.hpp"

namespace ebb::inline report {
namespace {

void put_text(ByteBuffer& out, std::string_view text) {
  put_varint(out, text.size());
  for (const char c : text) out.push_back(static_cast<std::byte>(c));
}

void put_signed(ByteBuffer& out, std::int64_t value) { put_varint(out, folded(value)); }

/// Takes values from the front of bytes. A missing or too large value is recorded as an error, and reads as
/// 0.
class Taker {
 public:
  explicit Taker(std::span<const std::byte> in) : in_(in) {}

  std::uint64_t number(std::uint64_t most = UINT64_MAX) {
    std::uint64_t value = 0;
    if (get_varint(in_, value) && value <= most) return value;
    good_ = false;
    return 0;
  }
  std::int64_t signed_number() { return unfolded(number()); }
  std::string text() {
    const std::uint64_t length = number(in_.size());
    if (length > in_.size()) return good_ = false, "";
    std::string out(length, '\0');
    if (length) std::memcpy(out.data(), in_.data(), length);
    in_ = in_.subspan(length);
    return out;
  }
  std::byte byte() {
    if (in_.empty()) return good_ = false, std::byte{0};
    const std::byte first = in_.front();
    in_ = in_.subspan(1);
    return first;
  }
  /// Reads how many elements follow. Each takes at least one byte.
  std::size_t count() { return number(in_.size()); }
  void fail() { good_ = false; }
  bool good() const { return good_; }
  bool done() const { return good_ && in_.empty(); }

 private:
  std::span<const std::byte> in_;
  bool good_ = true;
};

Problem invalid(const char* what) { return {"", fmt::format("{} is invalid", what), ""}; }

/// A host or switch as one number.
std::uint64_t node_of(const ChannelEnds& ends) { return std::uint64_t{ends.from} * 2 + ends.from_host; }

void put_channels(ByteBuffer& out, const std::vector<ChannelEnds>& channels) {
  put_varint(out, channels.size());
  std::uint64_t before = 0;
  for (const ChannelEnds& c : channels)
    put_signed(out, static_cast<std::int64_t>(node_of(c) - before)), before = node_of(c);
  for (const ChannelEnds& c : channels) put_varint(out, c.port);
  for (std::size_t i = 0; i < channels.size(); ++i)
    put_signed(out, static_cast<std::int64_t>(channels[i].back) - static_cast<std::int64_t>(i));
}

/// A channel leads to the node where the opposite channel begins.
std::vector<ChannelEnds> take_channels(Taker& in) {
  std::vector<ChannelEnds> channels(in.count());
  std::uint64_t node = 0;
  for (ChannelEnds& c : channels) {
    node += static_cast<std::uint64_t>(in.signed_number());
    c.from = static_cast<std::uint32_t>(node / 2), c.from_host = node % 2;
  }
  for (ChannelEnds& c : channels) c.port = static_cast<std::uint32_t>(in.number(UINT32_MAX));
  for (std::size_t i = 0; i < channels.size(); ++i)
    channels[i].back = static_cast<std::uint32_t>(static_cast<std::int64_t>(i) + in.signed_number());
  for (std::size_t i = 0; i < channels.size(); ++i) {
    ChannelEnds& c = channels[i];
    if (c.back >= channels.size() || channels[c.back].back != i) return in.fail(), channels;
    c.to = channels[c.back].from, c.to_host = channels[c.back].from_host;
  }
  return channels;
}

/// For networks with names, or with rates, which come after the names. The end of a channel follows from the
/// opposite channel.
void put_names(ByteBuffer& out, const std::vector<ChannelEnds>& channels) {
  if (std::all_of(channels.begin(), channels.end(),
                  [](const auto& c) { return c.from_name.empty() && c.full.v == 0; }))
    return;
  for (const ChannelEnds& c : channels) put_text(out, c.from_name), put_text(out, c.port_name);
}

/// For networks whose channels have several full rates.
void put_rates(ByteBuffer& out, const std::vector<ChannelEnds>& channels) {
  if (std::all_of(channels.begin(), channels.end(), [](const auto& c) { return c.full.v == 0; })) return;
  for (const ChannelEnds& c : channels) put_varint(out, static_cast<std::uint64_t>(c.full.v));
}

void take_rates(Taker& in, std::vector<ChannelEnds>& channels) {
  if (in.done() || !in.good()) return;
  for (ChannelEnds& c : channels) c.full.v = static_cast<std::int64_t>(in.number(INT64_MAX));
}

void take_names(Taker& in, std::vector<ChannelEnds>& channels) {
  if (in.done() || !in.good()) return;
  for (ChannelEnds& c : channels) c.from_name = in.text(), c.port_name = in.text();
  for (ChannelEnds& c : channels) c.to_name = channels[c.back].from_name;
}

std::size_t index_of(std::string_view text, std::vector<std::string>& texts) {
  const auto found = std::find(texts.begin(), texts.end(), text);
  const auto index = static_cast<std::size_t>(found - texts.begin());
  if (found == texts.end()) texts.emplace_back(text);
  return index;
}

/// Writes the highest bytes of all numbers first, which are similar, then the next ones.
void put_shares(ByteBuffer& out, std::span<const DecisionRecord> records) {
  for (int shift = 56; shift >= 0; shift -= 8)
    for (const DecisionRecord& r : records)
      out.push_back(static_cast<std::byte>(std::bit_cast<std::uint64_t>(r.utilisation) >> shift));
}

void take_shares(Taker& in, std::vector<DecisionRecord>& records) {
  std::vector<std::uint64_t> bits(records.size());
  for (int plane = 0; plane < 8; ++plane)
    for (std::uint64_t& b : bits) b = b << 8 | std::to_integer<std::uint64_t>(in.byte());
  for (std::size_t i = 0; i < records.size(); ++i) {
    records[i].utilisation = std::bit_cast<double>(bits[i]);
    if (!std::isfinite(records[i].utilisation)) in.fail();
  }
}

/// Skips the texts at a block's head, which the caller knows.
void skip_texts(Taker& in, std::size_t& known) {
  for (std::size_t left = in.count(); left > 0 && in.good(); --left, ++known) in.text();
}

}  // namespace

ByteBuffer encode(const DecisionsAbout& about) {
  ByteBuffer out;
  for (const std::string* text : {&about.program, &about.run, &about.network, &about.policy})
    put_text(out, *text);
  put_signed(out, about.epoch.v);
  put_varint(out, about.paired), put_varint(out, about.first_level);
  put_varint(out, about.levels.size());
  for (const BitsPerSecond rate : about.levels) put_signed(out, rate.v);
  put_channels(out, about.channels);
  put_names(out, about.channels);
  put_rates(out, about.channels);
  return out;
}

Result<DecisionsAbout> decode_about(std::span<const std::byte> raw) {
  Taker in(raw);
  DecisionsAbout about;
  for (std::string* text : {&about.program, &about.run, &about.network, &about.policy}) *text = in.text();
  about.epoch.v = in.signed_number();
  about.paired = in.number(1), about.first_level = static_cast<std::uint8_t>(in.number(255));
  about.levels.resize(in.number(256));
  for (BitsPerSecond& rate : about.levels) rate.v = in.signed_number();
  about.channels = take_channels(in);
  take_names(in, about.channels);
  take_rates(in, about.channels);
  if (!in.done() || about.first_level >= about.levels.size()) return invalid("the description of the run");
  return about;
}

ByteBuffer encode(const DecisionsEnd& end) {
  ByteBuffer out;
  put_varint(out, end.decisions.kept), put_varint(out, end.decisions.beyond);
  put_varint(out, end.reasons.size());
  for (const ReasonCount& r : end.reasons)
    put_text(out, r.why), put_varint(out, r.evaluations), put_varint(out, r.changes);
  put_signed(out, end.simulated.v);
  put_varint(out, end.partial), put_varint(out, end.digest);
  return out;
}

Result<DecisionsEnd> decode_end(std::span<const std::byte> raw) {
  Taker in(raw);
  DecisionsEnd end;
  end.decisions = {in.number(), in.number()};
  end.reasons.resize(in.count());
  std::uint64_t changes = 0;
  for (ReasonCount& r : end.reasons) {
    r.why = in.text();
    r.evaluations = in.number(), r.changes = in.number(r.evaluations);
    changes += r.changes;
  }
  end.simulated.v = in.signed_number();
  end.partial = in.number(1), end.digest = in.number();
  if (!in.done() || changes != end.decisions.kept + end.decisions.beyond) return invalid("its end");
  return end;
}

ByteBuffer encode_block(std::span<const DecisionRecord> records, std::vector<std::string>& texts) {
  std::vector<std::size_t> names;
  const std::size_t known = texts.size();
  for (const DecisionRecord& r : records) names.push_back(index_of(r.why, texts));
  for (const DecisionRecord& r : records) names.push_back(index_of(r.cause, texts));
  ByteBuffer out;
  put_varint(out, texts.size() - known);
  for (std::size_t i = known; i < texts.size(); ++i) put_text(out, texts[i]);
  for (const std::size_t name : names) put_varint(out, name);
  Picoseconds before = records.empty() ? Picoseconds{} : records[0].at;
  for (const DecisionRecord& r : records)
    put_varint(out, static_cast<std::uint64_t>((r.at - before).v)), before = r.at;
  for (const DecisionRecord& r : records) put_varint(out, r.channel);
  for (const DecisionRecord& r : records) put_varint(out, r.from), put_varint(out, r.to);
  put_shares(out, records);
  for (const DecisionRecord& r : records) put_signed(out, r.since.v);
  for (const DecisionRecord& r : records) put_signed(out, r.sent.v);
  for (const DecisionRecord& r : records) put_signed(out, r.idle_for.v);
  for (const DecisionRecord& r : records) put_varint(out, r.queued ? folded(r.queued->v) + 1 : 0);
  return out;
}

void add_texts(std::span<const std::byte> raw, std::vector<std::string>& texts) {
  Taker in(raw);
  for (std::size_t left = in.count(); left > 0 && in.good(); --left) texts.push_back(in.text());
}

Result<std::vector<DecisionRecord>> decode_block(const RecordHead& head, std::span<const std::byte> raw,
                                                 const DecisionsAbout& about,
                                                 const std::vector<std::string>& texts, std::size_t& known) {
  if (head.items == 0 || head.items > most_block_decisions || head.first.v < 0 || head.last < head.first ||
      about.channels.empty())
    return invalid("a block's head");
  Taker in(raw);
  skip_texts(in, known);
  if (known == 0 || known > texts.size()) return invalid("a block");
  std::vector<DecisionRecord> records(head.items);
  for (DecisionRecord& r : records) r.why = texts[in.number(known - 1)];
  for (DecisionRecord& r : records) r.cause = texts[in.number(known - 1)];
  std::int64_t now = head.first.v;
  for (DecisionRecord& r : records)
    r.at = {now += static_cast<std::int64_t>(in.number(static_cast<std::uint64_t>(head.last.v - now)))};
  for (DecisionRecord& r : records)
    r.channel = static_cast<std::uint32_t>(in.number(about.channels.size() - 1));
  for (DecisionRecord& r : records) {
    r.from = static_cast<std::uint8_t>(in.number(about.levels.size() - 1));
    r.to = static_cast<std::uint8_t>(in.number(about.levels.size() - 1));
  }
  take_shares(in, records);
  for (DecisionRecord& r : records) r.since.v = in.signed_number();
  for (DecisionRecord& r : records) r.sent.v = in.signed_number();
  for (DecisionRecord& r : records) r.idle_for.v = in.signed_number();
  for (DecisionRecord& r : records)
    if (const std::uint64_t queued = in.number()) r.queued = Bytes{unfolded(queued - 1)};
  if (!in.done() || now != head.last.v) return invalid("a block");
  return records;
}

}  // namespace ebb::inline report
