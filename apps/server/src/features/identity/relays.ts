import { createHmac } from 'node:crypto';
import type { me, ResultOf } from '@alo/contract';

/** TURN servers of the operator, and the secret that they share with us. */
export interface Relays {
  readonly urls: readonly string[];
  readonly secret: string;
}

export type IceServer = NonNullable<ResultOf<typeof me>['softphone']>['ice_servers'][number];

const hourMs = 3_600_000;
/** A conversation lasts no longer than a day of work; whoever has left has a sign-in of no worth by the next one. */
const validHours = 12;

/**
 * What a browser signs in to the relays with, as coturn's `use-auth-secret` checks it: the name says until when, the proof is made of it
 * by the shared secret. The same for an hour, so that nothing seems to have changed each time it is read.
 */
export function iceServersFor(relays: Relays | undefined, person: string, now: number): readonly IceServer[] {
  if (relays === undefined) return [];
  const until = (Math.ceil(now / hourMs) + validHours) * hourMs;
  const username = `${until / 1_000}:${person}`;
  const credential = createHmac('sha1', relays.secret).update(username).digest('base64');
  return [{ urls: [...relays.urls], username, credential }];
}
