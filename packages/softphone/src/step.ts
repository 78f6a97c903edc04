import {
  askForThose,
  besideOf,
  comeForward,
  endBeside,
  goOver,
  hasRoom,
  rejectBeside,
  ringBeside,
  stepBeside,
  withoutThose,
} from './beside.ts';
import type { AdapterEvent, Effect, PhoneEvent } from './events.ts';
import type { ActiveCall, BesideCall, Call, EndCause, LeftCall, PhoneState } from './state.ts';

type Next = readonly [PhoneState, readonly Effect[]];

const idle: Call = { status: 'idle' };

/**
 * The phone as a pure function: what is true now and what has happened give what is true next and what must be done.
 * Events of calls that are not there are stale and change nothing; no order of events throws.
 */
export function step(state: PhoneState, event: PhoneEvent): Next {
  const { call } = state;
  const beside = isOfLine(event) ? besideOf(state, event.id) : undefined;
  if (beside !== undefined && isOfLine(event)) return stepBeside(state, beside, event);
  switch (event.type) {
    case 'start':
      return state.registration.state === 'offline' && isStopped(state)
        ? [{ ...state, registration: { state: 'connecting' } }, [{ type: 'connect' }]]
        : [state, []];
    case 'stop':
      return stop(state, event.why);

    case 'socket-connecting':
      return isStopped(state) ? [state, []] : [{ ...state, registration: { state: 'connecting' } }, []];
    case 'socket-lost':
      return isStopped(state)
        ? [state, []]
        : [
            {
              ...state,
              registration: { state: 'offline', why: 'no-connection' },
              call: castAdrift(call),
              beside: state.beside.map(besideAdrift),
            },
            [],
          ];
    case 'registered':
      if (!isStopped(state)) return registered({ ...state, registration: { state: 'registered' } }, event.at);
      return isTakenUp(call) ? registered(state, event.at) : [state, [{ type: 'unregister' }]];
    case 'unregistered':
      return isStopped(state) || state.registration.state !== 'registered'
        ? [state, []]
        : [{ ...state, registration: { state: 'offline', why: 'unregistered' } }, []];
    case 'failed-register':
      return isStopped(state)
        ? [state, []]
        : [
            { ...state, registration: { state: 'failed-register', why: event.why } },
            [{ type: 'log', message: 'registration-failed' }],
          ];

    case 'take-up':
      if (call.status !== 'idle' || isNotStarted(state)) return [state, []];
      // Who went offline in mid-call does so behind it, whatever page has it.
      return [takeUp(state, event.left), isStopped(state) ? [{ type: 'connect' }] : []];
    case 'dial': {
      if (call.status !== 'idle') return [state, []];
      if (isStopped(state)) {
        return [
          { ...state, window: 'open', notice: { kind: 'not-ready' } },
          [{ type: 'log', message: 'not-initialised' }],
        ];
      }
      const dialled: Call = {
        status: 'connecting',
        id: event.id,
        conversation: null,
        direction: 'outgoing',
        party: event.party,
        startedAt: event.at,
      };
      return [
        {
          ...state,
          call: dialled,
          window: 'open',
          popup: null,
          notice: null,
          lastDialled: { ...event.party, target: event.target },
        },
        [{ type: 'dial', id: event.id, target: event.target }],
      ];
    }
    case 'incoming': {
      if (call.status !== 'idle' && call.id === event.id) return [state, []];
      const isBeside = call.status !== 'idle';
      if (isBeside && (!hasRoom(state) || event.ringsThere === true)) {
        return [state, [{ type: 'reject', id: event.id, why: 'busy' }]];
      }
      if (isStopped(state)) return [state, [{ type: 'reject', id: event.id, why: 'offline' }]];
      const arrived: Extract<Call, { status: 'incoming' }> = {
        status: 'incoming',
        id: event.id,
        conversation: event.conversation ?? null,
        direction: 'incoming',
        party: event.party,
        startedAt: event.at,
      };
      if (isBeside) {
        const [rings, tones] = ringBeside(state, arrived);
        return event.answersItself === true ? goOver(rings, event.id) : [rings, tones];
      }
      const ringing: PhoneState = { ...state, call: arrived, popup: null, notice: null };
      // Nothing is to be answered here: who calls is looked at while the hand goes to the telephone.
      if (event.ringsThere === true) {
        return [{ ...ringing, window: 'open', popup: { callId: event.id, party: event.party } }, []];
      }
      return event.answersItself === true ? step(ringing, { type: 'answer', at: event.at }) : [ringing, []];
    }
    case 'dialled-there':
      return call.status === 'idle' && !isStopped(state) ? [dialledThere(state, event), []] : [state, []];
    case 'out':
      return call.status === 'connecting' && !call.takenUp && call.direction === 'outgoing' && call.id === event.id
        ? [{ ...state, call: { ...call, status: 'calling', direction: 'outgoing' } }, []]
        : [state, []];
    case 'progress':
      return call.status !== 'idle' && call.id === event.id ? progress(state, call, event.earlyMedia) : [state, []];
    case 'named':
      return call.status !== 'idle' && call.id === event.id && call.conversation !== event.conversation
        ? [{ ...state, call: { ...call, conversation: event.conversation } }, []]
        : [state, []];
    case 'accepted':
    case 'confirmed':
      return call.status !== 'idle' && call.id === event.id ? connected(state, call, event) : [state, []];
    case 'held':
      return call.status === 'connected' && call.id === event.id
        ? [
            { ...state, call: { ...call, ...(event.by === 'us' ? { onHold: event.on } : { heldByThem: event.on }) } },
            [],
          ]
        : [state, []];
    case 'failed':
    case 'ended':
      return call.status !== 'idle' && call.id === event.id
        ? over(state, call, causeOf(call, event.cause))
        : [state, []];

    case 'go-over':
      return goOver(state, event.id);
    case 'end-beside':
      return endBeside(state, event.id);
    case 'answer':
      return call.status === 'incoming'
        ? [
            { ...state, call: { ...call, status: 'connecting' }, window: shown(state) },
            [
              { type: 'play', tone: 'silence' },
              { type: 'answer', id: call.id },
            ],
          ]
        : [state, []];
    case 'reject':
      return call.status === 'incoming'
        ? withEffect({ type: 'reject', id: call.id, why: 'declined' }, over(state, call, 'normal'))
        : [state, []];
    case 'hang-up':
      return call.status === 'idle'
        ? [state, []]
        : withEffect(
            call.status === 'incoming'
              ? { type: 'reject', id: call.id, why: 'declined' }
              : { type: 'hang-up', id: call.id },
            over(state, call, 'normal'),
          );
    case 'hold':
      return call.status === 'connected' && !call.onHold ? [state, [{ type: 'hold', id: call.id }]] : [state, []];
    case 'resume':
      return call.status === 'connected' && call.onHold ? [state, [{ type: 'resume', id: call.id }]] : [state, []];
    case 'mute':
      return call.status === 'connected' && call.muted !== event.on
        ? [{ ...state, call: { ...call, muted: event.on } }, [{ type: 'mute', id: call.id, on: event.on }]]
        : [state, []];
    case 'key':
      return call.status === 'connected' || call.status === 'outgoing'
        ? [state, [{ type: 'send-dtmf', id: call.id, tone: event.tone }]]
        : [state, []];

    case 'show-window':
      // A call is never without a window: it can be folded, not closed.
      return [{ ...state, window: event.window === 'closed' && call.status !== 'idle' ? 'folded' : event.window }, []];
    case 'open-popup':
      return call.status === 'idle' ? [state, []] : [{ ...state, popup: { callId: call.id, party: call.party } }, []];
    case 'close-popup':
      return [{ ...state, popup: null }, []];
    case 'dismiss-notice':
      return [{ ...state, notice: null }, []];
    default:
      return event satisfies never;
  }
}

function dialledThere(
  state: PhoneState,
  { id, party, conversation, at }: Extract<PhoneEvent, { type: 'dialled-there' }>,
): PhoneState {
  return {
    ...state,
    call: { status: 'outgoing', id, conversation, direction: 'outgoing', party, startedAt: at },
    window: 'open',
    popup: { callId: id, party },
    notice: null,
  };
}

type OfLine = Extract<AdapterEvent, { readonly id: string }>;

/** What the line, and not the person, says of a call by its id. */
const isOfLine = (event: PhoneEvent): event is OfLine & { readonly at: number } =>
  'id' in event && event.type !== 'dial' && event.type !== 'go-over' && event.type !== 'end-beside';

/** Stopped on purpose: nothing but `start` brings the phone back. */
const isStopped = (state: PhoneState): boolean =>
  isNotStarted(state) || (state.registration.state === 'offline' && state.registration.why === 'status');

const isNotStarted = ({ registration }: PhoneState): boolean =>
  registration.state === 'offline' && registration.why === 'not-started';

/** Whether it is being taken up from a page that is gone. */
const isTakenUp = (call: Call): boolean => call.status === 'connecting' && call.takenUp !== undefined;

/**
 * Specification §4: status 3 stops the phone client. No further call is offered from this moment; a conversation that
 * is going on is not cut, the connection closes behind it. Signing out cuts everything.
 */
function stop(state: PhoneState, why: 'status' | 'signed-out'): Next {
  const registration = { state: 'offline', why: why === 'status' ? 'status' : 'not-started' } as const;
  const [silenced, turnedAway] = rejectBeside(state);
  const { call } = state;
  if (why === 'status' && call.status !== 'idle' && call.status !== 'incoming') {
    return [{ ...silenced, registration }, isStopped(state) ? turnedAway : [...turnedAway, { type: 'unregister' }]];
  }
  const stopped: PhoneState = { ...silenced, registration, beside: [] };
  if (call.status === 'idle') return [stopped, isStopped(state) ? [] : [{ type: 'disconnect' }]];
  const parting: Effect =
    call.status === 'incoming' ? { type: 'reject', id: call.id, why: 'offline' } : { type: 'hang-up', id: call.id };
  const waiting = silenced.beside.map(({ id }) => ({ type: 'hang-up', id }) as const);
  // `over` sees that the phone is stopped and disconnects behind the call.
  const [after, effects] = over(stopped, call, 'normal');
  return [after, [...turnedAway, ...waiting, parting, ...effects]];
}

function progress(state: PhoneState, call: ActiveCall, earlyMedia: boolean): Next {
  switch (call.status) {
    case 'incoming':
      return [{ ...state, window: 'open' }, [{ type: 'play', tone: 'ringtone' }]];
    case 'connecting':
    case 'calling':
    case 'outgoing':
      // A 180 that comes while we are answering is our own, long past; who is talked with already is not rung for.
      return call.direction === 'incoming' || (call.status === 'connecting' && call.takenUp)
        ? [state, []]
        : [
            {
              ...state,
              call: { ...call, status: 'outgoing', direction: 'outgoing' },
              popup: call.status === 'outgoing' ? state.popup : { callId: call.id, party: call.party },
            },
            [{ type: 'play', tone: earlyMedia ? 'silence' : 'ringback' }],
          ];
    case 'connected':
      return [state, []];
    default:
      return call satisfies never;
  }
}

function connected(state: PhoneState, call: ActiveCall, event: { type: 'accepted' | 'confirmed'; at: number }): Next {
  if (call.status === 'connected') {
    return event.type === 'confirmed' ? [{ ...state, call: { ...call, variant: 'confirmed' } }, []] : [state, []];
  }
  if (call.status === 'connecting' && call.takenUp) {
    // The line that takes its place has a name of its own.
    const { conversation, takenUp } = call;
    return goesOn(state, { ...takenUp, call: { ...takenUp.call, conversation } }, event.type);
  }
  const { id, conversation, direction, party, startedAt } = call;
  const talking: Call = {
    status: 'connected',
    variant: event.type,
    id,
    conversation,
    direction,
    party,
    startedAt,
    answeredAt: event.at,
    onHold: false,
    heldByThem: false,
    muted: false,
  };
  // An incoming call opens the pop-up here; an outgoing one has done so at its first progress, unless it had none.
  const popup = call.status === 'outgoing' ? state.popup : { callId: id, party };
  return [{ ...state, call: talking, popup, window: shown(state) }, [{ type: 'play', tone: 'silence' }]];
}

/** As it was when it was left, but for the audio, which is asked for once there is a registration to ask with. */
function takeUp(state: PhoneState, left: LeftCall): PhoneState {
  const { id, conversation, direction, party, startedAt } = left.call;
  return {
    ...state,
    call: { status: 'connecting', id, conversation, direction, party, startedAt, takenUp: { ...left, asked: false } },
    beside: left.beside.map(({ call, replaces }) => ({
      ...call,
      onHold: true,
      takenUp: { replaces, leftAt: left.leftAt, asked: false },
    })),
    window: left.window === 'folded' ? 'folded' : 'open',
    notice: null,
  };
}

/** Muted stays muted, and who was on hold goes on waiting. The pop-up was the page's until now: it told what became of the call. */
function goesOn(state: PhoneState, { call, ...left }: LeftCall, variant: 'accepted' | 'confirmed'): Next {
  const popup = left.popup ? { callId: call.id, party: call.party } : state.popup;
  const effects: Effect[] = [{ type: 'play', tone: 'silence' }];
  if (call.muted) effects.push({ type: 'mute', id: call.id, on: true });
  if (call.onHold) effects.push({ type: 'hold', id: call.id });
  if (isStopped(state)) effects.push({ type: 'unregister' });
  return [{ ...state, popup, call: { ...call, variant, onHold: false, heldByThem: false } }, effects];
}

/** So long the switchboard waits for a page that was left in mid-call. */
const waitedForMs = 20_000;

/** The first registration finds calls that cannot be any more, and one that a page before this one had. */
function registered(state: PhoneState, at: number): Next {
  const { call } = state;
  if (call.status !== 'connecting' || call.takenUp === undefined) return withoutGhost(state);
  const { id, takenUp } = call;
  if (takenUp.asked) return [state, []];
  if (at - takenUp.leftAt > waitedForMs) return over(withoutThose(state), call, 'normal');
  const [asked, others] = askForThose({ ...state, call: { ...call, takenUp: { ...takenUp, asked: true } } });
  return [asked, [{ type: 'take-up', id, replaces: takenUp.replaces }, ...others]];
}

/** A call that nobody has answered yet lives by the connection that it came on; one that talks does not. */
const castAdrift = (call: Call): Call =>
  (call.status === 'incoming' || (call.status === 'connecting' && !call.takenUp)) && call.direction === 'incoming'
    ? { ...call, adrift: true }
    : call;

const besideAdrift = (call: BesideCall): BesideCall => (call.status === 'incoming' ? { ...call, adrift: true } : call);

/** A call that rang before the connection was lost does not ring on behind it: nobody may be there any more. */
function withoutGhost(state: PhoneState): Next {
  const { call } = state;
  if (state.beside.some((one) => 'adrift' in one)) return rejectBeside(state);
  if ((call.status !== 'incoming' && call.status !== 'connecting') || call.adrift !== true) return [state, []];
  // Where the server does know of it, it is told.
  return withEffect({ type: 'reject', id: call.id, why: 'offline' }, over(state, call, 'connection-lost'));
}

/** SIP says 480 of a phone that is away and of one that nobody came to; where it had rung, it is there. */
const causeOf = (call: ActiveCall, cause: EndCause): EndCause => {
  // It had ended before it could be taken up.
  if (call.status === 'connecting' && call.takenUp && cause !== 'no-microphone') return 'normal';
  return cause === 'unavailable' && call.status === 'outgoing' ? 'no-answer' : cause;
};

/**
 * The session is cleared; a call that one made, and one that one did not take, takes its pop-up with it, and a stopped phone
 * disconnects behind its last call.
 */
function over(state: PhoneState, call: ActiveCall, cause: EndCause): Next {
  const effects: Effect[] = [{ type: 'play', tone: 'silence' }];
  if (cause === 'no-microphone') effects.push({ type: 'log', message: 'no-microphone' });
  const forward = comeForward(state);
  if (forward !== null) {
    const [next, more] = forward;
    return [next, [...effects, ...more]];
  }
  if (isStopped(state)) effects.push({ type: 'disconnect' });
  const tells = cause !== 'normal' && cause !== 'answered-elsewhere';
  return [
    {
      ...state,
      call: idle,
      popup: call.direction === 'outgoing' || call.status === 'incoming' ? null : state.popup,
      window: tells && state.window !== 'folded' ? 'open' : 'closed',
      notice: tells ? ended(call, cause) : null,
    },
    effects,
  ];
}

const ended = ({ direction, party, conversation }: ActiveCall, cause: EndCause): PhoneState['notice'] => ({
  kind: 'ended',
  cause,
  direction,
  party,
  ...(conversation === null ? {} : { conversation }),
});

/** A call in progress is always to be seen; who folded the window keeps it folded. */
const shown = ({ window }: PhoneState) => (window === 'closed' ? 'open' : window);

const withEffect = (first: Effect, [state, effects]: Next): Next => [state, [first, ...effects]];
