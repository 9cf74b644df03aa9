// Brings the switches of a network from one version of their tables to another while frames cross it. Each
// switch changes by atomic bundles; the network by the stages of a Transition. Every stage is a state that is
// wanted, and a switch is brought there from whatever it holds: a bundle that may or may not have arrived, a
// switch that lost its rules and a rollout that was killed are all met by reading and trying again.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <stop_token>
#include <string_view>
#include <vector>

#include "fabric/driver.hpp"
#include "fabric/rollout/journal.hpp"
#include "fabric/rollout/rollout_choice.hpp"

namespace ebb::inline fabric {

/// Time as a rollout sees it; tests let frames move, and end the program, where it passes.
class RolloutClock {
 public:
  virtual ~RolloutClock() = default;
  virtual void wait(std::chrono::milliseconds time);
  /// Something is about to be done, or has been.
  virtual void step(std::string_view) {}
};

struct RolloutSettings {
  /// No frame is longer on its way through the network than this, and counters are not older.
  std::chrono::milliseconds drain{1000};
  std::chrono::milliseconds retry{250};
  std::chrono::milliseconds patience{15'000};  ///< with a switch that does not answer, and with the drain
  /// So many switches are asked at a time. Within a stage their order does not matter.
  std::size_t at_a_time = 1;
  /// Asked before anything of a new version is sent or written down; what it says ends the rollout there.
  /// Not asked for a repair or for what an earlier rollout left: those must not wait for a cable.
  std::function<Problems()> objections = [] { return Problems{}; };
  /// When it is asked for, no switch is waited for any more: the rollout ends as with one that does not
  /// answer.
  std::stop_token stop = {};
};

enum class RolloutOutcome : std::uint8_t { nothing_to_do, repaired, deployed, rolled_back, undone };

class Rollout {
 public:
  using Target = RolloutTarget;

  Rollout(std::vector<SwitchDriver*> switches, Journal& journal, RolloutClock& clock,
          RolloutSettings settings = {})
      : switches_(std::move(switches)), journal_(journal), clock_(clock), settings_(settings) {}

  /// First ends what an earlier rollout left unfinished. Problems mean that the network forwards as before,
  /// or, when they say so, that both versions are live and the rollout can be taken up again.
  Result<RolloutOutcome> deploy(RolloutAbout about, const Target& target);
  /// Takes an unfinished rollout back; otherwise returns to what was there before the last one.
  Result<RolloutOutcome> rollback();

  /// Who says which switches are gone. Those are not asked and not waited for, at any moment of a rollout; in
  /// the journal they take part, so that one that comes back is brought to where it should be. Nothing may
  /// need their tables. It is asked by several threads.
  void leave_out(std::function<bool(std::size_t)> is_gone) { is_gone_ = std::move(is_gone); }

 private:
  /// Calls work(s) for every switch that is not gone and joins what it says.
  Problems each_switch(const std::function<Problems(std::size_t)>& work) const;
  Result<std::vector<SwitchState>> read_all();
  SwitchState believed(std::size_t s) const;
  Problems settle();
  Problems undo();
  Problems go_back();
  Problems forward();
  Problems bring_to(RolloutStage stage);
  Problems bring_all(const std::function<SwitchProgram(std::size_t)>& wanted);
  Problems bring(std::size_t s, const SwitchProgram& wanted, std::atomic<bool>& changed);
  Problems drain();
  Result<std::uint64_t> frames_before();
  Problems journalled(RolloutStep step);
  Result<RolloutOutcome> repair(const std::vector<SwitchProgram>& target);

  std::vector<SwitchDriver*> switches_;
  Journal& journal_;
  RolloutClock& clock_;
  RolloutSettings settings_;
  std::function<bool(std::size_t)> is_gone_ = [](std::size_t) { return false; };
};

/// Rules of others that would take frames from ours, or ours from them.
Problems foreign_problems(const SwitchState& state, const std::string& name);

}  // namespace ebb::inline fabric
