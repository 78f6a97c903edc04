import {
  type Board,
  badSoundOf,
  type Call,
  type CallId,
  type ConsultationOfOthers,
  emptyMap,
  entriesOf,
  getFrom,
  type HandOver,
  isVoiceless,
  lookUp,
  namePrefixIn,
  type OwnConversation,
  ownConversations,
  type Person,
  parkedCalls,
  personOf,
  rangInVain,
  ringingAt,
  type Through,
  type TraceEntry,
  wayThroughMenus,
  whyNoCalls,
} from '@alo/call-core';
import { parsePhone } from '@alo/phone-number';

import type { OwnCall, OwnCalls, OwnQueues, ParkedOnScreen } from '../domain/calls-now.ts';
import type { PhoneState } from '../domain/presence.ts';
import { pausedOn } from './queue-pauses.ts';

/** What an extension's phones do at this moment, whether a call is being written up, and whether queues call it. */
export function phoneOn(board: Board, extension: string): PhoneState {
  const person = personOf(board, extension);
  const { contacts, legs, wrapUpUntil } = person;
  const talks = legs.some(({ call, leg }) => {
    const its = getFrom(board.calls, call)?.legs.find(({ id }) => id === leg);
    return its?.state === 'up' && (its.activity.kind === 'talking' || its.activity.kind === 'supervising');
  });
  const state = talks ? 'talking' : legs.length > 0 ? 'ringing' : 'idle';
  return {
    contacts: contacts.length,
    state,
    wrapUpUntil,
    paused: pausedOn(board, extension),
    lacks: isVoiceless(person) ? 'microphone' : lacksTelephone(board, person) ? 'telephone' : null,
  };
}

const lacksTelephone = ({ plan }: Board, { extension, contacts }: Person): boolean =>
  contacts.length === 0 && lookUp(plan.extensions, extension)?.onDesk === true;

/** How a call that is going on was routed so far; undefined where the board does not have it. */
export const traceOn = (board: Board, callId: string): readonly TraceEntry[] | undefined =>
  getFrom(board.calls, callId)?.trace;

/** Fewer calls say nothing of how long one takes. */
const enoughCalls = 3;

/** Who is free in queues, and how far calls have come: what a dialler goes by. */
export const floorOn = (board: Board) => ({
  freeIn: (queue: string) =>
    [...entriesOf(getFrom(board.queues, queue)?.free ?? emptyMap)].map(([extension]) => extension),
  soonFreeIn(queue: string, withinMs: number): number {
    const its = getFrom(board.queues, queue);
    if (its === undefined || its.pace.calls < enoughCalls || its.pace.handledMs <= 0) return 0;
    const busy = [...entriesOf(its.members)].filter(([, { servingSince }]) => servingSince !== null).length;
    return (busy * Math.min(withinMs, its.pace.handledMs)) / its.pace.handledMs;
  },
  stageOf(callId: string): 'called' | 'talking' | undefined {
    const call = getFrom(board.calls, callId);
    return call && (call.segments.length > 0 ? 'talking' : 'called');
  },
});

/** The number outside of a call that an extension has or had a part in; undefined where the board has no such. */
export function outsideNumberOn(
  board: Board,
  { call, extension }: { call: string; extension: string },
): string | undefined {
  const its = getFrom(board.calls, call);
  const isTheirs = its?.legs.some(({ party }) => party.kind === 'extension' && party.extension === extension) === true;
  return isTheirs ? its.outsideNumber || undefined : undefined;
}

/** The extensions that have a part in one of these calls. */
export function extensionsIn(board: Board, calls: Iterable<CallId>): string[] {
  const legs = [...calls].flatMap((id) => getFrom(board.calls, id)?.legs ?? []);
  return [...new Set(legs.flatMap(({ party }) => (party.kind === 'extension' ? [party.extension] : [])))];
}

/** The conversations that the person at an extension is in, and what their phones do. */
export const ownCallsOn = (board: Board, extension: string): OwnCalls => ({
  idle_since: idleSince(personOf(board, extension).idleSince),
  taken_over: takenOver(board, personOf(board, extension)),
  rang: rangOn(board, extension),
  data: ownConversations(board, extension).map((own) => ownCall(board, own)),
  ringing: ringingAt(board, extension).map(({ call, knownAs, waiting, through, consulted }) => ({
    id: call.id,
    known_as: [...knownAs],
    party: party()(waiting),
    ...cameBy(board, call, through, waiting.handedOver),
    ...asked(board, consulted),
  })),
  ...ownPhonesOn(board, extension),
});

/** Who waits in a parking place. */
export const parkedOn = (board: Board): ParkedOnScreen =>
  parkedCalls(board).map(({ slot, call, waiting, by, since }) => ({
    slot,
    call_id: call.id,
    party: party('waiting')(waiting),
    // What people chose lies in the database.
    customer_id: null,
    by: { extension: by, name: nameAt(board, by) },
    since: new Date(since),
  }));

function ownPhonesOn(board: Board, extension: string): Pick<OwnCalls, 'phone' | 'phones' | 'lacks'> {
  const { state, contacts, lacks } = phoneOn(board, extension);
  return { phone: state, phones: contacts, lacks };
}

function takenOver(board: Board, { takenOver: last }: Person): OwnCalls['taken_over'] {
  if (last === undefined) return null;
  const { call, by, at, to } = last;
  return { call_id: call, by: nameAt(board, by), at: new Date(at), to: to === undefined ? null : wordsOf(board, to) };
}

function rangOn(board: Board, extension: string): OwnCalls['rang'] {
  const rang = rangInVain(board, extension);
  if (rang === null) return null;
  const by = rang.became === 'answered' ? nameAt(board, rang.by) : null;
  return { call_id: rang.call, at: new Date(rang.at), became: rang.became, by };
}

/** Where somebody was sent, in words; a number outside is not said. */
function wordsOf(board: Board, to: NonNullable<NonNullable<Person['takenOver']>['to']>): string {
  const { plan } = board;
  if (to.kind === 'queue') return `hàng đợi “${lookUp(plan.queues, to.queue)?.name ?? to.queue}”`;
  const inside = lookUp(plan.internalNumbers, to.number);
  if (inside === undefined) return 'một số ngoài';
  return inside.kind === 'direct' ? `${nameAt(board, inside.extension)} · ${to.number}` : `số ${to.number}`;
}

const nameAt = ({ plan }: Board, extension: string): string => lookUp(plan.extensions, extension)?.name ?? extension;

const idleSince = (moment: number): Date | null => (moment === 0 ? null : new Date(moment));

/** The queues of the person at an extension, and what keeps their calls from them. */
export function ownQueuesOn(board: Board, extension: string, at: number): OwnQueues {
  const { words, wrapUpUntil, owes, queues } = whyNoCalls(board, extension, at);
  return {
    at: new Date(at),
    wrap_up_until: wrapUpUntil === null ? null : new Date(wrapUpUntil),
    wrap_up_required: owes !== null,
    wrap_up_call: owes,
    why: words,
    data: queues.map(({ queue: id, name, joined, pause, free, words: why }) => ({
      id,
      name,
      joined,
      free,
      why,
      pause: pause && { reason: pause.reason ?? '', by_itself: pause.byItself },
    })),
  };
}

function ownCall(board: Board, { call, through, ...own }: OwnConversation): OwnCall {
  return {
    id: call.id,
    known_as: [...own.knownAs],
    direction: call.direction,
    ...cameBy(board, call, through, handedTo(own)),
    ...asked(board, own.consulted),
    on: own.on,
    made: own.made,
    since: own.since === null ? null : new Date(own.since),
    // What people chose lies in the database.
    customer_id: null,
    parties: own.parties.map(party()),
    on_hold: own.holds,
    consulting: own.consulting,
    waiting: own.waiting.map(party('waiting')),
    recording: own.recording,
    recording_refused_after: own.refusedAfter,
    notice: own.hearsNotice,
    own_sound: badSoundOf(own.leg),
    supervising: own.supervising && { mode: own.supervising.mode, agent: party()(own.supervising.agent) },
  };
}

/** Whoever hands a caller over may get them back. */
const handedTo = ({ leg, parties }: Pick<OwnConversation, 'leg' | 'parties'>): HandOver | undefined =>
  parties.find(
    ({ handedOver: { by } = { by: '' } }) =>
      by !== '' && !(leg.party.kind === 'extension' && leg.party.extension === by),
  )?.handedOver;

function cameBy(board: Board, call: Call, through: Through | null, handedOver?: HandOver) {
  const { serviceNumber, startedAt, answer } = call;
  return {
    name_prefix: namePrefixIn(call),
    through: through === null ? '' : throughWords(board, through),
    script_of: scriptOf(call, through),
    hotline: nationalForm(serviceNumber ?? ''),
    hotline_name: lookUp(board.plan.numbers, serviceNumber ?? '')?.name ?? '',
    project: lookUp(board.plan.numbers, serviceNumber ?? '')?.project ?? '',
    path: [...wayThroughMenus(call)],
    started_at: new Date(startedAt),
    answered_at: answer === null ? null : new Date(answer.at),
    ...(handedOver && { handed_over: handedOn(board, handedOver) }),
  };
}

const handedOn = (board: Board, { by, word, at }: HandOver): NonNullable<OwnCall['handed_over']> => ({
  by: nameAt(board, by),
  word,
  at: at === undefined ? null : new Date(at),
});

/** What it came through last, also for whoever it was sent on to, and by which number of ours. */
function scriptOf({ direction, serviceNumber, segments }: Call, own: Through | null): OwnCall['script_of'] {
  const through = own ?? segments.findLast(({ through: its }) => its !== null)?.through ?? null;
  // A number that we show to whoever we call is not what they have called.
  const hotline = direction === 'inbound' ? serviceNumber : null;
  if (through === null && !hotline) return null;
  return { ...(through && { [through.kind]: through.key }), ...(hotline && { hotline }) };
}

const asked = (board: Board, consulted: ConsultationOfOthers | null): Pick<OwnCall, 'consulted'> =>
  consulted === null
    ? {}
    : {
        consulted: {
          by: nameOf(board, consulted.by),
          about: consulted.about.map(party('waiting')),
          since: consulted.since === null ? null : new Date(consulted.since),
        },
      };

const nameOf = (board: Board, { party: who }: OwnConversation['leg']): string =>
  who.kind === 'extension' ? nameAt(board, who.extension) : who.name;

/** As people here dial it; what is no number stays as it is. */
export const nationalForm = (number: string): string => {
  const read = parsePhone(number);
  return read.ok ? read.phone.national : number;
};

const party =
  (state?: 'waiting') =>
  (leg: OwnConversation['parties'][number]): OwnCall['parties'][number] => ({
    leg_id: leg.id,
    ...(leg.party.kind === 'extension'
      ? { kind: 'colleague', name: leg.party.name, number: leg.party.extension }
      : { kind: 'customer', name: leg.party.name, number: leg.party.number }),
    sound: badSoundOf(leg),
    state: state ?? (leg.state === 'up' ? (leg.holds ? 'held' : 'talking') : 'ringing'),
  });

function throughWords({ plan }: Board, { kind, key }: Through): string {
  return kind === 'queue'
    ? `Hàng đợi “${lookUp(plan.queues, key)?.name ?? key}”`
    : `Nhóm “${lookUp(plan.groups, key)?.name ?? key}”`;
}
