// Whether a run has been long enough, and what it shows: steady, saturated or undecided, always with the
// reason. The same batches give the same verdict to the bit.
//
// The rules, in this order, over the complete batches:
//  1. Fewer than 30 batches or 1,000 packets: undecided.
//  2. Far saturated: in each quarter but the first, less than four fifths of what was offered arrived. What
//     is missing is beyond chance over the batches (one-sided t test, 99.9 %: a few long messages are chance,
//     it takes some ten). The source backlog is 3 times what has arrived of messages in progress (in a steady
//     state they are half complete: 1 time), and half of the delivered bytes are in complete messages.
//     Bursts may make the backlog grow unevenly, as long as the network never catches up.
//  3. More than a fifth of the delivered bytes belong to messages still in progress: undecided.
//  4. Saturated: the source backlog grows in proportion to time. It is at least 1.8 times what it was at half
//     time, and that 1.8 times what it was at a quarter (2 for unbounded growth, 1.4 for the slow approach to
//     a high but stable load, 1 in a steady state). Its growth in the second half is beyond chance (one-sided
//     t test, 99.9 %) and at least 0.1 % of what was offered. All this already held an eighth of the run
//     earlier.
//  5. Warm-up: cut off by White's MSER rule on the mean packet latency of the batches and on every other
//     watched figure (the power of channels), whichever converges last; at least an eighth of the run.
//  6. Stationary: the slowest clock of the run (a policy's epochs, the hosts' bursts, the time in which
//     channels come out of step, the time between two level changes of a channel) has ticked 30 times in the
//     rest, which is 30 times the mean latency. Its two halves agree in latency and in every watched figure,
//     and offered and accepted bytes agree. With a warm-up of an eighth, that leaves out 4 ticks at least.
//     Where a watched figure moves in steps (level changes), these are as frequent in both halves, and their
//     number is known to 35 %: with fewer, the interval of the power would be too narrow.
//  7. Steady: the confidence interval of the mean packet latency is as narrow as required.
//
// A run that stops as soon as its interval is narrow is likely to stop in a quiet stretch, with an interval
// that is too narrow and a mean that is too low. So it stops only when the previous check, 16 batches ago,
// found the same. docs/results/reliability.md has the fraction of runs whose interval holds the true value.
#pragma once

#include <span>

#include "base/units.hpp"
#include "statistics/batches.hpp"
#include "statistics/judgement.hpp"

namespace ebb::inline statistics {

/// Judges a run. Everything before `now` must be recorded. The watched figures have one entry for each
/// complete batch.
Judgement judge(const BatchSeries& series, Picoseconds now, const Wanted& wanted,
                std::span<const Watched> watched = {});

/// Judges a workload that ended by itself and arrived in full: all of it is measured, up to its last byte.
/// Except for a job, the measured time is at least `least`. A workload that sent nothing is undecided, unless
/// it is a job, which may only compute.
Judgement judge_finished(const BatchSeries& series, bool is_job = false, Picoseconds least = {});

/// Returns the mean latency of one kind over the batches [first, end), in picoseconds. It misses packets in
/// flight at the end, and includes those in flight at the begin: in a steady network both are equally likely.
Estimate estimate_latency(const BatchSeries& series, std::size_t first, std::size_t end,
                          const Histogram Batch::*kind);

/// Adds the estimated length to the reason of a run that is still undecided at its `most_time`, `now`.
void judge_given_up(Judgement& judgement, Picoseconds now);

/// Makes the judgement of a deadlocked run undecided, because of `why`.
void judge_stuck(Judgement& judgement, std::string why);

/// Returns when to check next: at every 16th batch. More frequent checks would find a narrow interval by
/// chance too often. Depends only on time and the first length of the series, so all ranks agree on it.
Picoseconds next_check(Picoseconds now, Picoseconds first_length);

/// Returns the estimated end of a run with this judgement, if it continues as before.
Picoseconds guessed_end(const Judgement& judgement, Picoseconds now, Picoseconds first_length);

/// Returns when the next batch ends, if batches are as short as they can be at that time. Every end of a
/// batch that a judgement refers to is one of these times.
Picoseconds next_batch_end(Picoseconds now, Picoseconds first_length);

}  // namespace ebb::inline statistics
