import { createHash } from 'node:crypto';
import { emptyPlan, type RoutingPlan } from '@alo/call-core';

import { type Disk, writeWhole } from '../disk.ts';

/** Plans lie beside the journal under the hash of what is in them: an event that brings one in is a short line. */
export interface PlanShelf {
  /** Puts a plan there if it is not, and answers its hash. */
  keep(plan: RoutingPlan): Promise<string>;
  /** Null where it is missing or damaged. */
  find(hash: string): Promise<RoutingPlan | null>;
  /** Throws away what nothing refers to. */
  tidy(used: ReadonlySet<string>): Promise<void>;
}

export async function openPlanShelf(disk: Disk, journalFolder: string): Promise<PlanShelf> {
  const folder = `${journalFolder}/plans`;
  await disk.makeFolder(folder);
  const there = new Set((await disk.list(folder)).flatMap((name) => name.match(/^([0-9a-f]{64})\.json$/)?.[1] ?? []));
  const hashes = new WeakMap<RoutingPlan, string>();

  return {
    async keep(plan) {
      const known = hashes.get(plan);
      if (known !== undefined && there.has(known)) return known;
      const json = JSON.stringify(plan);
      const hash = hashOf(json);
      if (!there.has(hash)) await writeWhole(disk, folder, `${hash}.json`, [json]);
      there.add(hash);
      hashes.set(plan, hash);
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
    async tidy(used) {
      for (const hash of there) {
        if (used.has(hash)) continue;
        there.delete(hash);
        await disk.remove(`${folder}/${hash}.json`);
      }
    },
  };
}

function hashOf(json: string): string {
  return createHash('sha256').update(json).digest('hex');
}
