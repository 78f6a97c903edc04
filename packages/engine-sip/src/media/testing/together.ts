import type { MediaLeg } from '../media-leg.ts';
import type { MediaBridge, MediaMember, MediaPlane } from '../media-plane.ts';

/** Everybody hears everybody else; the first is recorded left, the others right. */
export const everybody = (legs: readonly MediaLeg[]): readonly MediaMember[] =>
  legs.map((leg, i) => ({ leg, hears: legs.filter((other) => other !== leg), channel: i === 0 ? 'left' : 'right' }));

/** A bridge of these. */
export function together(plane: MediaPlane, ...legs: readonly MediaLeg[]): MediaBridge {
  const bridge = plane.bridge();
  bridge.set(everybody(legs));
  return bridge;
}
