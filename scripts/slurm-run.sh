#!/usr/bin/env bash
# A run on a cluster under Slurm: one rank per node, one thread per core.
#   sbatch --nodes=4 scripts/slurm-run.sh mine.toml results/mine [EBB RUN ARGS…]
# Everything is inside the shared folder from which it is submitted. The digest is that of a run on one core.
#SBATCH --job-name=ebb
#SBATCH --ntasks-per-node=1
#SBATCH --exclusive
#SBATCH --mem=0
#SBATCH --time=04:00:00
#SBATCH --signal=TERM@120
#SBATCH --output=ebb-%j.log
# --signal: two minutes before the time is up the ranks are asked to end, and write a result marked as partial.
set -euo pipefail

if [ $# -lt 2 ]; then
  echo "usage: sbatch --nodes=N ${0##*/} RUN.toml RESULTS_FOLDER [EBB RUN ARGS…]" >&2
  exit 2
fi
file=$1 results=$2
shift 2
ebb=${EBB:-$PWD/build/ebb}
threads=${SLURM_CPUS_ON_NODE:-$(nproc)}

# Every node must see the same program and the same file: the nodes say so before hours are spent.
srun --ntasks-per-node=1 bash -c 'test -x "$1" && test -r "$2" || { echo "$(hostname): cannot reach $1 and $2" >&2; exit 1; }' _ "$ebb" "$file"

if srun --mpi=list 2>&1 | grep -q pmix; then
  exec srun --mpi=pmix --cpus-per-task="$threads" "$ebb" run "$file" --threads "$threads" -o "$results" "$@"
fi
# A Slurm without PMIx: Open MPI's own launcher asks Slurm for the nodes.
exec mpirun --map-by "ppr:1:node:PE=$threads" "$ebb" run "$file" --threads "$threads" -o "$results" "$@"
