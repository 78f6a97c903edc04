import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blockList, emptyPlan, type InboundRule, type RoutingPlan } from '@alo/call-core';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { systemClock } from '../clock.ts';
import { localDisk } from '../disk.ts';
import { openPlanShelf } from './plans.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alo-plans-'));
});
afterEach(() => rm(folder, { recursive: true }));

const plans = () => readdir(`${folder}/plans`);

test('a plan that journal and snapshot bring at the same time is written once', async () => {
  const shelf = await openPlanShelf(localDisk, systemClock, folder);
  const used = new Set<string>();
  const [one, other] = await Promise.all([shelf.keep(emptyPlan, used), shelf.keep({ ...emptyPlan }, used)]);
  expect(one).toBe(other);
  expect(await plans()).toEqual([`${one}.plan`]);
  expect(await shelf.find(one)).toEqual(emptyPlan);
});

test('a plan that is kept again while it is thrown away is there', async () => {
  const shelf = await openPlanShelf(localDisk, systemClock, folder);
  const used = new Set<string>();
  const hash = await shelf.keep(emptyPlan, used);
  used.clear();
  const gone = shelf.tidy((one) => used.has(one));
  await Promise.all([gone, shelf.keep(emptyPlan, used)]);
  expect(await shelf.find(hash)).toEqual(emptyPlan);
});

test('a plan that is being written is not thrown away', async () => {
  const shelf = await openPlanShelf(localDisk, systemClock, folder);
  const used = new Set<string>();
  const kept = shelf.keep(emptyPlan, used);
  await shelf.tidy((hash) => used.has(hash));
  expect(await shelf.find(await kept)).toEqual(emptyPlan);
});

const rules = fc
  .uniqueArray(fc.string({ minLength: 1, maxLength: 2 }), { maxLength: 40 })
  .map((names) => names.map((name) => inboundRules.get(name) ?? ruleCalled(name)));
/** The same rule is the same value, in whichever plan it stands. */
const inboundRules = new Map<string, InboundRule>();
function ruleCalled(name: string): InboundRule {
  const destination = { kind: 'hang-up', cause: 'normal' } as const;
  const rule = { name, number: null, callerPattern: null, timeGroup: null, destination, afterTalk: null };
  inboundRules.set(name, rule);
  return rule;
}
const plan = fc.record({
  rules,
  holdMusic: fc.constantFrom('a', 'b'),
  groups: fc.dictionary(fc.constantFrom('x', 'y', '7', '5'), fc.record({ name: fc.constantFrom('A', 'B') })),
  blocked: fc.dictionary(fc.string({ maxLength: 2 }), fc.constantFrom('vì', 'nên')),
  hidden: fc.boolean(),
});

test('whatever plans follow each other, each is found as it was kept, by another process too', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(plan, fc.boolean()), { minLength: 1, maxLength: 8 }), async (drawn) => {
      const here = await mkdtemp(`${folder}/property-`);
      const used = new Set<string>();
      const shelf = await openPlanShelf(localDisk, systemClock, here);
      const kept: [string, RoutingPlan][] = [];
      for (const [one, whole] of drawn) {
        const blocked = Object.entries(one.blocked).map(([value, reason]) => ({
          kind: 'number' as const,
          value,
          reason,
        }));
        const hidden = one.hidden ? [{ kind: 'anonymous' as const, value: '', reason: 'ẩn' }] : [];
        const made: RoutingPlan = {
          ...emptyPlan,
          holdMusic: one.holdMusic,
          inboundRules: one.rules,
          groups: one.groups as unknown as RoutingPlan['groups'], // a name is enough here
          blockedCallers: blockList([...blocked, ...hidden]),
        };
        // As another process has read it: nothing of it is the very same.
        const copy = whole ? { ...made, inboundRules: structuredClone(made.inboundRules) } : made;
        kept.push([whole ? await shelf.keep(copy, used, 'whole') : await shelf.keep(copy, used), made]);
        await shelf.tidy((hash) => used.has(hash));
      }
      const other = await openPlanShelf(localDisk, systemClock, here);
      for (const [hash, made] of kept) {
        const found = await other.find(hash);
        expect(found).toEqual(made);
        expect(Object.keys(found?.groups ?? {})).toEqual(Object.keys(made.groups));
      }
    }),
    { numRuns: 60 },
  );
});

test('a rule that is saved among thousands is a short file', async () => {
  const shelf = await openPlanShelf(localDisk, systemClock, folder);
  const used = new Set<string>();
  const many = Array.from({ length: 5_000 }, (_, nth) => ruleCalled(`Quy tắc ${nth}`));
  const whole = await shelf.keep({ ...emptyPlan, inboundRules: many }, used);
  const saved = many.with(2_500, ruleCalled('Quy tắc khác')).toSpliced(10, 0, ruleCalled('Mới'));
  const hash = await shelf.keep({ ...emptyPlan, inboundRules: saved }, used);
  const sizeOf = async (one: string) => (await stat(`${folder}/plans/${one}.plan`)).size;
  expect(await sizeOf(whole)).toBeGreaterThan(400_000);
  expect(await sizeOf(hash)).toBeLessThan(1_000);
  expect((await shelf.find(hash))?.inboundRules).toEqual(saved);
  // What it builds on stays for as long as it does.
  used.delete(whole);
  await shelf.tidy((one) => used.has(one));
  expect((await plans()).sort()).toEqual([`${whole}.plan`, `${hash}.plan`].sort());
});
