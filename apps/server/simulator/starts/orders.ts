import type { Random } from '../random.ts';

/** An order that an operator, a service manager or bad luck gives, at its moment. */
export type Order = { readonly at: number } & (
  | { readonly is: 'start'; readonly version: string; readonly roles: readonly string[] }
  | { readonly is: 'term' | 'hang-up' | 'kill'; readonly whom: Whom }
  /** The terminal of the first `npm start` is closed. */
  | { readonly is: 'close-terminal' }
  | { readonly is: 'stop-for'; readonly whom: Whom; readonly ms: number }
);

export type Whom = 'wrapper' | 'keeper' | 'server' | 'engine';
const everyone = ['wrapper', 'keeper', 'server', 'engine'] as const;
export const allRoles = ['telephony', 'web', 'worker'] as const;

/** Most orders come when something goes on, many at once. */
const gap = (random: Random): number =>
  random.chance(0.4)
    ? random.between(0, 60)
    : random.chance(0.6)
      ? random.between(0, 3_000)
      : random.between(0, 40_000);

export function someOrders(random: Random): readonly Order[] {
  const orders: Order[] = [{ is: 'start', at: 0, version: 'one', roles: allRoles }];
  let at = random.between(0, 8_000);
  for (let left = random.between(1, 7); left > 0; left -= 1) {
    orders.push(oneOrder(random, at));
    at += gap(random);
  }
  return orders;
}

function oneOrder(random: Random, at: number): Order {
  const whom = random.pick(everyone);
  const chosen = random.between(1, 100);
  if (chosen <= 35) {
    const version = random.pick(['one', 'one', 'two', 'three', 'broken']);
    return { is: 'start', at, version, roles: random.chance(0.1) ? ['telephony'] : allRoles };
  }
  if (chosen <= 52) return { is: 'term', at, whom: random.pick(['wrapper', 'keeper', 'server']) };
  if (chosen <= 62) return { is: 'hang-up', at, whom: random.pick(['wrapper', 'keeper']) };
  if (chosen <= 90) return { is: 'kill', at, whom };
  if (chosen <= 94) return { is: 'close-terminal', at };
  return { is: 'stop-for', at, whom: random.pick(['keeper', 'server', 'engine']), ms: random.between(100, 30_000) };
}
