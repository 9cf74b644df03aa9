// An IGP network with some of its links asleep, block by block: what it saves, and what is wrong with it.
#pragma once

#include <memory>
#include <vector>

#include "network/igp_network.hpp"
#include "rules/igp/igp_blocks.hpp"
#include "rules/igp/igp_loads.hpp"
#include "rules/igp/igp_request.hpp"

namespace ebb::inline rules {

inline constexpr double hair_of_load = 1e-9;  ///< a smaller share of a limit is a rounding error

/// What each channel may carry, by its load with all links on.
std::vector<double> igp_limits(const IgpSleepRequest& request, const IgpNetwork& network,
                               const std::vector<double>& usual);

/// One block. Its links have its own numbers.
class IgpBlockState {
 public:
  IgpBlockState(IgpBlock block, const IgpSleepRequest& request);

  const IgpBlock& block() const { return block_; }
  const IgpLoads& loads() const { return loads_; }
  void set(IgpLinkId link, bool on) { loads_.set(link, on), update(); }
  void undo() { loads_.undo(), update(); }
  void set_all(const std::vector<bool>& on) { loads_.set_all(on), update(); }
  bool connected() const { return connected_; }
  double excess() const { return excess_; }  ///< by which channels are too full, as shares of their limits
  bool allowed() const { return connected_ && excess_ == 0; }
  double limit(IgpChannelId channel) const { return limits_[channel]; }  ///< what it may carry
  std::uint32_t most_asleep() const;
  /// What one change costs, in steps of the innermost loops.
  std::uint64_t work() const { return std::uint64_t{block_.network.size()} * block_.network.channels(); }

 private:
  void update();

  IgpBlock block_;  ///< loads_ refers to it
  bool spare_;
  IgpLoads loads_;
  std::vector<double> limits_;
  bool connected_ = true;
  double excess_ = 0;
};

/// The whole network. Only links of blocks can sleep.
class IgpSleepState {
 public:
  explicit IgpSleepState(const IgpSleepRequest& request);

  std::size_t blocks() const { return blocks_.size(); }
  const IgpBlockState& block(std::size_t b) const { return *blocks_[b]; }
  IgpBlockState& block(std::size_t b) { return *blocks_[b]; }
  /// Links that may sleep, of one block or of all; numbers of the whole network.
  const std::vector<IgpLinkId>& links(std::size_t b) const { return blocks_[b]->block().links; }
  const std::vector<IgpLinkId>& links() const { return all_; }

  bool is_on(IgpLinkId link) const { return on_[link]; }
  const std::vector<bool>& on() const { return on_; }
  void set(IgpLinkId link, bool on);
  /// Takes back the last set(), of this link.
  void undo(IgpLinkId link);
  void set_all(const std::vector<bool>& on);

  double value(IgpLinkId link) const;
  double saved() const { return saved_; }
  double load(IgpLinkId link) const;  ///< of both channels
  double excess() const;
  bool connected() const;
  bool allowed() const { return connected() && excess() == 0; }
  std::uint64_t work(IgpLinkId link) const { return blocks_[at_[link].block]->work(); }
  IgpSleepPlan plan() const;

 private:
  struct Place {
    std::size_t block = 0;
    IgpLinkId link = 0;
  };
  void account(IgpLinkId link, bool on);

  const IgpSleepRequest& request_;
  std::vector<std::unique_ptr<IgpBlockState>> blocks_;
  std::vector<Place> at_;  ///< by link
  std::vector<IgpLinkId> all_;
  std::vector<bool> on_;
  std::vector<std::vector<std::size_t>> parts_of_;  ///< by link
  std::vector<std::size_t> awake_in_part_;
  double saved_ = 0;
};

}  // namespace ebb::inline rules
