#!/usr/bin/env bash
# Builds a fleet of sites as an array job of Slurm: each task builds its part of the list.
#
#   sbatch --array=1-20 Cluster/slurm.sh sites.jsonl results
#
# Task 3 leaves its lines of JSON in results/3-of-20.jsonl when all of its part is done. The list, the content, the
# output folders and the results are in file systems that all nodes share; relative paths in the list are from its
# folder. Sites whose content must be mended are lines of the results and no failure of the task. What may work later is
# asked again after a minute, three times in all, and then stands in the results. A task that loses its node or is
# preempted is queued again by Slurm; a task that was killed otherwise is repeated by `scontrol requeue JOB_3`. Sites
# that are done are then unchanged, at about a millisecond each.
#
# BUSYLIFE_GEN, BUSYLIFE_TRIES and BUSYLIFE_WAIT name the command, how often it is asked, and the seconds in between.

#SBATCH --job-name=busylife-gen
#SBATCH --cpus-per-task=2
#SBATCH --mem=512M
#SBATCH --time=01:00:00
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=%x-%A_%a.log

set -euo pipefail
if [ $# -ne 2 ]; then
  echo "usage: sbatch --array=1-N slurm.sh SITES RESULTS" >&2
  exit 64
fi
sites=$1 results=$2
part=${SLURM_ARRAY_TASK_ID:?submit it with --array=1-N}
count=$SLURM_ARRAY_TASK_COUNT
# Parts are counted from 1, and none may be missing. To repeat one part, requeue its task.
if [ "$SLURM_ARRAY_TASK_MIN" -ne 1 ] || [ "$SLURM_ARRAY_TASK_MAX" -ne "$count" ]; then
  echo "--array: write 1-N" >&2
  exit 64
fi
command=${BUSYLIFE_GEN:-busylife-gen} tries=${BUSYLIFE_TRIES:-3} wait=${BUSYLIFE_WAIT:-60}
mkdir -p "$results"
# A run that was requeued while its first node had lost only its network has a file of its own.
told=$results/.$part-of-$count.$SLURM_JOB_ID.${SLURM_RESTART_COUNT:-0}.jsonl

for ((try = 1; ; try++)); do
  code=0
  "$command" fleet "$sites" --shard "$part/$count" --jobs "${SLURM_CPUS_PER_TASK:-2}" >"$told" || code=$?
  case $code in
    # 65: some sites have content to be mended; asking again does not help.
    0 | 65) break ;;
    75) if ((try == tries)); then break; fi ;;
    # The command itself failed, or was killed: there are lines missing.
    *) if ((try == tries || code == 64)); then exit "$code"; fi ;;
  esac
  echo "part $part of $count: ended with $code; once more in $wait s" >&2
  sleep "$wait"
done
# Not seen by anyone before it is whole. Other runs of this part find their file gone and end.
if [ -e "$told" ]; then mv "$told" "$results/$part-of-$count.jsonl"; fi
rm -f "$results/.$part-of-$count."*
