import type { Caller } from './caller.ts';
import type { Of } from './fair-places.ts';

/** Who does something, and how the wish reached us: the same for a request, a live socket and a job. */
export interface By {
  readonly caller: Caller;
  /** A person at a console, a program with a key, or work that somebody left for later. */
  readonly via: 'person' | 'api-key' | 'job';
  /** Network of the peer. */
  readonly network: string;
  readonly requestId: string;
}

/** What the audit trail keeps of it. `accountId` is who acted: a person, or the key of a program; null where nobody is signed in yet. */
export interface Actor {
  readonly accountId: string | null;
  readonly network: string;
  readonly requestId: string;
}

/** The person behind a caller: who looks as somebody else is still themselves. */
export const whoIs = (caller: Caller): string => caller.lookedAs?.by.accountId ?? caller.accountId;

/** Whose turn it takes, and what the operator lets the company have of it. */
export const shareOf = (
  { tenantId, accountId, most }: Caller,
  share: 'requests' | 'uploads' | 'sounds' = 'requests',
): Of => ({
  company: tenantId,
  person: accountId,
  // Of sounds there is one at a time: what is set is how many wait.
  ...(share === 'sounds' ? { mostWaiting: most?.sounds } : { most: most?.[share] }),
});

export const actorOf = ({ caller, network, requestId }: By): Actor => ({
  accountId: caller.apiKeyId ?? whoIs(caller),
  network,
  requestId,
});
