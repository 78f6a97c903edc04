import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';

/** Short, so that who has used its part up does not wait for long. */
const periodMicros = 10_000;

/**
 * Processes, and those that they start from now on, may use so much of a core together. Undefined where the system has no such groups (cgroups) for us.
 * `remove` takes the group away once all of them have ended.
 */
export function limited(pids: readonly number[], name: string, quotaPercent: number): { remove(): void } | undefined {
  const [v1, v2] = [`/sys/fs/cgroup/cpu/${name}`, `/sys/fs/cgroup/${name}`];
  const quota = Math.round((periodMicros * quotaPercent) / 100);
  // Quotas are of who is not real-time.
  for (const pid of pids) spawnSync('chrt', ['--all-tasks', '--other', '--pid', '0', String(pid)]);
  const into = (folder: string) => {
    for (const pid of pids) writeFileSync(`${folder}/cgroup.procs`, String(pid));
    return { remove: () => rmdirSync(folder) };
  };
  if (existsSync('/sys/fs/cgroup/cpu/cpu.cfs_quota_us')) {
    mkdirSync(v1);
    writeFileSync(`${v1}/cpu.cfs_period_us`, String(periodMicros));
    writeFileSync(`${v1}/cpu.cfs_quota_us`, String(quota));
    return into(v1);
  }
  if (!existsSync('/sys/fs/cgroup/cgroup.controllers')) return undefined;
  mkdirSync(v2);
  writeFileSync(`${v2}/cpu.max`, `${quota} ${periodMicros}`);
  return into(v2);
}
