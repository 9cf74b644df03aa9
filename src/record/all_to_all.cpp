#include "record/all_to_all.hpp"

namespace ebb::inline record {
namespace {

/// In round k each member sends to the one k places on; or all rounds happen at once.
template <class Make>
void to_each(bool at_once, std::uint32_t n, const Make& make, const RoundSink& sink) {
  Round round;
  for (std::uint32_t k = 1; k < n; ++k) {
    for (std::uint32_t i = 0; i < n; ++i) round.push_back(make(i, (i + k) % n));
    if (at_once) continue;
    sink(round);
    round.clear();
  }
  if (!round.empty()) sink(round);
}

/// A part for the member d places on is routed by the binary digits of d, together with all others that have
/// the same digit.
void exchange_by_bruck(std::uint32_t n, std::int64_t bytes, const RoundSink& sink) {
  for (std::uint32_t step = 1; step < n; step *= 2) {
    Round round;
    for (std::uint32_t i = 0; i < n; ++i) {
      RoundMessage message{i, (i + step) % n, {}};
      for (std::uint32_t d = step; d < n; ++d)
        if (d & step) {
          const std::uint32_t from = (i + n - (d & (step - 1))) % n, to = (from + d) % n;
          message.what.push_back({(std::int64_t{from} * n + to) * bytes, bytes});
        }
      round.push_back(std::move(message));
    }
    sink(round);
  }
}

}  // namespace

void all_to_all(Algorithm how, std::uint32_t n, std::int64_t bytes, const RoundSink& sink) {
  if (how == Algorithm::bruck) return exchange_by_bruck(n, bytes, sink);
  const auto part = [&](std::uint32_t from, std::uint32_t to) {
    return RoundMessage{from, to, {{(std::int64_t{from} * n + to) * bytes, bytes}}};
  };
  to_each(how == Algorithm::linear, n, part, sink);
}

void all_to_all_sizes(Algorithm how, std::uint32_t n, const PairSize& size, const RoundSink& sink) {
  const auto part = [&](std::uint32_t from, std::uint32_t to) {
    return RoundMessage{from, to, {}, false, size(from, to)};
  };
  to_each(how == Algorithm::linear, n, part, sink);
}

}  // namespace ebb::inline record
