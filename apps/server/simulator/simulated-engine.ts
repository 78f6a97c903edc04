import type {
  AudioSource,
  BridgeId,
  CallId,
  Cause,
  Contact,
  EngineCommand,
  EngineEvent,
  LegEvent,
  LegId,
  Member,
  PlayId,
  RecordingId,
  Target,
  TenantId,
} from '@alo/call-core';
import {
  type EngineSnapshot,
  type EngineStatus,
  type EventReceipt,
  emptyEngine,
  Provisions,
  type TelephonyEngine,
} from '@alo/engine';

import type { Random } from './random.ts';
import { versionSaying } from './restless-office.ts';
import { type Stretch, type TrueTalk, talkers, watchTalks } from './true-talks.ts';
import type { Life, VirtualTime } from './virtual-time.ts';

type Happening<E = LegEvent> = E extends LegEvent ? Omit<E, 'call' | 'leg' | 'at'> : never;

/** A leg as the engine has it. */
export type SimulatedLeg = {
  readonly call: CallId;
  readonly leg: LegId;
  readonly side: 'arrived' | 'dialled';
  /** Of a dialled one. */
  readonly to: Target | null;
  readonly since: number;
  state: 'new' | 'ringing' | 'up';
  held: boolean;
  readonly plays: Map<PlayId, () => void>;
};

type SimulatedRecording = { readonly call: CallId; readonly since: number; until: number | null; paused: boolean };

/** What the link to the engine does to words for a while. */
export type LinkMood = 'well' | 'late' | 'odd';

/** An engine that lives on without any server; phones and callers are told what they hear of it. */
export interface SimulatedEngine {
  link: LinkMood;
  readonly isLinked: boolean;
  readonly legs: ReadonlyMap<LegId, SimulatedLeg>;
  readonly bridges: ReadonlyMap<BridgeId, readonly Member[]>;
  /** How long the file of a recording is. */
  lengthOf(recording: RecordingId): number;
  /** What was ever recorded, running or not. */
  readonly recordings: ReadonlyMap<RecordingId, SimulatedRecording>;
  /** Calls that somebody did something about, since their word went out: they may be dead when it comes, and it counts. */
  readonly acknowledged: ReadonlyMap<CallId, number>;
  /** Calls whose arrival is told until somebody takes it. */
  readonly toldOf: ReadonlyMap<CallId, number>;
  /** Legs that there ever were, by call. */
  readonly everyLeg: ReadonlyMap<CallId, readonly LegId[]>;
  /** When it died with all that nobody had taken from it. */
  readonly deaths: readonly number[];
  /** By which secret a phone of this extension is known. */
  secretOf(extension: string): string | null;
  /** Legs of people who talked, or waited, and were told to go although they had not left, and nobody had asked for it. */
  readonly cutOff: readonly { readonly call: CallId; readonly leg: LegId; readonly at: number }[];
  /** Legs that were told to go in the middle of a talk, for whatever reason. */
  readonly dismissed: readonly { readonly call: CallId; readonly leg: LegId; readonly at: number }[];
  /** Conversations in which a phone asked for another party. */
  readonly passedOn: ReadonlySet<CallId>;
  /** When people truly heard each other, by conversation. */
  readonly talks: ReadonlyMap<CallId, TrueTalk>;
  /** When nobody could hear it. */
  readonly unheard: readonly Stretch[];
  /** Versions of the routing that were heard in a conversation, and when each was heard first. */
  readonly versionsHeard: ReadonlyMap<CallId, ReadonlyMap<number, number>>;
  /** When the last leg of a call ended. */
  readonly endedAt: ReadonlyMap<CallId, number>;
  /** The engine as a process reaches it over its link. */
  of(life: Life): TelephonyEngine;
  /** Something happens at the far end of a leg, if it is still there. */
  happens(leg: LegId, happening: Happening): void;
  arrives(
    call: CallId,
    leg: LegId,
    event: Omit<Extract<LegEvent, { type: 'arrived' }>, 'type' | 'call' | 'leg' | 'at'>,
  ): void;
  contacts(extension: string, contacts: readonly Contact[]): void;
  dies(): void;
  comesBack(): void;
  /** The process that listened is gone. */
  nobodyListens(): void;
  /** The link breaks for a while; everything goes on. */
  linkBreaks(ms: number): void;
}

export interface FarEnds {
  /** A phone or a number outside is called. */
  dialled(leg: SimulatedLeg): void;
  answeredByUs(leg: SimulatedLeg): void;
  bridged(legs: readonly LegId[]): void;
}

export function simulatedEngine(
  time: VirtualTime,
  random: Random,
  tenant: TenantId,
  farEnds: FarEnds,
  tell: (line: string) => void = () => undefined,
): SimulatedEngine {
  const legs = new Map<LegId, SimulatedLeg>();
  const bridges = new Map<BridgeId, { call: CallId; members: readonly Member[] }>();
  const recordings = new Map<RecordingId, SimulatedRecording>();
  const phones = new Map<string, readonly Contact[]>();
  const acknowledged = new Map<CallId, number>();
  const toldOf = new Map<CallId, number>();
  const endedAt = new Map<CallId, number>();
  const everyLeg = new Map<CallId, LegId[]>();
  const deaths: number[] = [];
  /** With a word that says why, whether it came or not. */
  const toldToGo = new Set<LegId>();
  const cutOff: { call: CallId; leg: LegId; at: number }[] = [];
  const dismissed: { call: CallId; leg: LegId; at: number }[] = [];
  const passedOn = new Set<CallId>();
  const versionsHeard = new Map<CallId, Map<number, number>>();
  const talks = watchTalks({ legs, bridges, recordings: { [Symbol.iterator]: () => recordings.values() } });
  /** Its process's ears; null while nobody listens. */
  let ears: {
    readonly life: Life;
    hear(event: EngineEvent, receipt: EventReceipt): void;
    status(status: EngineStatus): void;
  } | null = null;
  let linked = true;
  let linksBefore = 0;
  let alive = true;
  let provisions = new Provisions();
  let lastSaid = 0;
  let seq = 0;
  let lives = 1;
  const untaken = new Map<number, EngineEvent>();
  const done = new Set<number>();
  const unheard: Stretch[] = [];

  const engine: SimulatedEngine = {
    link: 'well',
    get isLinked() {
      return linked;
    },
    legs,
    get bridges() {
      return new Map([...bridges].map(([id, { members }]) => [id, members]));
    },
    recordings,
    acknowledged,
    toldOf,
    endedAt,
    everyLeg,
    deaths,
    unheard,
    cutOff,
    dismissed,
    passedOn,
    versionsHeard,
    talks: talks.byCall,
    secretOf: (extension) =>
      provisions.get(tenant)?.extensions.find((one) => one.extension === extension)?.secrets[0]?.id ?? null,
    lengthOf(id) {
      const recording = recordings.get(id);
      return recording === undefined ? 0 : (recording.until ?? endOf(recording)) - recording.since;
    },
    of,
    nobodyListens() {
      ears = null;
    },
    happens,
    arrives(call, leg, arrival) {
      if (!alive) return;
      everyLeg.set(call, [...(everyLeg.get(call) ?? []), leg]);
      legs.set(leg, {
        call,
        leg,
        side: 'arrived',
        to: null,
        since: time.now,
        state: 'new',
        held: false,
        plays: new Map(),
      });
      say({ type: 'arrived', call, leg, at: time.now, ...arrival });
    },
    contacts(extension, contacts) {
      if (!alive) return;
      phones.set(extension, contacts);
      say({ type: 'contacts', extension, contacts, at: time.now });
    },
    dies() {
      alive = false;
      deaths.push(time.now);
      for (const recording of recordings.values()) recording.until ??= endOf(recording);
      for (const leg of legs.values()) remove(leg);
      for (const state of [legs, bridges, phones, untaken, done]) state.clear();
      talks.look(time.now);
      seq = 0;
      provisions = new Provisions();
      lives++;
      tellStatus('dead');
    },
    comesBack() {
      if (alive) return;
      alive = true;
      tellStatus('up');
    },
    linkBreaks(ms) {
      if (!linked) return;
      linked = false;
      linksBefore++;
      const silence = { from: time.now, until: Number.POSITIVE_INFINITY };
      unheard.push(silence);
      tellStatus('unreachable');
      time.after(ms, () => {
        linked = true;
        silence.until = time.now;
        if (!alive) return;
        // As the real one: what was missed, then that it is there.
        tellUntaken();
        tellStatus('up');
      });
    },
  };

  /** Nothing is written once everybody has left. */
  function endOf({ call, since }: SimulatedRecording): number {
    const lives = [...legs.values()].some((leg) => leg.call === call);
    return lives ? time.now : Math.max(since, endedAt.get(call) ?? time.now);
  }

  function tellStatus(status: EngineStatus): void {
    const listening = ears;
    if (listening === null) return;
    // Behind what it said before.
    lastSaid = Math.max(lastSaid, time.now + random.between(0, 20));
    time.after(lastSaid - time.now, () => ears === listening && listening.status(status), listening.life);
  }

  /** In a mood the engine forgets a word, says it twice, or later than others. */
  function say(event: EngineEvent): void {
    tell(`says: ${JSON.stringify(event)}`);
    if (engine.link !== 'odd') return number(event);
    if (random.chance(0.03)) return;
    if (random.chance(0.1)) time.after(random.between(1, 500), () => number(event));
    else number(event);
    if (random.chance(0.1)) time.after(random.between(0, 500), () => number(event));
  }

  /** From here on nothing is lost: what nobody has taken is told to whoever listens next. */
  function number(event: EngineEvent): void {
    if (!alive) return;
    seq++;
    untaken.set(seq, event);
    if (event.type === 'arrived' && !toldOf.has(event.call)) toldOf.set(event.call, time.now);
    if (linked) tellNow(seq, event);
  }

  function tellNow(seqOfEvent: number, event: EngineEvent): void {
    const listening = ears;
    if (listening === null) return;
    const receipt: EventReceipt = { engine: `life-${lives}`, seq: seqOfEvent, taken: () => taken(receipt) };
    const at = Math.max(
      lastSaid,
      time.now + (engine.link === 'late' ? random.between(0, 3_000) : random.between(0, 3)),
    );
    lastSaid = at;
    const by = linksBefore;
    const hear = () => {
      // What is under way dies with its link, also where the next one is there by then.
      if (ears === listening && linked && by === linksBefore) listening.hear(event, receipt);
    };
    time.after(at - time.now, hear, listening.life);
  }

  /** An event is forgotten when everything before it was taken as well, and by the engine that told it. */
  function taken({ engine: life, seq: seqOfEvent }: EventReceipt): void {
    if (life !== `life-${lives}`) return;
    done.add(seqOfEvent);
    for (const first of untaken.keys()) {
      if (!done.delete(first)) return;
      untaken.delete(first);
    }
  }

  function tellUntaken(): void {
    for (const [seqOfEvent, event] of untaken) tellNow(seqOfEvent, event);
  }

  function happens(id: LegId, happening: Happening): void {
    const leg = legs.get(id);
    if (leg === undefined) return;
    if (happening.type === 'ringing' && leg.state === 'new') leg.state = 'ringing';
    if (happening.type === 'answered') leg.state = 'up';
    if (happening.type === 'held') leg.held = happening.on;
    if (happening.type === 'transfer-requested') passedOn.add(conversationOf(id) ?? leg.call);
    if (happening.type === 'ended') remove(leg);
    say({ ...happening, call: leg.call, leg: id, at: time.now });
    if (happening.type === 'ended') stopWithLast(leg.call);
    talks.look(time.now);
  }

  function conversationOf(leg: LegId): CallId | undefined {
    return [...bridges.values()].find(({ members }) => members.some((member) => member.leg === leg))?.call;
  }

  /** A call whose last leg has gone has nothing left to record. */
  function stopWithLast(call: CallId): void {
    if ([...legs.values()].some((leg) => leg.call === call)) return;
    for (const [id, recording] of recordings) if (recording.call === call) stopRecording(id, recording);
  }

  function stopRecording(id: RecordingId, recording: SimulatedRecording): void {
    if (recording.until !== null) return;
    recording.until = time.now;
    const { call, since } = recording;
    const durationMs = time.now - since;
    const whole = { durationMs, bytes: bytesOf(durationMs), state: 'whole' } as const;
    say({ type: 'recorded', call, recording: id, at: time.now, ...whole });
  }

  function remove(leg: SimulatedLeg): void {
    for (const stop of leg.plays.values()) stop();
    legs.delete(leg.leg);
    endedAt.set(leg.call, time.now);
    for (const [id, bridge] of bridges) {
      const members = bridge.members.filter((member) => member.leg !== leg.leg);
      if (members.length === 0) bridges.delete(id);
      else bridges.set(id, { ...bridge, members });
    }
  }

  function end(id: LegId, cause: Cause): void {
    const leg = legs.get(id);
    // A look-up of the far end's address may be under way, and the word come too early.
    if (leg?.state === 'new' && leg.side === 'dialled' && time.now - leg.since < 300 && random.chance(0.15)) return;
    happens(id, { type: 'ended', cause });
  }

  function perform(call: CallId, command: EngineCommand, saidAt: number): void {
    if (!alive) return;
    tell(`hears: ${call} ${JSON.stringify(command)}`);
    if (command.type === 'hang-up') noteDismissed(command.leg);
    else if (!acknowledged.has(call)) acknowledged.set(call, saidAt);
    obey(call, command);
    talks.look(time.now);
  }

  /** One who talks is told to go. */
  function noteDismissed(leg: LegId): void {
    const bridge = [...bridges.values()].find(({ members }) => members.some((member) => member.leg === leg));
    if (bridge === undefined || !talkers(legs, bridge.members).some((member) => member.leg === leg)) return;
    dismissed.push({ call: bridge.call, leg, at: time.now });
  }

  function noteHeard(call: CallId, sources: readonly AudioSource[]): void {
    const heard = versionsHeard.get(call) ?? new Map<number, number>();
    for (const version of sources.map(versionSaying)) {
      if (version !== null && !heard.has(version)) versionsHeard.set(call, heard.set(version, time.now));
    }
  }

  function obey(call: CallId, command: EngineCommand): void {
    switch (command.type) {
      case 'dial': {
        if (legs.has(command.leg)) return;
        const { leg, to } = command;
        const dialled: SimulatedLeg = {
          call,
          leg,
          side: 'dialled',
          to,
          since: time.now,
          state: 'new',
          held: false,
          plays: new Map(),
        };
        legs.set(leg, dialled);
        return farEnds.dialled(dialled);
      }
      case 'answer': {
        const leg = legs.get(command.leg);
        if (leg === undefined || leg.state === 'up') return;
        leg.state = 'up';
        return farEnds.answeredByUs(leg);
      }
      case 'hang-up':
        if (command.cause === 'interrupted' && legs.get(command.leg)?.state === 'up' && !toldToGo.has(command.leg))
          cutOff.push({ call, leg: command.leg, at: time.now });
        return end(command.leg, command.cause);
      case 'play': {
        const leg = legs.get(command.leg);
        if (leg === undefined) return;
        noteHeard(call, command.sources);
        for (const stop of leg.plays.values()) stop();
        leg.plays.clear();
        const played = () => {
          leg.plays.delete(command.play);
          happens(command.leg, { type: 'played', play: command.play });
        };
        leg.plays.set(command.play, command.loop ? () => undefined : time.after(random.between(500, 6_000), played));
        return;
      }
      case 'stop': {
        const leg = legs.get(command.leg);
        leg?.plays.get(command.play)?.();
        leg?.plays.delete(command.play);
        return;
      }
      case 'bridge': {
        const members = command.members.filter(({ leg }) => legs.has(leg));
        for (const [id, bridge] of bridges) {
          const left = bridge.members.filter(({ leg }) => !members.some((member) => member.leg === leg));
          if (left.length === 0) bridges.delete(id);
          else bridges.set(id, { ...bridge, members: left });
        }
        if (members.length === 0) bridges.delete(command.bridge);
        else bridges.set(command.bridge, { call, members });
        return farEnds.bridged(members.map(({ leg }) => leg));
      }
      case 'record':
      case 'record-message':
        if (!recordings.has(command.recording)) {
          recordings.set(command.recording, { call, since: time.now, until: null, paused: false });
        }
        return;
      case 'pause-recording': {
        const recording = recordings.get(command.recording);
        if (recording !== undefined) recording.paused = command.on;
        return;
      }
      case 'stop-recording': {
        const recording = recordings.get(command.recording);
        if (recording !== undefined) stopRecording(command.recording, recording);
        return;
      }
      case 'ring':
      case 'progress':
      case 'send-dtmf':
      case 'transfer-result':
        return;
      default:
        return command satisfies never;
    }
  }

  function snapshot(): EngineSnapshot {
    return {
      legs: [...legs.values()].map(({ call, leg, side, state, held, plays }) => {
        return { tenant, call, leg, side, state, held, plays: [...plays.keys()] };
      }),
      bridges: [...bridges].map(([bridge, { call, members }]) => ({ tenant, call, bridge, members })),
      recordings: [...recordings]
        .filter(([, { until }]) => until === null)
        .map(([recording, { call, paused }]) => ({ tenant, call, recording, paused })),
      registrations: [...phones]
        .filter(([, contacts]) => contacts.length > 0)
        .map(([extension, contacts]) => ({ tenant, extension, contacts })),
      provisioned: [...provisions.all()].map((known) => ({ tenant: known.tenant, revision: known.revision })),
    };
  }

  function of(life: Life): TelephonyEngine {
    const eventListeners: ((tenant: TenantId, event: EngineEvent, receipt: EventReceipt) => void)[] = [];
    const statusListeners: ((status: EngineStatus) => void)[] = [];
    let lastAsked = 0;
    /** Orders and questions keep their order. */
    const inOrder = (what: () => void) => {
      const at = Math.max(lastAsked, time.now + random.between(0, 3));
      lastAsked = at;
      time.after(at - time.now, what);
    };
    const asked = <T>(answer: () => T) =>
      new Promise<T>((resolve, reject) => {
        inOrder(() => {
          if (!alive || !linked) return time.after(1_000, () => reject(new Error('The engine does not answer.')), life);
          try {
            const result = answer();
            // Its answer goes the way that its words go, and dies with its link as they do.
            const at = Math.max(lastSaid, time.now + random.between(0, 3));
            lastSaid = at;
            const by = linksBefore;
            const arrives = () =>
              linked && by === linksBefore ? resolve(result) : reject(new Error('The link to the engine broke.'));
            return time.after(at - time.now, arrives, life);
          } catch (error) {
            return time.after(1, () => reject(error instanceof Error ? error : new Error(String(error))), life);
          }
        });
      });
    return {
      // A server that finds no engine waits for one before it does anything else.
      start: async () => {
        while (!alive || !linked) await time.wait(100, life);
        ears = {
          life,
          hear: (event, receipt) => eventListeners.forEach((listener) => listener(tenant, event, receipt)),
          status: (status) => statusListeners.forEach((listener) => listener(status)),
        };
        tellStatus('up');
        tellUntaken();
      },
      open: async () => undefined,
      close: async () => undefined,
      perform(_, call, command) {
        const saidAt = time.now;
        inOrder(() => linked && perform(call, command, saidAt));
        if (command.type === 'hang-up' && command.cause !== 'interrupted') toldToGo.add(command.leg);
      },
      onEvent: (listener) => void eventListeners.push(listener),
      onStatus: (listener) => void statusListeners.push(listener),
      onSeen: () => undefined,
      onHeard: () => undefined,
      provision: (provision) => asked(() => provisions.set(provision)),
      change: (of, revision, changes) => asked(() => provisions.change(of, revision, changes)),
      forget: () => asked(() => undefined),
      letGo: () => asked(() => legs.size === 0),
      // While the link is broken nobody knows what lives; of a dead engine, nothing does.
      async snapshot() {
        for (;;) {
          while (!linked) await time.wait(100, life);
          // That it is dead is known when its last word has been heard.
          if (!alive) await time.wait(lastSaid - time.now + 1, life);
          if (!alive) return emptyEngine;
          const answer = await asked(snapshot).catch(() => null);
          if (answer !== null) return answer;
        }
      },
      fetchRecording: async () => null,
    };
  }
  return engine;
}

/** Stereo, 16 bits, 8 kHz, after a header of 44 bytes. */
export function bytesOf(durationMs: number): number {
  return durationMs <= 0 ? 0 : 44 + durationMs * 32;
}
