import { type Board, type Event, getFrom, type TenantId } from '@alo/call-core';
import type { EngineSnapshot, TelephonyEngine } from '@alo/engine';
import type { Background } from '../background.ts';
import { type Clock, pause } from '../clock.ts';
import type { RunnerLog } from '../log.ts';
import { agree, type BoardComparison, whatWasMissed } from './agree.ts';
import { aliveOf, type Measure, nothingAlive } from './attach.ts';
import type { EngineOrder } from './live-board.ts';
import type { OutstandingOrders } from './outstanding-orders.ts';

/**
 * A watch of the engine: it knows until when the engine was heard, whether it died, and what became of calls in a silence.
 * Board and engine are compared at the start, whenever the link is there again, and now and then.
 */
export interface EngineWatch {
  /** Another process heard this engine (null: none that is known of), and knew of the calls of this board until then. */
  follows(engine: string | null, until: number, board: Board): void;
  /** What became of the calls of the process before this one is known. */
  readonly isCertain: boolean;
  /** Until then calls are known to have gone on. */
  readonly knownUntil: number;
  /** A word of this engine came: if it is another one than the last process heard, that one is dead. */
  recognise(engine: string): void;
  /** What it had is gone, since now or since the moment given. */
  died(at?: number): void;
  /** The link is gone. Calls go on, for a while. */
  unreachable(since?: number): void;
  /** The link is there: calls that go on are not given up, however long the engine takes to say which. */
  heard(): void;
  /** This process stood still and has heard nothing since then, until an answer of the engine is compared. */
  stoodStill(since: number): void;
  /** Board and engine are being compared: what waits for that waits until then. */
  hearFirst(compared: Promise<void>): void;
  /** Resolves when what the engine said meanwhile is heard; null where nothing is to be waited for. */
  readonly catchingUp: Promise<void> | null;
  /** The same for a timer that was due then: one that is late says that the process stood still. */
  catchingUpFor(due: number): Promise<void> | null;
  /** Board and engine are made to agree. */
  up(): Promise<void>;
  /** To be called when an engine is asked what lives in it; its answer is compared with what was known at this moment. */
  ask(): (answer: EngineSnapshot) => Promise<void>;
  /** What ended with an engine that died then. */
  endsWith(goneAt: number): Promise<Event[]>;
  close(): void;
}

export interface EngineWatchOptions {
  readonly tenant: TenantId;
  readonly engine: Pick<TelephonyEngine, 'snapshot'>;
  readonly clock: Clock;
  readonly log: RunnerLog;
  readonly background: Background;
  readonly measure: Measure;
  /** How long calls of an engine that cannot be reached go on before they count as gone. */
  readonly graceMs?: number | undefined;
  readonly board: () => Board;
  readonly wanted: () => OutstandingOrders;
  readonly take: (event: Event) => void;
  /** Resolves when what was taken is acted on. */
  readonly acted: () => Promise<void>;
  readonly perform: (order: EngineOrder) => void;
  /** All that the engine had is gone. `first`: before anything that waits to be taken, for another engine said that. */
  readonly onDeath: (goneAt: number, place: 'first' | 'last') => void;
  readonly onAgreed: () => void;
}

const usualGraceMs = 30_000;
/** A timer that runs out so much too late says that the process stood still. */
const lateMs = 1_000;
/** So long what the engine said meanwhile is waited for. */
const patienceMs = 2_000;

export function createEngineWatch(options: EngineWatchOptions): EngineWatch {
  const { tenant, engine, clock, log, background, board, take } = options;
  const stopping = new AbortController();
  /** What is gone when the engine is heard again has ended then, for all that is known. */
  let unheardSince: number | null = null;
  /** The engine that the process before this one heard, until it is known whether that one still lives. */
  let lastEngine: string | null = null;
  /** Of its calls nobody knows more than the process before this one did, until the engine says what lives. */
  let lastProcess: { readonly until: number; readonly calls: Board['calls'] } | null = null;
  let catchingUp: Promise<void> | null = null;
  let callOffGrace: (() => void) | null = null;
  let comparing: Promise<unknown> = Promise.resolve();
  /** How many orders comparisons have led to. */
  let ordered = 0;

  function heard(): void {
    callOffGrace?.();
    callOffGrace = null;
  }

  function unreachable(since = clock.now()): void {
    unheardSince ??= since;
    callOffGrace?.();
    const graceMs = options.graceMs ?? usualGraceMs;
    const endsAt = clock.now() + graceMs;
    const giveUp = () => {
      log.error({ tenant }, 'The engine did not come back: its calls count as gone');
      options.onDeath(since, 'last');
    };
    callOffGrace = clock.after(graceMs, () => {
      if (clock.now() - endsAt < lateMs) return giveUp();
      // This process stood still: the engine may have come back meanwhile.
      const caughtUp = catchingUp ?? catchUp(up());
      background.own(
        caughtUp.then(() => void (unheardSince !== null && giveUp())),
        'Calls of a lost engine could not be ended',
      );
    });
  }

  /** Resolves when what the engine said so far is taken up; where it cannot be asked, after a moment. */
  function catchUp(compared: Promise<void>): Promise<void> {
    catchingUp ??= patiently(compared).finally(() => {
      catchingUp = null;
    });
    return catchingUp;
  }

  async function patiently(compared: Promise<void>): Promise<void> {
    const enough = new AbortController();
    try {
      await Promise.race([compared, pause(clock, patienceMs, AbortSignal.any([enough.signal, stopping.signal]))]);
    } catch (error) {
      log.warn({ err: error }, 'The engine does not say what it said meanwhile');
    } finally {
      enough.abort();
    }
  }

  async function up(goneAt?: number): Promise<void> {
    const compare = ask(goneAt);
    await compare(await engine.snapshot());
  }

  function ask(goneAt = unheardSince ?? lastProcess?.until ?? clock.now()): (answer: EngineSnapshot) => Promise<void> {
    const asked = board();
    const orderedBefore = ordered;
    return async (answer) => {
      heard();
      // One after the other: the next one has to know what this one ordered.
      const turn = comparing
        .catch(() => undefined)
        .then(async () => {
          // An answer from before that does not have it yet, and it would count as lost.
          if (ordered !== orderedBefore) return 'is-old';
          await agreeOn(answer, asked, goneAt);
          return 'agreed';
        });
      comparing = turn;
      if ((await turn) === 'is-old') await up(goneAt);
    };
  }

  async function agreeOn(answer: EngineSnapshot, asked: Board, goneAt: number): Promise<void> {
    unheardSince = null;
    await agree({
      ...comparison({ alive: aliveOf(tenant, answer), asked, engineDied: false }, goneAt),
      board,
      take,
      acted: options.acted,
      perform(call, command) {
        // Once this process has ended it does not know who came since: that is for whoever runs these calls then.
        if (stopping.signal.aborted) return;
        ordered++;
        options.perform({ ...command, call });
      },
    });
    lastProcess = null;
    lastEngine = null;
    options.onAgreed();
  }

  function comparison(found: Pick<BoardComparison, 'alive' | 'asked' | 'engineDied'>, goneAt: number): BoardComparison {
    const last = lastProcess;
    return {
      ...found,
      wanted: options.wanted(),
      now: clock.now(),
      measure: options.measure,
      goneAt({ id }) {
        const isOld = last !== null && getFrom(last.calls, id) !== undefined;
        return isOld ? Math.min(goneAt, last.until) : goneAt;
      },
      phonesGoneAt: last === null ? goneAt : Math.min(goneAt, last.until),
      breathe: () => clock.breathe(),
    };
  }

  return {
    follows(engineBefore, until, { calls }) {
      lastEngine = engineBefore;
      lastProcess = { until, calls };
    },
    get isCertain() {
      return lastProcess === null;
    },
    get knownUntil() {
      return lastProcess?.until ?? unheardSince ?? clock.now();
    },
    recognise(name) {
      const isAnother = lastEngine !== null && lastEngine !== name;
      lastEngine = null;
      // All that it carried ended before this process did anything.
      if (isAnother) options.onDeath(lastProcess?.until ?? clock.now(), 'first');
    },
    died(at = clock.now()) {
      heard();
      unheardSince ??= at;
      lastEngine = null;
      // What it said before still waits to be taken up: it ends behind that, and what the next engine says comes after.
      options.onDeath(unheardSince, 'last');
    },
    unreachable,
    heard,
    stoodStill(since) {
      unheardSince ??= since;
    },
    hearFirst(compared) {
      background.own(catchUp(compared), 'What the engine said meanwhile is not known');
    },
    get catchingUp() {
      return catchingUp;
    },
    catchingUpFor(due) {
      if (catchingUp !== null || clock.now() - due < lateMs) return catchingUp;
      return catchUp(up());
    },
    up: () => up(),
    ask: () => ask(),
    async endsWith(goneAt) {
      return whatWasMissed(comparison({ alive: nothingAlive, asked: board(), engineDied: true }, goneAt));
    },
    close() {
      stopping.abort();
      callOffGrace?.();
    },
  };
}
