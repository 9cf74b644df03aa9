#include "engine/threads/window_events.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <memory>
#include <set>

namespace ebb::inline engine {
namespace {

/// Ranges of switches, one after another.
Blocks blocks_of(const std::vector<SwitchId>& sizes) {
  Blocks blocks;
  SwitchId first = 0;
  for (const SwitchId size : sizes) {
    blocks.of.insert(blocks.of.end(), size, static_cast<std::uint16_t>(blocks.all.size()));
    Block& block = blocks.all.emplace_back();
    block.first = first, block.end = first += size;
  }
  return blocks;
}

/// The events of one switch, by what they carry.
using Found = std::map<SwitchId, std::multiset<std::uint32_t>>;

/// Threads that file for one window, and the events that the handler of a block gathers.
struct Filing {
  static constexpr std::int64_t length = 1000;
  Blocks blocks;
  LoadBits bits;
  std::vector<std::unique_ptr<Calendar>> calendars;
  std::vector<std::unique_ptr<FiledEvents>> filed;
  std::vector<const FiledEvents*> views;
  BlockEvents block_events;

  Filing(std::size_t threads, const std::vector<SwitchId>& sizes) : blocks(blocks_of(sizes)), bits(threads) {
    for (std::size_t i = 0; i < threads; ++i) {
      calendars.push_back(std::make_unique<Calendar>(length));
      filed.push_back(std::make_unique<FiledEvents>(sizes.size()));
      views.push_back(filed.back().get());
    }
  }
  void file(std::size_t thread, Kind kind, SwitchId switch_id, std::uint32_t tag) {
    Packet packet;
    packet.at = calendars[thread]->start(), packet.switch_id = switch_id, packet.tag = tag;
    DeliveryNotification notification;
    notification.at = packet.at, notification.switch_id = switch_id, notification.tag = tag;
    if (kind == Kind::packet)
      calendars[thread]->add(packet);
    else if (kind == Kind::notification)
      calendars[thread]->add(notification);
    else
      calendars[thread]->add(TimedEvent{packet.at, switch_id, 0, kind, 0, tag});
  }
  void collect() {
    for (std::size_t i = 0; i < filed.size(); ++i) filed[i]->collect(*calendars[i], blocks, bits, i);
  }
  std::uint32_t tag_of(const Event& e) const {
    const FiledEvents& filer = *filed[e.load >> bits.index_bits];
    const std::uint32_t index = e.load & bits.index_mask;
    const Kind kind = Event::kind(e.order);
    return kind == Kind::packet         ? filer.packets()[index].tag
           : kind == Kind::notification ? filer.notification()[index].tag
                                        : index;
  }
  Found found_in(std::size_t block) {
    Found found;
    if (!block_events.gather(views, blocks.all[block], block)) return found;
    const BlockEvents::BySwitch switches = block_events.by_switch();
    for (std::uint32_t i = 0, begin = 0; i < switches.count; begin = switches.ends[i++])
      for (std::uint32_t e = begin; e < switches.ends[i]; ++e) {
        EXPECT_EQ(switches.events[e].switch_id, switches[i]);
        found[switches[i]].insert(tag_of(switches.events[e]));
      }
    return found;
  }
  bool is_by_comparing() { return block_events.by_switch().touched != nullptr; }
};

TEST(LoadBits, LeaveAsManyBitsAsTheThreadsDoNotNeed) {
  EXPECT_EQ(LoadBits(1).index_bits, 31u);
  EXPECT_EQ(LoadBits(2).index_bits, 30u);
  EXPECT_EQ(LoadBits(3).index_bits, 29u);
  EXPECT_EQ(LoadBits(4).index_bits, 29u);
  EXPECT_EQ(LoadBits(5).index_bits, 28u);
  for (const std::size_t threads : {1u, 2u, 3u, 4u, 5u, 64u, 96u}) {
    const LoadBits bits(threads);
    const std::uint32_t last = bits.filer(threads - 1) | bits.index_mask;
    EXPECT_EQ(last >> bits.index_bits, threads - 1);
    EXPECT_EQ(last & LoadBits::own, 0u) << "the bit of the switch at hand is free";
  }
}

TEST(FiledEvents, AreSortedByBlock) {
  Filing filing(1, {2, 1, 3});
  for (const SwitchId switch_id : {5u, 0u, 2u, 1u, 3u, 0u}) filing.file(0, Kind::input, switch_id, switch_id);
  filing.collect();
  const auto groups_in = [&](std::size_t block) {
    std::vector<SwitchId> groups;
    for (const Event& e : filing.filed[0]->of_block(block)) groups.push_back(e.switch_id);
    return groups;
  };
  EXPECT_EQ(groups_in(0), (std::vector<SwitchId>{0, 1, 0}));  // as they were filed
  EXPECT_EQ(groups_in(1), (std::vector<SwitchId>{2}));
  EXPECT_EQ(groups_in(2), (std::vector<SwitchId>{5, 3}));
}

TEST(FiledEvents, OfASingleBlockAreAllThereAre) {
  Filing filing(1, {4});
  for (const SwitchId switch_id : {3u, 0u, 2u}) filing.file(0, Kind::packet, switch_id, 10 + switch_id);
  filing.collect();
  EXPECT_EQ(filing.filed[0]->of_block(0).size(), 3u);
  EXPECT_EQ(filing.found_in(0), (Found{{0, {10}}, {2, {12}}, {3, {13}}}));
}

TEST(BlockEvents, BringTogetherWhatAllThreadsHaveFiledForASwitch) {
  Filing filing(3, {2, 2});
  filing.file(0, Kind::packet, 2, 7), filing.file(1, Kind::packet, 2, 8),
      filing.file(2, Kind::notification, 2, 9);
  filing.file(1, Kind::credit, 3, 1500), filing.file(2, Kind::packet, 0, 5);
  filing.collect();
  EXPECT_EQ(filing.found_in(1), (Found{{2, {7, 8, 9}}, {3, {1500}}}));
  EXPECT_EQ(filing.found_in(0), (Found{{0, {5}}}));
}

TEST(BlockEvents, TellWhenNothingHappens) {
  Filing filing(2, {2, 2});
  filing.file(1, Kind::packet, 0, 1);
  filing.collect();
  EXPECT_TRUE(filing.block_events.gather(filing.views, filing.blocks.all[0], 0));
  EXPECT_FALSE(filing.block_events.gather(filing.views, filing.blocks.all[1], 1));
}

TEST(BlockEvents, FewOrManyAreFoundAlike) {
  // In a block of 24 switches, two events are sorted by comparison, three or more by counting.
  for (const std::uint32_t events : {1u, 2u, 3u, 48u}) {
    Filing filing(2, {8, 24});
    Found expected;
    for (std::uint32_t i = 0; i < events; ++i) {
      const SwitchId switch_id = 31 - i * 5 % 24;
      filing.file(i % 2, Kind::packet, switch_id, i);
      expected[switch_id].insert(i);
    }
    filing.collect();
    EXPECT_EQ(filing.found_in(1), expected);
    EXPECT_EQ(filing.is_by_comparing(), events < 3);
  }
}

TEST(BlockEvents, ForgetTheWindowBefore) {
  Filing filing(1, {2, 2});
  for (std::uint32_t i = 0; i < 20; ++i) filing.file(0, Kind::packet, i % 4, i);
  filing.collect();
  EXPECT_EQ(filing.found_in(0).size(), 2u);
  filing.calendars[0]->advance_to(1);
  filing.file(0, Kind::packet, 1, 99);
  filing.collect();
  EXPECT_EQ(filing.found_in(0), (Found{{1, {99}}}));
  EXPECT_EQ(filing.found_in(1), Found{});
}

RC_GTEST_PROP(BlockEvents, LoseNothingAndMixNothingUp, ()) {
  const auto threads = *rc::gen::inRange<std::size_t>(1, 6);
  // A single thread has one block, so the block's number is not needed.
  const auto sizes = threads == 1 ? std::vector<SwitchId>{40} : std::vector<SwitchId>{3, 30, 1, 6};
  Filing filing(threads, sizes);
  for (std::uint64_t window = 0; window < 3; ++window) {
    Found expected;
    for (auto& calendar : filing.calendars) calendar->advance_to(window);
    for (std::uint32_t i = *rc::gen::inRange(0u, 60u); i > 0; --i) {
      const auto switch_id = *rc::gen::inRange<SwitchId>(0, 40);
      const auto thread = *rc::gen::inRange<std::size_t>(0, threads);
      const auto kind = *rc::gen::element(Kind::packet, Kind::notification, Kind::credit);
      filing.file(thread, kind, switch_id, i);
      expected[switch_id].insert(i);
    }
    filing.collect();
    Found found;
    for (std::size_t block = 0; block < sizes.size(); ++block) found.merge(filing.found_in(block));
    RC_ASSERT(found == expected);
  }
}

}  // namespace
}  // namespace ebb::inline engine
