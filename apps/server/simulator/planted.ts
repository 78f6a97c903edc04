import { type LifeResult, liveOneLife } from './life.ts';
import { type Mistake, mistakes } from './mistake.ts';

/** The first of its lives in which a mistake of ours is noticed; null where it is in none. */
export async function firstThatFails(mistake: Mistake): Promise<LifeResult | null> {
  const { within, from = 1 }: { readonly within: number; readonly from?: number } = mistakes[mistake];
  for (let seed = from; seed < from + within; seed++) {
    const lived = await liveOneLife({ seed, mistake });
    if (lived.wrongs.length > 0) return lived;
  }
  return null;
}
