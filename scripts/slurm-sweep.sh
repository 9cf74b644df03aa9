#!/usr/bin/env bash
# A parameter study on a cluster under Slurm: one process per node, each runs points on all of its node's cores.
#   sbatch --nodes=4 scripts/slurm-sweep.sh study.toml [EBB SWEEP ARGS…]
# Everything is inside the shared folder from which it is submitted. When the time is up, or the job is cancelled, the
# points that were running are lost; the same command goes on with what is left, on any number of nodes. To go on by
# itself: sbatch --dependency=afternotok:JOB … queues the next job for when this one has ended unfinished.
#   EBB=/path/of/ebb      another program than build/ebb
#SBATCH --job-name=ebb-sweep
#SBATCH --ntasks-per-node=1
#SBATCH --exclusive
#SBATCH --mem=0
#SBATCH --time=08:00:00
#SBATCH --output=ebb-%j.log
set -euo pipefail

if [ $# -lt 1 ]; then
  echo "usage: sbatch --nodes=N ${0##*/} STUDY.toml [EBB SWEEP ARGS…]" >&2
  exit 2
fi
# Since Slurm 22.05 srun does not take the number of cores over from sbatch: it has to be said again.
exec srun --cpus-per-task="$((${SLURM_CPUS_ON_NODE:-$(nproc)} / ${SLURM_NTASKS_PER_NODE:-1}))" "${EBB:-$PWD/build/ebb}" sweep "$@"
