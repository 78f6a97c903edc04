import { isEcho } from '../stop-word.ts';
import { over } from './claim.ts';
import { absent, becameReady, deathsAtStart, died, type End, isThere, type Part, started } from './kept-process.ts';
import type { Action, KeeperEvent, KeeperOptions, Keeping, Launch, Step, Stop } from './state.ts';
import { words } from './words.ts';

/** What a server needs at most to write down what it has, when it makes room for the next. */
const leaveMs = 30_000;
/** Another start is answered after this, whatever has become of its version until then. */
const handOverMs = 120_000;
/** What an end in order takes at most, beyond the time that calls have. */
const endMs = 120_000;
/** An engine without a server ends its calls, and then itself, in less. */
const engineEndMs = 5_000;

export function startKeeping({ keepsEngine, launch }: KeeperOptions & { launch: Launch }, at: number): Step {
  const state: Keeping = {
    is: 'keeping',
    launch,
    engine: absent,
    server: absent,
    handOver: null,
    why: '',
    stop: null,
  };
  const opened = begin(state, keepsEngine ? 'engine' : 'server', at);
  return { ...opened, actions: [{ do: 'open-door' }, ...opened.actions] };
}

export function keepStep(state: Keeping, event: KeeperEvent, options: KeeperOptions & { pid: number }): Step {
  switch (event.is) {
    case 'ready':
      return event.part === 'engine' ? engineReady(state, event.at) : serverReady(state, options.pid);
    case 'failed':
      return stay({ ...state, why: event.why });
    case 'gone':
      return event.part === 'engine'
        ? engineGone(state, event.how, event.at)
        : serverGone(state, event.how, event.at, options);
    case 'told':
      return told(state, event.by, event.at, options);
    case 'hung-up':
      return canMakeRoom(state) ? makeRoom(state) : stay(state);
    case 'asked':
      return asked(state, event.asker, event.launch, event.at);
    case 'time':
      return timeIsUp(state, event.timer, event.at);
    default:
      return stay(state);
  }
}

const stay = (state: Keeping): Step => ({ state, actions: [] });

const and = (step: Step, ...actions: readonly Action[]): Step => ({ ...step, actions: [...actions, ...step.actions] });

function begin(state: Keeping, part: Part, at: number): Step {
  return {
    state: { ...state, [part]: started(state[part], at) },
    actions: [{ do: 'start', part, launch: state.launch }],
  };
}

function engineReady(state: Keeping, at: number): Step {
  if (!isThere(state.engine)) return stay(state);
  const ready = { ...state, engine: becameReady(state.engine) };
  // The first server waits for the first engine.
  return state.server.is === 'absent' && state.stop === null ? begin(ready, 'server', at) : stay(ready);
}

function serverReady(state: Keeping, pid: number): Step {
  // One that was told to make room while it started goes all the same.
  if (state.server.is !== 'starting') return stay(state);
  const ready = { ...state, server: becameReady(state.server), handOver: null, why: '' };
  const done = state.stop !== null && !state.stop.isTold ? tellToStop(ready, state.stop) : stay(ready);
  return and(done, ...answered(state, 'handed-over', words.handedOver(pid)));
}

const answered = ({ handOver }: Keeping, outcome: 'handed-over' | 'refused' | 'ending', line: string): Action[] =>
  handOver === null || handOver.asker === null ? [] : [{ do: 'answer', asker: handOver.asker, outcome, line }];

function engineGone(state: Keeping, how: End, at: number): Step {
  if (state.stop !== null) {
    const without: Keeping = { ...state, engine: { ...state.engine, is: 'absent' } };
    if (!isThere(state.server)) return endEngine(without, state.stop);
    // No call is left to be waited for, and no engine comes any more that a start could wait for.
    return state.server.is === 'starting' && !state.stop.isTold ? tellToStop(without, state.stop) : stay(without);
  }
  const { kept, delayMs } = died(state.engine, how, at);
  const without = { ...state, engine: kept };
  if (!kept.wasReady && kept.deaths >= deathsAtStart.engine) return fail(without, 'engine', how, at);
  return { state: without, actions: [{ do: 'set', timer: 'engine', ms: delayMs }] };
}

function serverGone(state: Keeping, how: End, at: number, { drainMs }: KeeperOptions): Step {
  const { stop, server } = state;
  if (stop !== null && !goesOnWithout(state, stop, how)) {
    return endEngine({ ...state, server: { ...server, is: 'absent' } }, stop);
  }
  if (server.is === 'leaving') return begin(untold(state), 'server', at);
  if (stop === null && how === 0) {
    // Its stop was asked of it alone: then everything stops.
    const asked = newStop(at, 'signal');
    if (server.is !== 'starting' || !mayHaveCalls(state)) {
      return endEngine({ ...state, server: { ...server, is: 'absent' } }, asked);
    }
    // It let no call end by itself, for it only started: the next one does.
    return and(begin({ ...state, stop: asked }, 'server', at), { do: 'set', timer: 'stop', ms: drainMs + endMs });
  }
  const { kept, delayMs } = died(server, how, at);
  const without: Keeping = untold({ ...state, server: kept });
  const pause: Action = { do: 'set', timer: 'server', ms: delayMs };
  if (state.handOver !== null) {
    const why = words.notHandedOver(state.why === '' ? words.diedAtStart(how) : state.why);
    return {
      state: { ...without, launch: state.handOver.before, handOver: null, why: '' },
      actions: [...answered(state, 'refused', why), pause],
    };
  }
  if (!kept.wasReady) return fail(without, 'server', how, at);
  return { state: without, actions: [pause] };
}

/** The next server has not heard that it is to stop. */
const untold = (state: Keeping): Keeping =>
  state.stop === null ? state : { ...state, stop: { ...state.stop, isTold: false } };

/** Calls of an engine may still end by themselves, and need a server for that: the one before died, or made room for the next. */
function goesOnWithout(state: Keeping, { times }: Stop, how: End): boolean {
  return times === 1 && mayHaveCalls(state) && (how !== 0 || state.server.is === 'leaving');
}

const mayHaveCalls = ({ engine, server }: Keeping): boolean => engine.is === 'ready' && server.wasReady;

function fail(state: Keeping, part: Part, how: End, at: number): Step {
  // One that ended by itself has said why.
  const [code, line] = typeof how === 'number' ? [how, undefined] : [1, words.dies(part, how)];
  return endEngine({ ...state, [part]: { ...state[part], is: 'absent' } }, { ...newStop(at, 'signal'), code, line });
}

function newStop(at: number, by: Stop['by']): Stop {
  return { since: at, times: 1, by, at, isTold: false, code: 0, line: undefined };
}

/** No server is there any more: what is left ends. */
function endEngine(state: Keeping, stop: Stop): Step {
  const refused = answered(state, 'ending', words.ends);
  const ending: Keeping = { ...state, stop, handOver: null };
  if (!isThere(state.engine)) return and(over(stop.code, stop.line), ...refused);
  if (state.engine.is === 'leaving') return and(stay(ending), ...refused);
  return {
    state: { ...ending, engine: { ...state.engine, is: 'leaving' } },
    actions: [...refused, { do: 'let-engine-end' }, { do: 'set', timer: 'end-engine', ms: engineEndMs }],
  };
}

function told(state: Keeping, by: Stop['by'], at: number, { drainMs }: KeeperOptions): Step {
  const before = state.stop;
  if (before === null) {
    const step = firstTold({ ...state, handOver: null }, newStop(at, by));
    return and(step, ...answered(state, 'ending', words.ends), { do: 'set', timer: 'stop', ms: drainMs + endMs });
  }
  if (isEcho(before, { by, at })) return stay(state);
  const stop = { ...before, by, at, times: before.times + 1 };
  const impatient = { ...state, stop };
  const { server, engine } = state;
  if (!isThere(server))
    return engine.is === 'leaving' && stop.times > 2 ? kill(impatient, 'engine') : endEngine(impatient, stop);
  if (stop.times > 2) return kill(impatient, 'server');
  // One that makes room leaves the calls, which then end with the engine.
  return server.is === 'leaving' ? stay(impatient) : tellToStop(impatient, stop);
}

function firstTold(state: Keeping, stop: Stop): Step {
  const { server } = state;
  const stopping = { ...state, stop };
  switch (server.is) {
    case 'absent':
      return endEngine(state, stop);
    case 'ready':
      return tellToStop(stopping, stop);
    case 'starting':
      // One that hears it while it starts lets no call end by itself: it hears it when it is ready.
      return mayHaveCalls(state) ? stay(stopping) : tellToStop(stopping, stop);
    case 'pausing':
      return mayHaveCalls(state) ? stay(stopping) : endEngine(state, stop);
    case 'leaving':
      return stay(stopping);
    default:
      return server.is satisfies never;
  }
}

const tellToStop = (state: Keeping, stop: Stop): Step => ({
  state: { ...state, stop: { ...stop, isTold: true } },
  actions: [{ do: 'tell-server', word: 'stop' }],
});

const kill = (state: Keeping, part: Part): Step => ({ state, actions: [{ do: 'kill', part }] });

const canMakeRoom = ({ stop, server }: Keeping): boolean =>
  stop === null && server.wasReady && (server.is === 'ready' || server.is === 'starting');

const makeRoom = (state: Keeping): Step => ({
  state: { ...state, server: { ...state.server, is: 'leaving' } },
  actions: [
    { do: 'tell-server', word: 'make-room' },
    { do: 'set', timer: 'leave', ms: leaveMs },
  ],
});

function asked(state: Keeping, asker: number, launch: Launch, at: number): Step {
  const { server, handOver, stop } = state;
  if (stop !== null) return and(stay(state), { do: 'answer', asker, outcome: 'ending', line: words.ends });
  if (handOver !== null || server.is === 'leaving' || !server.wasReady) {
    return and(stay(state), { do: 'answer', asker, outcome: 'busy', line: words.starts });
  }
  const next: Keeping = { ...state, launch, handOver: { asker, before: state.launch }, why: '' };
  const step = isThere(server) ? makeRoom(next) : begin(next, 'server', at);
  return and(step, { do: 'set', timer: 'hand-over', ms: handOverMs });
}

function timeIsUp(state: Keeping, timer: string, at: number): Step {
  const { engine, server, stop, handOver } = state;
  switch (timer) {
    case 'engine':
      return engine.is === 'pausing' && stop === null ? begin(state, 'engine', at) : stay(state);
    case 'server':
      return server.is === 'pausing' ? begin(state, 'server', at) : stay(state);
    case 'leave':
      return server.is === 'leaving' ? kill(state, 'server') : stay(state);
    case 'end-engine':
      return engine.is === 'leaving' ? kill(state, 'engine') : stay(state);
    case 'hand-over':
      if (handOver === null) return stay(state);
      return and(
        stay({ ...state, handOver: { ...handOver, asker: null } }),
        ...answered(state, 'refused', words.handsOverLong),
      );
    case 'stop': {
      if (stop === null) return stay(state);
      const late = { ...stop, times: stop.times + 1 };
      return isThere(server) ? kill({ ...state, stop: late }, 'server') : endEngine(state, late);
    }
    default:
      return stay(state);
  }
}
