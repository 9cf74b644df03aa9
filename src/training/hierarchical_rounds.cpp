// Collectives in two levels: members of a server exchange over its internal switch; then those of the same
// place in their servers exchange over the network, all places at the same time. Each level is a ring, or
// direct for all-to-all. Of M bytes, between servers of g members only M / g pass each adapter.
#include <algorithm>

#include "training/collective_rounds.hpp"

namespace ebb::inline training {
namespace {

std::int64_t part_of(std::int64_t bytes, std::int64_t parts) { return (bytes + parts - 1) / parts; }

class TwoLevels {
 public:
  TwoLevels(std::uint32_t members, std::uint32_t per_server, const RoundSink& sink)
      : inside_(per_server), servers_(members / per_server), sink_(sink) {}

  std::uint32_t inside() const { return inside_; }
  std::uint32_t servers() const { return servers_; }

  /// As many rounds as a ring has, with messages of this size to the next in the server.
  void ring_inside(std::int64_t bytes) const {
    repeat(inside_ - 1, [&](std::uint32_t s, std::uint32_t i) {
      return bare_message(at(s, i), at(s, (i + 1) % inside_), bytes);
    });
  }
  /// The same to that of the same place in the next server, `times` over.
  void ring_across(std::int64_t bytes, std::uint32_t times = 1) const {
    repeat(times * (servers_ - 1), [&](std::uint32_t s, std::uint32_t i) {
      return bare_message(at(s, i), at((s + 1) % servers_, i), bytes);
    });
  }
  /// All-to-all: to each other in the server what its place in all servers is to get, then to each of the
  /// same place what all of this server have for it.
  void exchange(std::int64_t each) const {
    Round round;
    for (std::uint32_t away = 1; away < inside_; ++away)
      for_all([&](std::uint32_t s, std::uint32_t i) {
        round.push_back(bare_message(at(s, i), at(s, (i + away) % inside_), each * servers_));
      });
    sink_(round);
    round.clear();
    for (std::uint32_t away = 1; away < servers_; ++away)
      for_all([&](std::uint32_t s, std::uint32_t i) {
        round.push_back(bare_message(at(s, i), at((s + away) % servers_, i), each * inside_));
      });
    sink_(round);
  }

 private:
  std::uint32_t at(std::uint32_t server, std::uint32_t place) const { return server * inside_ + place; }
  template <class Visit>
  void for_all(Visit visit) const {
    for (std::uint32_t s = 0; s < servers_; ++s)
      for (std::uint32_t i = 0; i < inside_; ++i) visit(s, i);
  }
  template <class Make>
  void repeat(std::uint32_t rounds, Make make) const {
    Round round;
    for_all([&](std::uint32_t s, std::uint32_t i) { round.push_back(make(s, i)); });
    for (std::uint32_t k = 0; k < rounds; ++k) sink_(round);
  }

  const std::uint32_t inside_, servers_;
  const RoundSink& sink_;
};

}  // namespace

void hierarchical_rounds(Call call, std::uint32_t members, std::uint32_t per_server, std::int64_t bytes,
                         const RoundSink& sink) {
  const TwoLevels levels(members, per_server, sink);
  const std::int64_t inside = part_of(bytes, per_server), each = part_of(bytes, members);
  if (call == Call::all_to_all) return levels.exchange(each);
  if (call == Call::all_reduce || call == Call::reduce_scatter) levels.ring_inside(inside);
  if (call == Call::all_reduce) levels.ring_across(each, 2), levels.ring_inside(inside);
  if (call == Call::reduce_scatter) levels.ring_across(each);
  if (call == Call::all_gather) levels.ring_across(bytes), levels.ring_inside(bytes * levels.servers());
}

}  // namespace ebb::inline training
