import { lookUp, phoneOf, type Switchboard } from '@alo/call-core';
import type { presence } from '@alo/contract';
import type { z } from 'zod';

import type { LiveHub } from '../../live/live-hub.ts';
import { phoneState } from '../../telephony/phone-state.ts';
import { presenceOf } from './people.ts';

type Presence = z.input<typeof presence>;

/** Tells a tenant's listeners what people are doing, when that has changed. */
export function presenceAnnouncer({
  live,
  boardOf,
}: {
  readonly live: Pick<LiveHub, 'publish'>;
  readonly boardOf: (tenantId: string) => Switchboard | undefined;
}) {
  const told = new Map<string, string>();
  return (tenantId: string, extensions: readonly string[]): void => {
    const board = boardOf(tenantId);
    if (board === undefined) return;
    for (const extension of new Set(extensions)) {
      const data = presenceIn(board, extension);
      const key = `${tenantId} ${extension}`;
      const state = JSON.stringify(data);
      if (told.get(key) === state) continue;
      told.set(key, state);
      live.publish(tenantId, 'presence-changed', () => data);
    }
  };
}

function presenceIn(board: Switchboard, extension: string): Presence {
  const phone = phoneState(board, extension);
  const { activity } = phoneOf(board.phones, extension);
  return {
    extension,
    name: lookUp(board.plan.extensions, extension)?.name ?? extension,
    phones: phone?.contacts ?? 0,
    status_activity: activity,
    state: presenceOf(activity, phone),
  };
}
