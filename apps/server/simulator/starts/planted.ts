import { type LivedStarts, liveStarts } from './live-starts.ts';
import type { Mistake } from './mistake.ts';
import type { Order } from './orders.ts';

/** Each mistake is noticed among so many. */
const within = 1_000;

/** The first seed whose orders go wrong by a mistake that was planted. */
export function firstThatFails(mistake: Mistake): LivedStarts | undefined {
  for (let seed = 1; seed <= within; seed += 1) {
    const lived = liveStarts({ seed, mistake });
    if (lived.wrongs.length > 0) return lived;
  }
  return undefined;
}

/** The orders without those that nothing depends on. */
export function smallest({ seed, orders }: LivedStarts): readonly Order[] {
  let left = orders;
  for (const order of orders) {
    const without = left.filter((one) => one !== order);
    if (liveStarts({ seed, orders: without }).wrongs.length > 0) left = without;
  }
  return left;
}
