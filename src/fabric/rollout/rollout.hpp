// Moves the switches of a network from one version of their tables to another while frames cross it. Each
// switch changes by atomic bundles, the network by the stages of a TableTransition. Every stage is a target
// state, and a switch is brought to it from any state. So a bundle that may or may not have arrived, a switch
// that lost its rules and a rollout that was killed are all handled by reading and trying again.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "fabric/driver.hpp"
#include "fabric/rollout/journal.hpp"
#include "fabric/rollout/rollout_choice.hpp"

namespace ebb::inline fabric {

/// Time for a rollout; in tests, waiting moves frames or ends the program.
class RolloutClock {
 public:
  virtual ~RolloutClock() = default;
  virtual void wait(std::chrono::milliseconds time);
  /// Now, in UTC: when a rollout begins.
  virtual std::string date() const;
  /// Called before or after each action.
  virtual void step(std::string_view) {}
};

struct RolloutSettings {
  /// The longest time of a frame in the network, and the greatest age of counters.
  std::chrono::milliseconds drain{1000};
  std::chrono::milliseconds retry{250};
  std::chrono::milliseconds patience{15'000};  ///< time limit of an unresponsive switch, and of a drain
  /// Number of switches handled in parallel. Their order within a stage does not matter.
  std::size_t at_a_time = 1;
  /// Called before anything of a new version is sent or journalled; problems end the rollout there. Not
  /// called for a repair or for an earlier unfinished rollout: those must not wait for a cable.
  std::function<Problems()> objections = [] { return Problems{}; };
  /// After a stop request, the rollout ends as if switches did not answer.
  std::stop_token stop = {};
};

enum class RolloutOutcome : std::uint8_t { nothing_to_do, repaired, deployed, rolled_back, undone };

class Rollout {
 public:
  using Target = RolloutTarget;

  Rollout(std::vector<SwitchDriver*> switches, Journal& journal, RolloutClock& clock,
          RolloutSettings settings = {})
      : switches_(std::move(switches)), journal_(journal), clock_(clock), settings_(settings) {}

  /// First finishes an unfinished earlier rollout. On problems the network forwards as before, unless they
  /// report that both versions are live and the rollout can be resumed.
  Result<RolloutOutcome> deploy(RolloutAbout about, const Target& target);
  /// Reverts an unfinished rollout; otherwise returns to the state before the last one.
  Result<RolloutOutcome> rollback();

  /// Sets the function that tells which switches are gone. Those are neither read nor waited for during a
  /// rollout. The journal includes them, so that a switch that comes back is brought to the right state.
  /// Nothing may need their tables. Several threads call the function.
  void leave_out(std::function<bool(std::size_t)> is_gone) { is_gone_ = std::move(is_gone); }

 private:
  /// Calls work(s) for every switch that is not gone and collects the problems.
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

/// Foreign rules that would match frames of ours, or the reverse.
Problems foreign_problems(const SwitchState& state, const std::string& name);

}  // namespace ebb::inline fabric
