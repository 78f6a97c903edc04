import { operatedRefusals, type RefusalKind } from '@alo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Attack } from './hostile/attack.ts';
import { floodAttacks } from './hostile/floods.ts';
import { numberAttacks } from './hostile/numbers.ts';
import { outwardAttacks } from './hostile/outward.ts';
import { personAttacks } from './hostile/people.ts';
import { rowAttacks } from './hostile/rows.ts';
import { shareAttacks } from './hostile/shares.ts';
import { textAttacks } from './hostile/texts.ts';
import { workAttacks } from './hostile/work.ts';
import { type Came, goodAsItWas, refusalsSeen, secret, trailOf, type World } from './hostile/world.ts';

export const httpAttacks: readonly Attack[] = [
  ...rowAttacks,
  ...personAttacks,
  ...numberAttacks,
  ...outwardAttacks,
  ...textAttacks,
  ...floodAttacks,
  ...workAttacks,
  ...shareAttacks,
];

/** Two companies do to a third, one after the other, whatever is in the table; each is refused in words, and the third has what it had. */
export function hostileCompanies(attacks: readonly Attack[], open: () => Promise<World>): void {
  let world: World;

  beforeAll(async () => {
    world = await open();
  });

  afterAll(() => world?.close());

  test.each(attacks.map((attack) => [attack.name, attack] as const))(
    'nothing comes of %s',
    async (_name, { does, comes, counted, trail, leaves }) => {
      const stillThere = await goodAsItWas(world);
      const [one] = world.hostile;
      const entries = async () => (trail === undefined ? 0 : trailOf(world, one, trail.action, trail.subject));
      const before = await entries();
      const seen = await refusalsSeen(world);
      const all = await does(world);
      expect(all).not.toEqual([]);
      expect(all.flatMap((came) => wrongWith(came, comes))).toEqual([]);
      const isInTrail = async () => trail === undefined || (await entries()) > before;
      await expect.poll(isInTrail, { timeout: 60_000 }).toBe(true);
      const missing = async () => uncounted({ all, counted }, seen, await refusalsSeen(world));
      await expect.poll(missing, { timeout: 60_000 }).toEqual([]);
      await leaves?.(world, all);
      await stillThere();
    },
  );
}

const kindsOfRefusals = operatedRefusals.result.shape.data.element.shape.kind.options;

/** What the operator is not shown of it: an answer that refused and is counted nowhere, and a kind that none of them is counted as. */
function uncounted(
  { all, counted }: { readonly all: readonly Came[]; readonly counted: Attack['counted'] },
  before: Readonly<Record<RefusalKind, number>>,
  now: Readonly<Record<RefusalKind, number>>,
): readonly string[] {
  const more = (kinds: readonly RefusalKind[]) => kinds.reduce((sum, kind) => sum + now[kind] - before[kind], 0);
  const refused = all.filter(({ status }) => status >= 400 && status < 500 && status !== headersTooLarge).length;
  if (counted === 'nothing is refused') return refused === 0 ? [] : ['something was refused'];
  const kinds = [counted].flat();
  // What leads inside is refused behind an answer that is none.
  const isKnown = (refused === 0 && !kinds.includes('inside')) || more(kinds) > 0;
  const shown = more(kindsOfRefusals);
  return [...(shown < refused ? [`${shown} of ${refused} refusals`] : []), ...(isKnown ? [] : kinds)];
}

/** A request as long as this is refused before anybody could say why. */
const headersTooLarge = 431;

/** What is not as it must be in an answer: its status, the good company's words in it, or none of ours. */
function wrongWith({ status, text, body }: Came, { status: statuses, says = '' }: Attack['comes']): readonly string[] {
  const isInWords = status < 400 || status === headersTooLarge || (body.message ?? '') !== '';
  const isRight = statuses.includes(status) && !text.includes(secret) && text.includes(says) && isInWords;
  return isRight ? [] : [`${status} ${text.slice(0, 300)}`];
}
