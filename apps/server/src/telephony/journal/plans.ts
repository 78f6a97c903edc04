import { createHash } from 'node:crypto';
import { emptyPlan, type RoutingPlan } from '@alo/call-core';

import { type Disk, writeWhole } from '../disk.ts';

/** Plans lie beside the journal under the hash of what is in them: an event that brings one in is a short line. */
export interface PlanShelf {
  /** Puts a plan there if it is not, and answers its hash. That is among `used` at once, before anybody can tidy it away. */
  keep(plan: RoutingPlan, used: Set<string>): Promise<string>;
  /** Null where it is missing or damaged. */
  find(hash: string): Promise<RoutingPlan | null>;
  /** Throws away what nothing refers to. */
  tidy(isUsed: (hash: string) => boolean): Promise<void>;
}

export async function openPlanShelf(disk: Disk, journalFolder: string): Promise<PlanShelf> {
  const folder = `${journalFolder}/plans`;
  await disk.makeFolder(folder);
  const there = new Set((await disk.list(folder)).flatMap((name) => name.match(/^([0-9a-f]{64})\.json$/)?.[1] ?? []));
  const hashes = new WeakMap<RoutingPlan, string>();
  /** What is being written or removed: journal and snapshot bring the same plan at the same time. */
  const busy = new Map<string, Promise<void>>();

  async function alone(hash: string, work: () => Promise<void>): Promise<void> {
    while (busy.has(hash)) await busy.get(hash)?.catch(() => undefined); // Whoever began it is told.
    const done = work().finally(() => busy.delete(hash));
    busy.set(hash, done);
    await done;
  }

  return {
    async keep(plan, used) {
      const hash = hashes.get(plan) ?? hashOf(JSON.stringify(plan));
      used.add(hash);
      hashes.set(plan, hash);
      if (there.has(hash)) return hash;
      await alone(hash, async () => {
        if (!there.has(hash)) await writeWhole(disk, folder, `${hash}.json`, [JSON.stringify(plan)]);
        there.add(hash);
      });
      return hash;
    },
    async find(hash) {
      const json = await disk.read(`${folder}/${hash}.json`);
      if (json === null || hashOf(json) !== hash) return null;
      // We wrote it ourselves, and its hash fits; what an older version did not know is plain.
      const plan = { ...emptyPlan, ...(JSON.parse(json) as RoutingPlan) };
      hashes.set(plan, hash);
      return plan;
    },
    async tidy(isUsed) {
      for (const hash of there) {
        if (isUsed(hash)) continue;
        there.delete(hash);
        await alone(hash, () => disk.remove(`${folder}/${hash}.json`));
      }
    },
  };
}

function hashOf(json: string): string {
  return createHash('sha256').update(json).digest('hex');
}
