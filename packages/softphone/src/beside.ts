import type { AdapterEvent, Effect } from './events.ts';
import type { BesideCall, Call, PhoneState } from './state.ts';

type Next = readonly [PhoneState, readonly Effect[]];
type Talking = Extract<BesideCall, { status: 'connected' }>;

/** One speaks with one, and has two wait: more nobody keeps apart. */
const besideAtMost = 2;

export const besideOf = ({ beside }: PhoneState, id: string): BesideCall | undefined =>
  beside.find((one) => one.id === id);

/** Whether one more may ring while its person talks; a second ringing would drown the first. */
export const hasRoom = ({ call, beside }: PhoneState): boolean =>
  call.status === 'connected' && beside.length < besideAtMost && !beside.some(({ status }) => status === 'incoming');

/** It rings softly beside the conversation, whose window comes up for it. */
export function ringBeside(state: PhoneState, arrived: Extract<Call, { status: 'incoming' }>): Next {
  return [{ ...state, beside: [...state.beside, arrived], window: 'open' }, [{ type: 'play', tone: 'waiting' }]];
}

/** Answers what rings beside the conversation, or goes over to who waits; the one before waits from then on. */
export function goOver(state: PhoneState, id: string): Next {
  const { call } = state;
  const other = besideOf(state, id);
  // Who waited in a page that is gone cannot be spoken with before their line is there.
  if (call.status !== 'connected' || other === undefined || isTakenUp(other)) return [state, []];
  const beside = [...without(state, id), call];
  const leaving: readonly Effect[] = call.onHold ? [] : [{ type: 'hold', id: call.id }];
  if (other.status === 'incoming') {
    return [
      { ...state, call: { ...other, status: 'connecting' }, beside },
      [{ type: 'play', tone: 'silence' }, ...leaving, { type: 'answer', id }],
    ];
  }
  const coming: readonly Effect[] = other.onHold ? [{ type: 'resume', id }] : [];
  return [{ ...state, call: other, beside, popup: popupOf(other) }, [...leaving, ...coming]];
}

/** Does not take what rings beside, or hangs up on who waits. */
export function endBeside(state: PhoneState, id: string): Next {
  const other = besideOf(state, id);
  if (other === undefined) return [state, []];
  const left = { ...state, beside: without(state, id) };
  return other.status === 'incoming'
    ? [
        left,
        [
          { type: 'play', tone: 'silence' },
          { type: 'reject', id, why: 'declined' },
        ],
      ]
    : [left, [{ type: 'hang-up', id }]];
}

/** What an adapter reports of a call that is not the one shown. */
export function stepBeside(state: PhoneState, other: BesideCall, event: Extract<AdapterEvent, { id: string }>): Next {
  const change = (changed: BesideCall): Next => [
    { ...state, beside: state.beside.map((one) => (one.id === other.id ? changed : one)) },
    [],
  ];
  switch (event.type) {
    case 'named':
      return other.conversation === event.conversation
        ? [state, []]
        : change({ ...other, conversation: event.conversation });
    case 'held':
      if (other.status !== 'connected') return [state, []];
      return change({ ...other, ...(event.by === 'us' ? { onHold: event.on } : { heldByThem: event.on }) });
    case 'confirmed':
      return other.status === 'connected' ? change({ ...other, variant: 'confirmed' }) : [state, []];
    case 'failed':
    case 'ended':
      return [
        { ...state, beside: without(state, other.id) },
        other.status === 'incoming' ? [{ type: 'play', tone: 'silence' }] : [],
      ];
    case 'accepted':
      return other.status === 'connected' && other.takenUp !== undefined ? waitsOn(state, other) : [state, []];
    case 'incoming':
    case 'dialled-there':
    case 'out':
    case 'progress':
      return [state, []];
    default:
      return event satisfies never;
  }
}

/** The present call is over: who waited longest at last comes forward, still on hold; else what rings does, as any call. */
export function comeForward(state: PhoneState): Next | null {
  const waiting = state.beside.findLast((one): one is Talking => one.status === 'connected');
  if (waiting?.takenUp !== undefined) return [{ ...state, ...askedFor(state, waiting, waiting.takenUp) }, []];
  if (waiting !== undefined) {
    return [{ ...state, call: waiting, beside: without(state, waiting.id), popup: popupOf(waiting) }, []];
  }
  const [ringing] = state.beside;
  return ringing === undefined
    ? null
    : [{ ...state, call: ringing, beside: [], popup: null, window: 'open' }, [{ type: 'play', tone: 'ringtone' }]];
}

/** As a page before this one left it: it is the present call as soon as its line is there, and waits until then. */
function askedFor(
  state: PhoneState,
  { takenUp: _takenUp, ...call }: Talking,
  taken: NonNullable<Talking['takenUp']>,
): Pick<PhoneState, 'call' | 'beside' | 'popup'> {
  const { id, conversation, direction, party, startedAt } = call;
  const left = {
    call,
    beside: [],
    window: state.window === 'folded' ? 'folded' : 'open',
    popup: true,
    ...taken,
  } as const;
  return {
    call: { status: 'connecting', id, conversation, direction, party, startedAt, takenUp: left },
    beside: without(state, id),
    popup: popupOf(call),
  };
}

/** The line of who waited in a page that is gone is there: they wait on in this one. */
function waitsOn(state: PhoneState, { takenUp: _takenUp, ...call }: Talking): Next {
  const effects: Effect[] = [{ type: 'hold', id: call.id }];
  if (call.muted) effects.push({ type: 'mute', id: call.id, on: true });
  return [{ ...state, beside: state.beside.map((one) => (one.id === call.id ? call : one)) }, effects];
}

const isTakenUp = (other: BesideCall): boolean => other.status === 'connected' && other.takenUp !== undefined;

/** Those who waited in a page that is gone are asked for, once. */
export function askForThose(state: PhoneState): Next {
  const effects: Effect[] = [];
  const beside = state.beside.map((one): BesideCall => {
    if (one.status !== 'connected' || one.takenUp === undefined || one.takenUp.asked) return one;
    effects.push({ type: 'take-up', id: one.id, replaces: one.takenUp.replaces });
    return { ...one, takenUp: { ...one.takenUp, asked: true } };
  });
  return effects.length === 0 ? [state, []] : [{ ...state, beside }, effects];
}

/** Nobody waits any more for a page that was left too long ago. */
export const withoutThose = (state: PhoneState): PhoneState => ({
  ...state,
  beside: state.beside.filter((one) => !isTakenUp(one)),
});

/** Nothing rings beside any more: the phone takes no calls now. */
export function rejectBeside(state: PhoneState): Next {
  const ringing = state.beside.filter(({ status }) => status === 'incoming');
  if (ringing.length === 0) return [state, []];
  return [
    { ...state, beside: state.beside.filter(({ status }) => status !== 'incoming') },
    [{ type: 'play', tone: 'silence' }, ...ringing.map(({ id }) => ({ type: 'reject', id, why: 'offline' }) as const)],
  ];
}

const without = ({ beside }: PhoneState, id: string): readonly BesideCall[] => beside.filter((one) => one.id !== id);

const popupOf = ({ id, party }: Talking) => ({ callId: id, party });
