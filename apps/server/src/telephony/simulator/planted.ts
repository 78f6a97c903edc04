import { type Lived, live } from './life.ts';
import type { Mistake } from './mistake.ts';

/** The first of so many lives in which a mistake of ours is noticed; null where it is in none. */
export async function firstThatFails(mistake: Mistake, within: number): Promise<Lived | null> {
  for (let seed = 1; seed <= within; seed++) {
    const lived = await live({ seed, mistake });
    if (lived.wrongs.length > 0) return lived;
  }
  return null;
}
