import { callQueues, type queueStrategies, ringGroups, type ringStrategies } from '@alo/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Desk, type Site, to } from './site.ts';
import { type Bell, bellOf, over, talk } from './talk.ts';

/** Three people, as they stand in the list. */
type Who = 'A' | 'B' | 'C';
const all = ['A', 'B', 'C'] as const;

/**
 * What shows a strategy: calls, one after the other, by who is rung for each; the last of them takes it, the others decline. Who
 * declines a queue's call rests, and so does so in the last call only.
 */
type Play =
  | { readonly shows: 'order'; readonly steps: readonly (Call | Idle)[] }
  /** All ring at once; the one in the middle takes it. */
  | { readonly shows: 'together' }
  /** Whoever is first is neither always the same nor the next in turn. */
  | { readonly shows: 'chance' }
  /** The third is first far more often. */
  | { readonly shows: 'weight' };
type Call = readonly Who[];
/** These have something else to do, one after the other: whoever comes last has been idle for the shortest time. */
type Idle = { readonly busy: readonly Who[] };

const groups: Readonly<Record<keyof typeof ringStrategies, Play>> = {
  'ring-all': { shows: 'together' },
  'one-by-one': { shows: 'order', steps: [['A', 'B', 'C'], ['A']] },
  memory: { shows: 'order', steps: [['A'], ['B', 'C', 'A'], ['C'], ['A']] },
  random: { shows: 'chance' },
  primary: { shows: 'order', steps: [['A', 'B', 'C'], ['A']] },
};

const queues: Readonly<Record<keyof typeof queueStrategies, Play>> = {
  'ring-all': { shows: 'together' },
  linear: { shows: 'order', steps: [{ busy: ['A', 'C', 'B'] }, ['A'], ['A', 'B', 'C']] },
  'round-robin': { shows: 'order', steps: [{ busy: ['C', 'B', 'A'] }, ['A'], ['B'], ['C'], ['A']] },
  'longest-idle': { shows: 'order', steps: [{ busy: ['C', 'A', 'B'] }, ['C'], { busy: ['A'] }, ['B', 'C', 'A']] },
  'fewest-calls': { shows: 'order', steps: [{ busy: ['A', 'B', 'C'] }, ['A'], ['B'], { busy: ['C'] }, ['C']] },
  random: { shows: 'chance' },
  weighted: { shows: 'weight' },
  skills: { shows: 'order', steps: [{ busy: ['A', 'C', 'B'] }, ['B', 'C', 'A']] },
};

/** What each is chosen by, where the strategy looks at it. */
const weights: Readonly<Record<Who, number>> = { A: 1, B: 1, C: 100 };
const skills: Readonly<Record<Who, number>> = { A: 20, B: 90, C: 50 };

interface Floor {
  readonly from: string;
  readonly people: Readonly<Record<Who, Desk>>;
  readonly bell: Bell;
}

export function strategyStories(here: () => Site): void {
  const floors = new Map<string, Floor>();
  const kinds = [
    ...Object.entries(groups).map(([strategy, play]) => ({ kind: 'group', strategy, play }) as const),
    ...Object.entries(queues).map(([strategy, play]) => ({ kind: 'queue', strategy, play }) as const),
  ];

  /** People and a customer for a strategy, who have nothing to do with those of the others. */
  async function floorFor(kind: 'group' | 'queue', strategy: string, nth: number): Promise<Floor> {
    const { desk, customer, admin } = here();
    const [A, B, C] = await Promise.all(
      all.map((_, place) => desk(`3${String(nth).padStart(2, '0')}${place + 1}`, { ring_seconds: 5 })),
    );
    if (A === undefined || B === undefined || C === undefined) throw new Error('there are three');
    const people = { A, B, C };
    const name = `${kind} ${strategy}`;
    const made =
      kind === 'group'
        ? await admin.call(ringGroups.create, {
            body: ringGroups.input.parse({
              name,
              strategy,
              members: all.map((who) => ({ extension_id: people[who].id, delay_seconds: 0, ring_seconds: null })),
            }),
          })
        : await admin.call(callQueues.create, {
            body: callQueues.input.parse({
              name,
              strategy,
              rest_seconds: 1,
              members: all.map((who) => ({
                extension_id: people[who].id,
                penalty: 0,
                weight: weights[who],
                skills: { vi: skills[who] },
              })),
            }),
          });
    return { people, from: await customer(to(kind, made.id)), bell: bellOf(A, B, C) };
  }

  beforeAll(async () => {
    const made = await Promise.all(kinds.map(({ kind, strategy }, nth) => floorFor(kind, strategy, nth)));
    for (const [nth, { kind, strategy }] of kinds.entries()) {
      const floor = made[nth];
      if (floor !== undefined) floors.set(`${kind} ${strategy}`, floor);
    }
    const [any] = made;
    if (any !== undefined) await here().known(any.people.A);
  });
  afterAll(() => {
    for (const { bell } of floors.values()) bell.close();
  });

  describe.concurrent('who rings', () => {
    test.for(kinds)('in a $kind that is $strategy, and whoever answers is heard', async ({ kind, strategy, play }) => {
      const floor = floors.get(`${kind} ${strategy}`);
      if (floor === undefined) throw new Error('nobody is there');
      expect(await played(here(), floor, play)).toEqual(wanted(play));
      expect(floor.bell.quiet).toBe(true);
    });
  });
}

/** Who was rung for each call, or what they had in common. */
async function played(site: Site, floor: Floor, play: Play): Promise<unknown> {
  switch (play.shows) {
    case 'order': {
      const rung = [];
      for (const step of play.steps) {
        if ('busy' in step) for (const who of step.busy) await isBusy(floor.people[who]);
        else rung.push(await rungFor(site, floor, step.length));
      }
      return rung;
    }
    case 'together':
      return together(site, floor);
    case 'chance': {
      const first = await firstOnes(site, floor, byChance, 14);
      return byChance(first) ? 'by chance' : first;
    }
    case 'weight': {
      const first = await firstOnes(site, floor, byWeight, 7);
      return byWeight(first) ? 'by weight' : first;
    }
    default:
      return play satisfies never;
  }
}

function wanted(play: Play): unknown {
  switch (play.shows) {
    case 'order':
      return play.steps.filter((step) => !('busy' in step));
    case 'together':
      return new Set(all);
    case 'chance':
    case 'weight':
      return `by ${play.shows}`;
    default:
      return play satisfies never;
  }
}

/** Somebody hears which number they have, and hangs up. */
async function isBusy({ phone }: Desk): Promise<void> {
  const call = await phone.call('*65');
  await call.until('talking');
  await call.hangUp();
}

const nameIn = ({ people }: Floor, desk: Desk): Who | undefined => all.find((who) => people[who] === desk);

/** A customer calls; who is rung, one after the other, until so many were, of whom the last one takes the call. */
async function rungFor({ calls }: Site, floor: Floor, count: number): Promise<readonly (Who | undefined)[]> {
  const customer = await calls(floor.from);
  const rung: (Who | undefined)[] = [];
  for (;;) {
    const ring = await floor.bell.next();
    rung.push(nameIn(floor, ring.desk));
    if (rung.length < count) {
      ring.call.reject(486);
      continue;
    }
    await talk(customer, ring);
    await over(customer, ring);
    return rung;
  }
}

async function together({ calls }: Site, floor: Floor): Promise<ReadonlySet<Who | undefined>> {
  const customer = await calls(floor.from);
  const rings = [await floor.bell.next(), await floor.bell.next(), await floor.bell.next()];
  const taking = rings.find(({ desk }) => desk === floor.people.B);
  if (taking === undefined) throw new Error('the second does not ring');
  await talk(customer, taking);
  for (const { call, desk } of rings) if (desk !== floor.people.B) await call.until('ended');
  await over(customer, taking);
  return new Set(rings.map(({ desk }) => nameIn(floor, desk)));
}

/** Who was rung first, call by call, until that shows something, or as often as that. */
async function firstOnes(
  site: Site,
  floor: Floor,
  shows: (first: readonly Who[]) => boolean,
  most: number,
): Promise<readonly Who[]> {
  const first: Who[] = [];
  while (!shows(first) && first.length < most)
    first.push(...(await rungFor(site, floor, 1)).flatMap((who) => who ?? []));
  return first;
}

const next: Readonly<Record<Who, Who>> = { A: 'B', B: 'C', C: 'A' };
const follows = (first: readonly Who[], is: (before: Who, after: Who) => boolean): boolean =>
  first.slice(1).some((after, place) => is(first[place] ?? after, after));

/** Of two calls one after the other some were not the same person's, and some not in turn. */
const byChance = (first: readonly Who[]): boolean =>
  follows(first, (before, after) => before !== after) && follows(first, (before, after) => after !== next[before]);

const byWeight = (first: readonly Who[]): boolean => first.filter((who) => who === 'C').length >= 4;
