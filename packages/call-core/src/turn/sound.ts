import { type Bad, badOf, levelOf, mosBothWays, steadied, steadyGood } from '@alo/voice-quality';

import type { Call, Leg, Sound } from '../board/call.ts';
import type { Quality } from '../board/vocabulary.ts';
import { isLive } from './turn.ts';

/** How a leg sounds after another measurement. */
export function soundAfter(before: Sound | undefined, quality: Quality): Sound {
  const steady = steadied(before?.steady ?? steadyGood, levelOf(mosBothWays(quality)));
  return { steady, as: steady.run > 0 && before !== undefined ? before.as : quality };
}

/** The level of a party that does not sound good for a while; null where it does, or is not there any more. */
export const badSoundOf = (leg: Leg): Bad | null =>
  leg.sound === undefined || !isLive(leg) ? null : badOf(leg.sound.steady.level, leg.sound.as);

/** Whether somebody in it sounds otherwise than before. */
export const soundsOtherwise = (before: Call | undefined, after: Call | undefined): boolean =>
  after?.legs.some(({ id, sound }) => {
    const known = before?.legs.find((leg) => leg.id === id)?.sound;
    return (known?.steady.level ?? 'good') !== (sound?.steady.level ?? 'good');
  }) === true;
