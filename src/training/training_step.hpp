// Makes a job of the steps of a training model.
#pragma once

#include "base/result.hpp"
#include "traffic/job/job_maker.hpp"
#include "training/training_model.hpp"

namespace ebb::inline training {

/// Rank r of stage s is host s x tensor x data + r; within a stage ranks are numbered as RankGroups are.
///
/// Each layer computes attention, then its feed-forward part or its experts, each between an all-gather and a
/// reduce-scatter along the tensor axis; experts also between two all-to-alls along the expert axis. The
/// backward pass does the same and twice the computing. Stages follow 1F1B. Gradients are reduced and
/// scattered along the data axis; after that, parameters are gathered.
Result<JobMaker> training_job(const TrainingModel& model);

/// Of one accelerator in one step, in the best case: nothing waits for anything.
Picoseconds computing_of_step(const TrainingModel& model);

}  // namespace ebb::inline training
