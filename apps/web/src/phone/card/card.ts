import type { MyCall } from '@alo/contract';
import type { ActiveCall, Call, Party, Popup } from '@alo/softphone';

interface OfCall {
  /** The phone's own name of the call. */
  readonly session: string;
  /** With whom one talks, or did last: whoever a colleague puts through to one takes the colleague's place. */
  readonly party: Party;
  /** The switchboard's name of it; null until it is known. */
  readonly conversation: string | null;
  /** When it began; null until that is known. */
  readonly startedAt: string | null;
  /** Whom of several one has said that it is with. */
  readonly chosen: string | undefined;
  /** That was said here, and not yet to the switchboard. */
  readonly untold: boolean;
  /** One has made the call oneself. */
  readonly made: boolean;
  /** One has dialled to take somebody's call that came, as out of a parking place: it is written up like one that came to oneself. */
  readonly taken: boolean;
  /** A colleague asks one about them: what came of the call is the colleague's to say. */
  readonly consulted: boolean;
}

/**
 * Whose card stands beside the call window.
 * ```
 *   none ──the phone opens it──► of-call (whole) ──an outgoing call ends──► of-call (outcome)
 *    ▲                              │ the phone takes it away, unless taken    │ another call
 *    │                              └──────────────► of-call (going) ◄─────────┘
 *    │ page loaded again ─► before-reload ──the phone has the call back──► of-call
 *    │ words of a stranger that nobody kept ─► left-over
 *    │ a colleague has asked about them and has ended it ─► of-call (going)
 *    └── closed, or nothing left to lose: from everywhere
 * ```
 */
export type Card =
  /** `closed` is the call whose card somebody has closed, until the phone knows. */
  | { readonly kind: 'none'; readonly closed: string | null }
  /** `outcome` has only what is to be said of a call that one made; `going` goes as soon as nothing would be lost. */
  | (OfCall & { readonly kind: 'of-call'; readonly shows: 'whole' | 'outcome' | 'going' })
  | (OfCall & { readonly kind: 'before-reload' })
  | { readonly kind: 'left-over'; readonly party: Party };

export type CardEvent =
  /** How the phone stands. `asked`: a page asks for the outcome of calls itself. */
  | {
      readonly type: 'phone';
      readonly popup: Popup | null;
      readonly call: Call;
      readonly conversation: MyCall | undefined;
      readonly asked: boolean;
    }
  | { readonly type: 'chosen'; readonly customer: string }
  | { readonly type: 'choice-told'; readonly customer: string }
  /** A card was open when the page was loaded again. */
  | {
      readonly type: 'found';
      readonly session: string;
      readonly party: Party;
      readonly conversation: string;
      readonly startedAt: string;
      readonly chosen: string | undefined;
      /** The phone's call, if it has one by now. */
      readonly busyWith: string | null;
    }
  | { readonly type: 'words-left'; readonly number: string }
  | { readonly type: 'closed' }
  | { readonly type: 'nothing-to-lose' };

export const noCard: Card = { kind: 'none', closed: null };

/** Pure, so that no order of what the phone, the switchboard and the person do loses a card or mixes two up. */
export function stepCard(card: Card, event: CardEvent): Card {
  switch (event.type) {
    case 'phone':
      return told(card, event);
    case 'chosen':
      return card.kind === 'of-call' || card.kind === 'before-reload'
        ? { ...card, chosen: event.customer, untold: true }
        : card;
    case 'choice-told':
      return (card.kind === 'of-call' || card.kind === 'before-reload') && card.chosen === event.customer
        ? { ...card, untold: false }
        : card;
    case 'found':
      return found(card, event);
    case 'words-left':
      return { kind: 'left-over', party: { number: event.number, name: '' } };
    case 'closed':
      return card.kind === 'of-call' ? { kind: 'none', closed: card.session } : noCard;
    case 'nothing-to-lose':
      if (card.kind !== 'of-call' || card.shows === 'whole') return card;
      // The phone keeps the pop-up of a call that came: here it was the colleague's.
      return card.consulted ? { kind: 'none', closed: card.session } : noCard;
    default:
      return event satisfies never;
  }
}

function told(card: Card, { popup, call, conversation, asked }: Extract<CardEvent, { type: 'phone' }>): Card {
  if (popup === null) return withoutPopup(card, call, conversation, asked);
  if (card.kind === 'none' && card.closed === popup.callId) return card;
  const known = named('session' in card && card.session === popup.callId ? card : opened(popup), call);
  const now =
    call.status !== 'idle' && call.id === popup.callId
      ? { ...following(known, conversation), ...dialledFor(call, conversation) }
      : known;
  return same(card, { ...now, kind: 'of-call', shows: call.status === 'idle' && now.consulted ? 'going' : 'whole' });
}

/** The phone is told of the conversation as the call comes: one that is over before the switchboard tells more of it has its name. */
const named = <Known extends OfCall>(card: Known, call: Call): Known =>
  card.conversation === null && call.status !== 'idle' && call.id === card.session && call.conversation !== null
    ? { ...card, conversation: call.conversation }
    : card;

/** What one has dialled for: a call of one's own, or one that had come to a colleague. */
function dialledFor(
  call: Pick<ActiveCall, 'direction'>,
  conversation: MyCall | undefined,
): Pick<OfCall, 'made' | 'taken'> {
  const dialled = call.direction === 'outgoing';
  const taken = dialled && conversation?.direction === 'inbound';
  return { made: dialled && !taken, taken };
}

/** The phone has none: of a call that one made, one may still say what came of it. */
function withoutPopup(card: Card, call: Call, conversation: MyCall | undefined, asked: boolean): Card {
  if (card.kind === 'none') return card.closed === null ? card : noCard;
  if (card.kind !== 'of-call') return card;
  const goesOn = call.status !== 'idle' && call.id === card.session;
  const now = goesOn ? following(card, conversation) : card;
  const isOver = call.status === 'idle' && card.shows !== 'going' && !asked;
  const left = card.made ? 'outcome' : card.taken ? 'whole' : 'going';
  return same(card, { ...now, kind: 'of-call', shows: isOver ? left : 'going' });
}

const opened = ({ callId, party }: Popup): OfCall => ({
  session: callId,
  party,
  conversation: null,
  startedAt: null,
  chosen: undefined,
  untold: false,
  made: false,
  taken: false,
  consulted: false,
});

/** What the switchboard tells of the conversation: who the customer in it is, and whom others have said that it is with. */
function following(card: OfCall, conversation: MyCall | undefined): OfCall {
  if (conversation === undefined) return card;
  const party = customerIn(conversation) ?? card.party;
  const isOther = party.number !== card.party.number;
  const own = isOther ? undefined : card.chosen;
  return {
    ...card,
    party: isOther ? party : card.party,
    conversation: conversation.id,
    startedAt: conversation.started_at,
    chosen: own ?? conversation.customer_id ?? undefined,
    untold: own !== undefined && card.untold,
    consulted: conversation.consulted !== undefined,
  };
}

/** The customer in a conversation, waiting in it, or asked about in it; who supervises has none of their own. */
function customerIn({ parties, waiting, supervising, consulted }: MyCall): Party | undefined {
  if (supervising !== null) return undefined;
  const customer = [...parties, ...waiting, ...(consulted?.about ?? [])].find(
    ({ kind, state }) => kind === 'customer' && state !== 'ringing',
  );
  return customer && { number: customer.number, name: customer.name };
}

function found(card: Card, event: Extract<CardEvent, { type: 'found' }>): Card {
  const { session, party, conversation, startedAt, chosen, busyWith } = event;
  // The phone may have the call back by now.
  if ('session' in card && card.session === session)
    return { ...card, conversation, startedAt, chosen: card.chosen ?? chosen };
  if (card.kind !== 'none' || (busyWith !== null && busyWith !== session)) return card;
  return {
    kind: 'before-reload',
    session,
    party,
    conversation,
    startedAt,
    chosen,
    untold: false,
    made: false,
    taken: false,
    consulted: false,
  };
}

/** The card that there was, where nothing of it is other. */
function same(card: Card, next: Extract<Card, { kind: 'of-call' }>): Card {
  if (card.kind !== 'of-call') return next;
  const { session, party, conversation, chosen, untold, made, taken, consulted, shows } = card;
  const isSame =
    session === next.session &&
    party === next.party &&
    conversation === next.conversation &&
    chosen === next.chosen &&
    untold === next.untold &&
    made === next.made &&
    taken === next.taken &&
    consulted === next.consulted &&
    shows === next.shows;
  return isSame ? card : next;
}
