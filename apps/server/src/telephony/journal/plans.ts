import { createHash } from 'node:crypto';
import { emptyPlan, type RoutingPlan } from '@alo/call-core';

import type { Clock } from '../clock.ts';
import { type Disk, writeWholeFile } from '../disk.ts';
import { linesBetween, type PlanLine, planFromLines } from './plan-lines.ts';

/**
 * Plans lie beside the journal under the hash of what is in them: an event that brings one in is a short line. A plan is written as
 * what it changes in the one before, so that a saved rule is a short file however many others there are.
 */
export interface PlanShelf {
  /**
   * Puts a plan there if it is not, and answers its hash. That is among `used` at once, before anybody can tidy it away. `whole`:
   * so that no earlier one is needed.
   */
  keep(plan: RoutingPlan, used: Set<string>, how?: 'whole'): Promise<string>;
  /** Null where it is missing or damaged. */
  find(hash: string): Promise<RoutingPlan | null>;
  /** Throws away what nothing refers to. */
  tidy(isUsed: (hash: string) => boolean): Promise<void>;
}

/** The first line of a file: the plan that the others change; null is one with nothing in it. */
type Head = { readonly base: string | null };
type Kept = { readonly plan: RoutingPlan; readonly hash: string };

/** So much is done at once; then others have their turn. A millisecond or less of work. */
const sliceLength = 32 * 1024;
const itemsInSlice = 200;

export async function openPlanShelf(
  disk: Disk,
  clock: Pick<Clock, 'breathe'>,
  journalFolder: string,
): Promise<PlanShelf> {
  const folder = `${journalFolder}/plans`;
  await disk.makeFolder(folder);
  const there = new Set((await disk.list(folder)).flatMap((name) => /^([0-9a-f]{64})\.plan$/.exec(name)?.[1] ?? []));
  const bases = new Map<string, string | null>();
  const hashes = new WeakMap<RoutingPlan, string>();
  let last: Kept | null = null;
  let keeping: Promise<unknown> = Promise.resolve();
  /** Those that others are being written by. */
  const builtOn = new Set<string>();
  /** What is being written or removed. */
  const busy = new Map<string, Promise<void>>();

  async function alone(hash: string, work: () => Promise<void>): Promise<void> {
    while (busy.has(hash)) await busy.get(hash)?.catch(() => undefined); // Whoever began it is told.
    const done = work().finally(() => busy.delete(hash));
    busy.set(hash, done);
    await done;
  }

  async function keep(plan: RoutingPlan, used: Set<string>, base: Kept | null): Promise<string> {
    if (base !== null) builtOn.add(base.hash);
    try {
      const { lines, hash } = await written(base, plan);
      used.add(hash);
      if (hash !== base?.hash) {
        await alone(hash, async () => {
          if (!there.has(hash)) await writeWholeFile(disk, folder, `${hash}.plan`, lines);
          there.add(hash);
          bases.set(hash, base?.hash ?? null);
        });
      }
      hashes.set(plan, hash);
      return hash;
    } finally {
      if (base !== null) builtOn.delete(base.hash);
    }
  }

  /** What a file says, in slices. It is that of `base` where nothing is different. */
  async function written(base: Kept | null, plan: RoutingPlan): Promise<{ lines: string[]; hash: string }> {
    const head: Head = { base: base?.hash ?? null };
    const sum = createHash('sha256');
    const slices: string[] = [];
    let slice = `${JSON.stringify(head)}\n`;
    let isSame = true;
    let items = 0;
    const cut = () => {
      slices.push(slice);
      sum.update(slice);
      slice = '';
    };
    for (const line of linesBetween(base?.plan ?? null, plan)) {
      if (line !== null) {
        slice += `${JSON.stringify(line)}\n`;
        isSame = false;
      }
      if (slice.length >= sliceLength) cut();
      else if (++items % itemsInSlice !== 0) continue;
      await clock.breathe();
    }
    cut();
    return isSame && base !== null ? { lines: [], hash: base.hash } : { lines: slices, hash: sum.digest('hex') };
  }

  function knownHash(plan: RoutingPlan, isEnough: (hash: string) => boolean = () => true): string | undefined {
    const known = hashes.get(plan);
    return known !== undefined && there.has(known) && isEnough(known) ? known : undefined;
  }

  async function change(plan: RoutingPlan, used: Set<string>): Promise<string> {
    const hash = knownHash(plan) ?? (await keep(plan, used, last));
    used.add(hash);
    last = { plan, hash };
    return hash;
  }

  async function whole(plan: RoutingPlan, used: Set<string>): Promise<string> {
    const hash = knownHash(plan, (one) => (bases.get(one) ?? null) === null) ?? (await keep(plan, used, null));
    used.add(hash);
    // What is saved next builds on this one.
    if (last === null || last.plan === plan) last = { plan, hash };
    return hash;
  }

  async function find(hash: string): Promise<RoutingPlan | null> {
    if (!there.has(hash)) return null;
    const text = await disk.read(`${folder}/${hash}.plan`);
    if (text === null) return null;
    const plan = await changedBy(text, hash);
    if (plan !== null) {
      hashes.set(plan, hash);
      last = { plan, hash };
    }
    return plan;
  }

  async function changedBy(text: string, hash: string): Promise<RoutingPlan | null> {
    const sum = createHash('sha256');
    let items = 0;
    for (const line of linesOf(text)) {
      sum.update(`${line}\n`);
      if (++items % itemsInSlice === 0) await clock.breathe();
    }
    if (sum.digest('hex') !== hash) return null;
    const lines = linesOf(text);
    // We wrote it ourselves, and its hash fits.
    const { base } = JSON.parse(lines.next().value ?? '{"base":null}') as Head;
    const before = base === null ? emptyPlan : last?.hash === base ? last.plan : await find(base);
    if (before === null) return null;
    bases.set(hash, base);
    const made = planFromLines(before);
    for (const line of lines) {
      made.take(JSON.parse(line) as PlanLine);
      if (++items % itemsInSlice === 0) await clock.breathe();
    }
    return made.plan();
  }

  return {
    async keep(plan, used, how) {
      if (how === 'whole') return whole(plan, used);
      const known = knownHash(plan);
      // One after the other: each is written by what it changes in the one before. What is there waits for none of them.
      const kept = known === undefined ? keeping.then(() => change(plan, used)) : Promise.resolve(known);
      if (known === undefined) keeping = kept.catch(() => undefined);
      else used.add(known);
      return kept;
    },
    find,
    async tidy(isUsed) {
      const needed = new Set<string>();
      for (const hash of there) {
        if (!isUsed(hash) && hash !== last?.hash && !builtOn.has(hash)) continue;
        for (let one: string | null = hash; one !== null; one = bases.get(one) ?? null) needed.add(one);
      }
      const past = [...there].filter((hash) => !needed.has(hash));
      // All at once, so that nobody finds a plan there while one that it changes goes.
      for (const hash of past) there.delete(hash);
      await Promise.all(past.map((hash) => alone(hash, () => disk.remove(`${folder}/${hash}.plan`))));
    },
  };
}

function* linesOf(text: string): Generator<string> {
  for (let from = 0, end = text.indexOf('\n'); end !== -1; from = end + 1, end = text.indexOf('\n', from)) {
    yield text.slice(from, end);
  }
}
