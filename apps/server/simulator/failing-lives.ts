import { liveOneLife } from './life.ts';
import { shrink } from './shrink.ts';

/** The lives that go wrong among so many from a seed on, each as small as it can be made. */
export async function failingLives({ from, lives }: { from: number; lives: number }) {
  const failing = [];
  for (let seed = from; seed < from + lives; seed++) {
    const lived = await liveOneLife({ seed });
    if (lived.wrongs.length > 0) failing.push(await shrink(lived));
  }
  return failing;
}
