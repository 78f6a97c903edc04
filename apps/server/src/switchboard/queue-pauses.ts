import { type Board, emptyMap, getFrom, lookUp } from '@alo/call-core';

import type { PhoneState } from '../domain/presence.ts';

/** A queue that calls somebody no more. */
interface Paused {
  readonly queue: string;
  /** '' where nobody said why. */
  readonly why: string;
  /** After calls that they did not answer. */
  readonly byItself: boolean;
  readonly since: number;
}

/** Queues that somebody has joined and that call them no more, and how many they have joined. */
function pausesOn({ plan, queues, memberships }: Board, extension: string): { joined: number; pauses: Paused[] } {
  const members = (getFrom(memberships, extension) ?? []).flatMap((key) => {
    const member = getFrom(getFrom(queues, key)?.members ?? emptyMap, extension);
    return member?.joined === true ? [{ key, pause: member.pause }] : [];
  });
  const pauses = members.flatMap(({ key, pause }) => {
    if (pause === null) return [];
    const { byItself, reason, since } = pause;
    const why = byItself ? 'không nghe máy' : (reason ?? '');
    return [{ queue: lookUp(plan.queues, key)?.name ?? key, why, byItself, since }];
  });
  return { joined: members.length, pauses };
}

/** Each of them in words. */
export const pausesOf = (board: Board, extension: string): string =>
  pausesOn(board, extension)
    .pauses.map(({ queue, why }) => `Tạm dừng${why === '' ? '' : ` (${why})`}: ${queue}`)
    .join('; ');

/** Whom no queue calls that they have joined, or one that stopped by itself, is not shown as ready: since when, and why. */
export function pausedOn(board: Board, extension: string): PhoneState['paused'] {
  const { joined, pauses } = pausesOn(board, extension);
  const isPaused = pauses.some(({ byItself }) => byItself) || (joined > 0 && pauses.length === joined);
  if (!isPaused) return null;
  return {
    since: Math.max(...pauses.map(({ since }) => since)),
    words: pauses.map(({ queue, why }) => `${queue}${why === '' ? '' : `: ${why}`}`).join('; '),
  };
}
