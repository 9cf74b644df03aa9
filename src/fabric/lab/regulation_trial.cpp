#include "fabric/lab/regulation_trial.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <limits>
#include <numeric>
#include <thread>

#include "base/signals.hpp"
#include "fabric/lab/lab_down.hpp"
#include "fabric/lab/lab_regulator.hpp"
#include "fabric/lab/lab_rounds.hpp"
#include "fabric/lab/lab_up.hpp"
#include "fabric/openflow/program.hpp"
#include "rules/tables/table.hpp"

namespace ebb::inline fabric {
namespace {

double now_s() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

volatile std::sig_atomic_t trial_signal = 0;
void note_trial_signal(int signal) { trial_signal = signal; }

/// While an object exists, signals are only recorded, so that the lab is removed first. The destructor raises
/// them.
class SignalsWait {
 public:
  SignalsWait() {
    trial_signal = 0;
    for (std::size_t i = 0; i < signals.size(); ++i)
      before_[i] = catch_unless_ignored(signals[i], note_trial_signal);
  }
  SignalsWait(const SignalsWait&) = delete;
  SignalsWait& operator=(const SignalsWait&) = delete;
  ~SignalsWait() {
    for (std::size_t i = 0; i < signals.size(); ++i) std::signal(signals[i], before_[i]);
    if (trial_signal != 0) (void)std::raise(trial_signal);
  }
  static bool asked() { return trial_signal != 0; }

 private:
  static constexpr std::array signals{SIGINT, SIGTERM, SIGHUP};
  std::array<SignalHandler, signals.size()> before_{};
};

class Trial {
 public:
  explicit Trial(const RegulationTrialPlan& plan)
      : plan_(plan), guard_(fmt::format("koibuchi{}", getpid())), names_(guard_.names) {}

  Result<RegulationTrial> run() {
    Problems problems = build();
    if (problems.empty()) problems = record();
    if (problems.empty()) problems = run_through_steps();
    if (!problems.empty()) return problems;
    return std::move(found_);
  }

 private:
  Problems build() {
    const auto routing = block_routing(plan_.network);
    const ProgramMaker maker(plan_.network, *routing, Organisation::per_switch);
    if (Problems problems = build_lab(names_, {plan_.network, maker.plan(), maker.all(), plan_.settings, ""},
                                      [] { return SignalsWait::asked(); });
        !problems.empty())
      return problems;
    if (SignalsWait::asked()) return stopped();
    auto regulator = LabRegulator::open(names_, plan_.network);
    if (!regulator) return regulator.problems();
    regulator_ = std::move(*regulator);
    const RegulationReport report = regulator_->regulate({});
    if (report.problems.empty())
      found_.vlans = static_cast<std::uint32_t>(regulator_->trees().vlans.vlans.size());
    return report.problems;
  }

  LabRoundsPlan rounds_plan(int most) const { return {plan_.network.hosts, most, plan_.bytes}; }

  Problems record() {
    LabRoundsPlan wanted = rounds_plan(plan_.recorded_rounds);
    wanted.record = names_.file("rounds.ebbtrace");
    LabRounds program(names_, wanted);
    if (const auto rounds = program.finish(false); !rounds) return rounds.problems();
    return plan_.recorded(wanted.record);
  }

  Problems run_through_steps() {
    LabRounds program(names_, rounds_plan(std::numeric_limits<int>::max()));
    Problems problems = program.wait_for_first();
    if (problems.empty()) problems = watch("nothing changes", [&](TrialSpan&) { return rest(), Problems{}; });
    for (const TrialStep& step : plan_.steps) {
      if (problems.empty()) problems = watch(step.name, [&](TrialSpan& span) { return take(step, span); });
      if (problems.empty() && !program.runs())
        problems = {{"ebb lab rounds", "ended before this step: " + step.name,
                     "its log is in the lab's folder; run more rounds"}};
      if (problems.empty()) rest();
      if (problems.empty() && SignalsWait::asked()) problems = stopped();
    }
    if (!problems.empty()) return problems;
    auto rounds = program.finish(true);
    if (!rounds) return rounds.problems();
    found_.rounds = std::move(*rounds);
    note_rounds();
    return {};
  }

  void rest() const {
    for (const double until = now_s() + plan_.rest_s; now_s() < until && !SignalsWait::asked();)
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  Problems stopped() const {
    return {{names_.lab, "was stopped by a signal; the lab is removed", "start the trial again"}};
  }

  /// Counts losses while `work` runs.
  template <class Work>
  Problems watch(const std::string& name, const Work& work) {
    TrialSpan span;
    span.name = name;
    const auto before = read_losses(names_, plan_.network);
    if (!before) return before.problems();
    SteadyPings pings(names_, plan_.network.hosts);
    span.begin_s = now_s();
    Problems problems = work(span);
    span.end_s = now_s();
    span.pings = pings.stop();
    if (!pings.wrong().empty())
      problems.push_back({names_.lab, pings.wrong(), "`ebb lab status` shows what is left of the lab"});
    const auto after = read_losses(names_, plan_.network);
    if (!after) return after.problems();
    span.losses = after->since(*before);
    found_.spans.push_back(std::move(span));
    return problems;
  }

  Problems take(const TrialStep& step, TrialSpan& span) {
    const RegulationReport report = regulator_->regulate(step.off);
    if (!report.problems.empty()) return report.problems;
    const auto& links = regulator_->trees().links;
    span.links_on = std::accumulate(links.begin(), links.end(), 0u);
    span.pairs_reached = report.probes;
    return {};
  }

  void note_rounds() {
    for (std::size_t i = 0; i < found_.spans.size(); ++i) {
      TrialSpan& span = found_.spans[i];
      const double next =
          i + 1 < found_.spans.size() ? found_.spans[i + 1].begin_s : std::numeric_limits<double>::infinity();
      span.meanwhile = mean_round(found_.rounds, span.begin_s, span.end_s);
      span.afterwards = mean_round(found_.rounds, span.end_s, next);
    }
  }

  const SignalsWait signals_;  // the lab is removed first
  const RegulationTrialPlan& plan_;
  const LabGuard guard_;
  const LabNames& names_;
  std::unique_ptr<LabRegulator> regulator_;
  RegulationTrial found_;
};

}  // namespace

Result<RegulationTrial> try_regulation(const RegulationTrialPlan& plan) { return Trial(plan).run(); }

}  // namespace ebb::inline fabric
