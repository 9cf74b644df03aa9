#!/usr/bin/env bash
# A run on a cluster under Slurm: one rank per node, one thread per core.
#   sbatch --nodes=4 scripts/slurm-run.sh mine.toml results/mine [EBB RUN ARGS…]
# Everything is inside the shared folder from which it is submitted. The digest is that of a run on one core.
#   EBB=/path/of/ebb      another program than build/ebb
#   EBB_LAUNCHER=mpirun   Open MPI's launcher instead of `srun --mpi=pmix`
#SBATCH --job-name=ebb
#SBATCH --ntasks-per-node=1
#SBATCH --exclusive
#SBATCH --mem=0
#SBATCH --time=04:00:00
#SBATCH --signal=B:USR1@120
#SBATCH --output=ebb-%j.log
# --signal: two minutes before the time is up this script hears USR1 and hands it to the launcher, which hands it to the
# ranks: they end with what they have, and the result is marked as partial. (TERM would not do: mpirun takes it as an
# order to kill everything within a second, and without B: it would hit mpirun's own helpers on the other nodes.)
set -euo pipefail

if [ $# -lt 2 ]; then
  echo "usage: sbatch --nodes=N ${0##*/} RUN.toml RESULTS_FOLDER [EBB RUN ARGS…]" >&2
  exit 2
fi
file=$1 results=$2
shift 2
ebb=${EBB:-$PWD/build/ebb}
ranks=${SLURM_NTASKS_PER_NODE:-1}
threads=$((${SLURM_CPUS_ON_NODE:-$(nproc)} / ranks))

# Every node must see the same program and the same file: the nodes say so before hours are spent.
srun --ntasks-per-node=1 bash -c 'test -x "$1" && test -r "$2" || { echo "$(hostname): cannot reach $1 and $2" >&2; exit 1; }' _ "$ebb" "$file"

if [ "${EBB_LAUNCHER:-srun}" = srun ] && srun --mpi=list 2>&1 | grep -q pmix; then
  launch=(srun --mpi=pmix --cpus-per-task="$threads")
else  # a Slurm without PMIx: Open MPI's own launcher asks Slurm for the nodes
  launch=(mpirun --map-by "ppr:$ranks:node:PE=$threads")
fi
"${launch[@]}" "$ebb" run "$file" --threads "$threads" -o "$results" "$@" &
job=$! status=0
trap 'kill -USR1 "$job"' USR1 TERM  # TERM: scancel
wait "$job" || status=$?
while kill -0 "$job" 2>/dev/null; do  # the signal has only ended the waiting
  status=0
  wait "$job" || status=$?
done
exit "$status"
