import {
  type BridgeId,
  type CallId,
  type Command,
  type EngineCommand,
  type Event,
  isDataCommand,
  type LegId,
  type RecordingId,
} from '@alo/call-core';

type Of<Type extends EngineCommand['type']> = Extract<EngineCommand, { type: Type }>;

/**
 * The orders of one conversation that the engine got and has not reported as done: enough to send them again after a lost
 * link, and to compare them with what lives in the engine.
 */
export type CallOrders = {
  /** Phones that were to be rung, until the first word of them. */
  readonly dials: ReadonlyMap<LegId, Of<'dial'>>;
  readonly answers: ReadonlyMap<LegId, Of<'answer'>>;
  readonly plays: ReadonlyMap<LegId, Of<'play'>>;
  readonly bridges: ReadonlyMap<BridgeId, Of<'bridge'>>;
  readonly recordings: ReadonlyMap<RecordingId, Of<'record' | 'record-message'>>;
  readonly paused: ReadonlySet<RecordingId>;
};

/** Outstanding orders by conversation. The map changes in place, because no reader needs its past. */
export type OutstandingOrders = Map<CallId, CallOrders>;

const nothing: CallOrders = {
  dials: new Map(),
  answers: new Map(),
  plays: new Map(),
  bridges: new Map(),
  recordings: new Map(),
  paused: new Set(),
};

/** Adds a command to the outstanding orders, or removes those that it ends. */
export function noteCommand(wanted: OutstandingOrders, command: Command): void {
  if (command.type === 'start-timer' || command.type === 'stop-timer' || isDataCommand(command)) return;
  const { call, ...told } = command;
  const now = wanted.get(call) ?? nothing;
  const next = afterCommand(now, told as EngineCommand); // the command without its call
  if (isNothing(next)) wanted.delete(call);
  else wanted.set(call, next);
}

function afterCommand(now: CallOrders, command: EngineCommand): CallOrders {
  switch (command.type) {
    case 'dial':
      return { ...now, dials: withEntry(now.dials, command.leg, command) };
    case 'answer':
      return { ...now, answers: withEntry(now.answers, command.leg, command) };
    case 'hang-up':
      return withoutLeg(now, command.leg);
    case 'play':
      return { ...now, plays: withEntry(now.plays, command.leg, command) };
    case 'stop':
      if (now.plays.get(command.leg)?.play !== command.play) return now;
      return { ...now, plays: without(now.plays, command.leg) };
    case 'bridge': {
      const bridges = without(now.bridges, command.bridge);
      return { ...now, bridges: command.members.length === 0 ? bridges : withEntry(bridges, command.bridge, command) };
    }
    case 'record':
    case 'record-message':
      return { ...now, recordings: withEntry(now.recordings, command.recording, command) };
    case 'pause-recording': {
      const paused = new Set(now.paused);
      if (command.on) paused.add(command.recording);
      else paused.delete(command.recording);
      return { ...now, paused };
    }
    case 'stop-recording':
      return { ...now, recordings: without(now.recordings, command.recording) };
    case 'ring':
    case 'progress':
    case 'send-dtmf':
    case 'transfer-result':
      return now;
    default:
      return command satisfies never;
  }
}

/** Removes the orders that an event of the engine fulfils. */
export function noteEvent(wanted: OutstandingOrders, event: Event): void {
  if (!('call' in event)) return;
  const now = wanted.get(event.call);
  if (now === undefined) return;
  if (event.type === 'recorded') {
    wanted.set(event.call, { ...now, recordings: without(now.recordings, event.recording) });
  } else if (event.type === 'played' && now.plays.get(event.leg)?.play === event.play) {
    wanted.set(event.call, { ...now, plays: without(now.plays, event.leg) });
  } else if (event.type === 'ended') {
    wanted.set(event.call, withoutLeg(now, event.leg));
  } else if ('leg' in event && now.dials.has(event.leg)) {
    wanted.set(event.call, { ...now, dials: without(now.dials, event.leg) });
  }
  if (isNothing(wanted.get(event.call))) wanted.delete(event.call);
}

function isNothing(now: CallOrders | undefined): boolean {
  if (now === undefined) return false;
  const { dials, answers, plays, bridges, recordings } = now;
  return [dials, answers, plays, bridges, recordings].every(({ size }) => size === 0);
}

function withoutLeg(now: CallOrders, leg: LegId): CallOrders {
  return {
    ...now,
    dials: without(now.dials, leg),
    answers: without(now.answers, leg),
    plays: without(now.plays, leg),
  };
}

function withEntry<K, V>(map: ReadonlyMap<K, V>, key: K, value: V): ReadonlyMap<K, V> {
  return new Map(map).set(key, value);
}

function without<K, V>(map: ReadonlyMap<K, V>, key: K): ReadonlyMap<K, V> {
  if (!map.has(key)) return map;
  const next = new Map(map);
  next.delete(key);
  return next;
}

/** A conversation is over. Legs that went on to another one are still known by the name of this. */
export function prune(wanted: OutstandingOrders, call: CallId): void {
  const now = wanted.get(call);
  if (now === undefined) return;
  const left = { ...nothing, answers: now.answers, plays: now.plays, recordings: now.recordings };
  if (left.answers.size + left.plays.size + left.recordings.size === 0) wanted.delete(call);
  else wanted.set(call, left);
}

/** As it is written to a snapshot, and read from one. */
export type WrittenOrders = {
  readonly call: CallId;
  readonly commands: readonly EngineCommand[];
};

export function writeOrders(call: CallId, wanted: CallOrders): WrittenOrders {
  return {
    call,
    commands: [
      ...wanted.dials.values(),
      ...wanted.answers.values(),
      ...wanted.plays.values(),
      ...wanted.bridges.values(),
      ...wanted.recordings.values(),
      ...[...wanted.paused].map((recording) => ({ type: 'pause-recording', recording, on: true }) as const),
    ],
  };
}

export function readOrders(wanted: OutstandingOrders, { call, commands }: WrittenOrders): void {
  for (const command of commands) noteCommand(wanted, { ...command, call });
}
