import type { MyCall } from '@alo/contract';
import type { ActiveCall, Party, Popup } from '@alo/softphone';

import { currentCall } from '../cti/current-call.ts';

/** The conversation that one has at another telephone of one's own than this page: a desk phone, one's mobile, or the browser of another computer. */
export const thereIn = (calls: readonly MyCall[], away: ReadonlySet<string>): MyCall | undefined =>
  currentCall(calls.filter(({ id, on }) => on !== 'browser' || away.has(id)));

/** Where one speaks in it. */
export function placeWords({ on }: MyCall, { status }: ActiveCall): string {
  const place = places[on];
  return status === 'outgoing' ? `Đang gọi từ ${place}` : `Đang nghe ${on === 'browser' ? 'ở' : 'trên'} ${place}`;
}

const places = { browser: 'máy khác', desk: 'máy bàn', mobile: 'di động' } as const;

/** The same as a call of this page's, for the window and the card. */
export function callThere(conversation: MyCall): ActiveCall {
  const { id, made, parties, consulting, started_at: began, answered_at: answered, since } = conversation;
  const session = { id, conversation: id, party: partyIn(conversation), startedAt: Date.parse(began) };
  if (made && !consulting && parties.every(({ state }) => state === 'ringing')) {
    return { ...session, status: 'outgoing', direction: 'outgoing' };
  }
  return {
    ...session,
    status: 'connected',
    variant: 'confirmed',
    direction: made ? 'outgoing' : 'incoming',
    answeredAt: Date.parse(since ?? answered ?? began),
    onHold: conversation.on_hold,
    heldByThem: false,
    muted: false,
  };
}

function partyIn({ parties, waiting }: MyCall): Party {
  const other = parties[0] ?? waiting[0];
  return { number: other?.number ?? '', name: other?.name ?? '' };
}

/** Whose card is up for what one speaks at another telephone. */
export interface There {
  readonly call: ActiveCall | null;
  readonly popup: Popup | null;
}

/** What becomes of it: `told` by the switchboard; `busy` is the page with a call of its own. */
export type ThereEvent =
  | { readonly type: 'told'; readonly conversation: MyCall | undefined; readonly busy: boolean }
  | { readonly type: 'open-popup' }
  | { readonly type: 'close-popup' };

export const nothingThere: There = { call: null, popup: null };

/** As the page's own phone has it: a call brings its card, which stays behind one that came, and goes with one that was made. */
export function stepThere(there: There, event: ThereEvent): There {
  switch (event.type) {
    case 'told':
      return toldThere(there, event);
    case 'open-popup':
      return there.call === null ? there : { ...there, popup: popupOf(there.call) };
    case 'close-popup':
      return there.popup === null ? there : { ...there, popup: null };
    default:
      return event satisfies never;
  }
}

function toldThere({ call, popup }: There, { conversation, busy }: Extract<ThereEvent, { type: 'told' }>): There {
  if (conversation === undefined) return { call: null, popup: busy || call?.direction === 'outgoing' ? null : popup };
  const now = callThere(conversation);
  return { call: now, popup: call?.id === now.id ? popup : popupOf(now) };
}

const popupOf = ({ id, party }: ActiveCall): Popup => ({ callId: id, party });
