// Whether a run has been long enough, and what it shows: warm, saturated or undecided, always with the
// reason. The same batches give the same answer to the bit.
//
// How it decides, in this order, from the batches that are complete:
//  1. Fewer than 30 batches or 1,000 packets: undecided.
//  2. Saturated, by far: in each quarter but the first, less than four fifths of what was offered arrived;
//     what is missing is beyond chance over the batches (one-sided t test, 99.9 %: a few long messages are
//     chance, it takes some ten); and the source backlog is 3 times what has arrived of messages under way
//     (in a steady state they are half through: 1 time), with half of the delivered bytes in whole messages.
//     Bursts may make the backlog grow unevenly, as long as the network never catches up.
//  3. More than a fifth of the delivered bytes belong to messages still under way: undecided.
//  4. Saturated: the source backlog grows in proportion to time. It has to be at least 1.8 times what it was
//     at half time, and that 1.8 times what it was at a quarter (2 for growth without end, 1.4 for the slow
//     approach to a high but stable load, 1 in a steady state); its growth in the second half must be beyond
//     chance (one-sided t test, 99.9 %) and at least 0.1 % of what was offered; and all this must already
//     have been so an eighth of the run earlier.
//  5. Warm-up: cut off by White's MSER rule on the mean packet latency of the batches and on every other
//     figure that is watched (the power of channels), whichever settles last; at least an eighth of the
//     run.
//  6. Steady: the slowest clock of the run (a policy's epochs, the hosts' bursts, the time in which channels
//     come out of step, the time between two level changes of a channel) has ticked 30 times in what is
//     left, which is 30 times the mean latency; its two halves agree in latency and in every watched figure,
//     and offered and accepted bytes agree. With a warm-up of an eighth, that leaves out 4 ticks at least.
//     Where a watched figure moves in steps (level changes), these are as frequent in both halves, and their
//     number is known to 35 %: from fewer, a run takes its power for better known than it is.
//  7. Warm: the confidence interval of the mean packet latency is as narrow as was asked.
//
// A run that stops as soon as its interval is narrow likes to stop in a quiet stretch, with an interval that
// is too narrow and a mean that is too low. So it stops only when the look before, 16 batches ago, found the
// same. docs/results/reliability.md has the share of runs whose interval holds the truth.
#pragma once

#include <span>

#include "statistics/batches.hpp"
#include "statistics/judgement.hpp"

namespace ebb::inline statistics {

/// `now`: everything before it has been recorded. The watched figures have one entry for each complete batch.
Judgement judge(const BatchSeries& series, Picoseconds now, const Wanted& wanted,
                std::span<const Watched> watched = {});

/// For a workload that ended by itself and arrived in full: all of it is measured, up to its last byte. One
/// that sent nothing shows nothing, unless it is a job, which may have had other things to do. Any other is
/// measured up to `least` at the least.
Judgement judge_finished(const BatchSeries& series, bool is_job = false, Picoseconds least = {});

/// Mean latency of one kind over the batches [first, end), in picoseconds. Packets under way at the end are
/// missing in it, and those under way at its begin are in it: in a steady network one is as likely as the
/// other.
Estimate estimate_latency(const BatchSeries& series, std::size_t first, std::size_t end,
                          const Histogram Batch::*kind);

/// Adds to the reason of a run that is still undecided at its most time, `now`, how long it may have to be.
void judge_given_up(Judgement& judgement, Picoseconds now);

/// Turns the judgement of a run that came to a stand into one that promises nothing: undecided, because of
/// `why`.
void judge_stuck(Judgement& judgement, std::string why);

/// When to ask next: at every 16th batch. Asking more often would find a narrow interval by luck too often.
/// Depends on nothing but time and the first length of the series, so all parts of a run agree on it.
Picoseconds next_check(Picoseconds now, Picoseconds first_length);

/// When a run that was judged so may end, if what it lacks comes as it came until now.
Picoseconds guessed_end(const Judgement& judgement, Picoseconds now, Picoseconds first_length);

/// When the next batch ends, if batches are as short as they can be at that time. Every end of a batch that a
/// judgement names is one of these moments.
Picoseconds next_batch_end(Picoseconds now, Picoseconds first_length);

}  // namespace ebb::inline statistics
