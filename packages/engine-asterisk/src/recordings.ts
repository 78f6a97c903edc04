import type { BridgeId, CallId, EngineEvent, LegId, RecordingId, TenantId } from '@alo/call-core';
import type { EngineSnapshot } from '@alo/engine';
import type { Ari, AriAddress } from './ari/ari.ts';
import type { RecordedVoice } from './bridges.ts';
import { nothing, RecordingFiles, type RecordingResult } from './recording-files.ts';
import type { Snoops } from './snoops.ts';
import type { Piece } from './stereo.ts';
import { unlessGone } from './unless-gone.ts';

/** A voice that is being written. */
interface Live {
  readonly channel: string;
  /** Resolves to the piece once it is here; undefined where nothing came of it. */
  readonly piece: Promise<Piece | undefined>;
  stop(): void;
}

interface Conversation {
  readonly kind: 'conversation';
  readonly id: RecordingId;
  readonly tenant: TenantId;
  readonly call: CallId;
  readonly sinceMs: number;
  bridge: BridgeId;
  paused: boolean;
  readonly live: Map<LegId, Live>;
  readonly pieces: Promise<Piece | undefined>[];
}

interface Message {
  readonly kind: 'message';
  readonly tenant: TenantId;
  readonly call: CallId;
  readonly paused: false;
  readonly name: string;
}

export interface AsteriskRecordingsOptions {
  readonly ari: Ari;
  readonly address: AriAddress;
  readonly snoops: Snoops;
  readonly folder: string;
  readonly voicesOf: (bridge: BridgeId) => readonly RecordedVoice[];
  readonly emit: (tenant: TenantId, event: EngineEvent) => void;
  readonly now: () => number;
  readonly attempt: (work: Promise<unknown>) => void;
}

/** So many that ended are remembered, for a server that asks again because it did not hear of their end. */
const remembered = 1_000;

/**
 * What is recorded. Asterisk writes each voice by itself, from the moment that its leg is in the bridge until it leaves or the recording
 * pauses; at the end the pieces are fetched and put side by side where they were.
 */
export class AsteriskRecordings {
  readonly #options: AsteriskRecordingsOptions;
  readonly #running = new Map<RecordingId, Conversation | Message>();
  readonly #over = new Map<
    RecordingId,
    { readonly tenant: TenantId; readonly result: Promise<RecordingResult>; isTold: boolean }
  >();
  /** What Asterisk says of what it writes. */
  readonly #started = new Map<string, () => void>();
  readonly #finished = new Map<string, () => void>();
  readonly #files: RecordingFiles;

  constructor(options: AsteriskRecordingsOptions) {
    this.#options = options;
    this.#files = new RecordingFiles(options);
  }

  snapshot(): EngineSnapshot['recordings'] {
    return [...this.#running].map(([recording, { tenant, call, paused }]) => ({ tenant, call, recording, paused }));
  }

  /** Starts, or goes on in the same recording with another bridge. */
  record(tenant: TenantId, call: CallId, id: RecordingId, bridge: BridgeId): void {
    const running = this.#running.get(id);
    if (running === undefined) {
      const conversation: Conversation = {
        kind: 'conversation',
        id,
        tenant,
        call,
        bridge,
        paused: false,
        sinceMs: performance.now(),
        live: new Map(),
        pieces: [],
      };
      this.#running.set(id, conversation);
      this.#follow(conversation);
    } else if (running.kind === 'conversation' && running.tenant === tenant) {
      running.bridge = bridge;
      this.#follow(running);
    }
  }

  /** One side alone; it ends by itself after `maxSilenceMs` in which nothing was said. */
  recordMessage(tenant: TenantId, call: CallId, id: RecordingId, channel: string | null, maxSilenceMs?: number): void {
    if (this.#running.has(id)) return;
    if (channel === null) return this.#tell(tenant, call, id, nothing);
    const { ari, attempt } = this.#options;
    const name = this.#files.newName(tenant, id, 'left');
    this.#running.set(id, { kind: 'message', tenant, call, paused: false, name });
    this.#finished.set(name, () => this.stop(tenant, call, id));
    // Asterisk counts silence in whole seconds.
    const silence =
      maxSilenceMs === undefined ? {} : { maxSilenceSeconds: Math.max(1, Math.round(maxSilenceMs / 1_000)) };
    attempt(
      unlessGone(
        ari.post(`channels/${channel}/record`, { name, format: 'wav', ifExists: 'overwrite', ...silence }),
      ).then((begun) => {
        if (begun === undefined) this.stop(tenant, call, id);
      }),
    );
  }

  pause(tenant: TenantId, id: RecordingId, on: boolean): void {
    const running = this.#running.get(id);
    if (running?.kind !== 'conversation' || running.tenant !== tenant) return;
    running.paused = on;
    this.#follow(running);
  }

  /** `recorded` follows when all of it is here; of one of which it was said before, again. */
  stop(tenant: TenantId, call: CallId, id: RecordingId): void {
    const running = this.#running.get(id);
    if (running !== undefined && running.tenant !== tenant) return;
    this.#running.delete(id);
    const known = this.#over.get(id);
    const before = known?.tenant === tenant ? known : undefined;
    // The last leg's end stops what its call records, and the server, which hears of it, says so too.
    if (running === undefined && before?.isTold === false) return;
    const result =
      running === undefined
        ? (before?.result ?? this.#files.found(tenant, id))
        : running.kind === 'message'
          ? this.#message(tenant, id, running)
          : this.#conversation(tenant, id, running);
    const over = { tenant, result, isTold: false };
    this.#remember(id, over);
    this.#options.attempt(
      result
        .catch((error: unknown) => {
          this.#options.attempt(Promise.reject(error));
          return nothing;
        })
        .then((found) => {
          over.isTold = true;
          this.#tell(tenant, running?.call ?? call, id, found);
        }),
    );
  }

  callOver(call: CallId): void {
    for (const [id, running] of this.#running) if (running.call === call) this.stop(running.tenant, call, id);
  }

  /** Who is in a bridge has changed. */
  membersChanged(bridge: BridgeId): void {
    for (const running of this.#running.values()) {
      if (running.kind === 'conversation' && running.bridge === bridge) this.#follow(running);
    }
  }

  /** Resolves when everything that was stopped is here. */
  async complete(): Promise<void> {
    await Promise.allSettled([...this.#over.values()].map(({ result }) => result));
  }

  started(name: string): void {
    this.#started.get(name)?.();
  }

  /** Asterisk has come to the end of one, or could not write it. */
  finished(name: string): void {
    this.#finished.get(name)?.();
    this.#started.get(name)?.();
  }

  /** Writes who is there, and nobody else. */
  #follow(running: Conversation): void {
    const voices = running.paused ? [] : this.#options.voicesOf(running.bridge);
    for (const [leg, live] of running.live) {
      if (voices.some((voice) => voice.leg === leg && voice.channel === live.channel)) continue;
      running.live.delete(leg);
      live.stop();
    }
    for (const voice of voices) {
      if (running.live.has(voice.leg)) continue;
      const live = this.#write(running, voice);
      running.live.set(voice.leg, live);
      running.pieces.push(live.piece);
    }
  }

  #write(running: Conversation, { channel, side }: RecordedVoice): Live {
    const { ari, attempt, snoops } = this.#options;
    const name = this.#files.newName(running.tenant, running.id, side);
    const started = new Promise<number>((resolve) => {
      this.#started.set(name, () => resolve(performance.now() - running.sinceMs));
    });
    const finished = new Promise<void>((resolve) => this.#finished.set(name, resolve));
    let isStopped = false;
    const written = (async (): Promise<Piece | undefined> => {
      const snoop = await unlessGone(snoops.open(channel, { spy: 'in', whisper: 'none' }));
      if (snoop === undefined) return undefined;
      const ask = ari.post(`channels/${snoop}/record`, { name, format: 'wav', ifExists: 'overwrite' });
      if ((await unlessGone(ask)) === undefined) return undefined;
      const atMs = await started;
      if (isStopped) attempt(unlessGone(ari.post(`recordings/live/${name}/stop`)));
      await finished;
      await unlessGone(ari.delete(`channels/${snoop}`));
      return { file: await this.#files.fetch(running.tenant, name), side, atMs };
    })();
    return {
      channel,
      piece: written.finally(() => {
        this.#started.delete(name);
        this.#finished.delete(name);
      }),
      stop: () => {
        isStopped = true;
        attempt(unlessGone(ari.post(`recordings/live/${name}/stop`)));
      },
    };
  }

  async #conversation(tenant: TenantId, id: RecordingId, running: Conversation): Promise<RecordingResult> {
    const durationMs = Math.round(performance.now() - running.sinceMs);
    for (const live of running.live.values()) live.stop();
    running.live.clear();
    const pieces = (await Promise.all(running.pieces)).filter((piece) => piece !== undefined);
    return this.#files.join(tenant, id, pieces, durationMs);
  }

  async #message(tenant: TenantId, id: RecordingId, { name }: Message): Promise<RecordingResult> {
    const { ari } = this.#options;
    const finished = new Promise<void>((resolve) => this.#finished.set(name, resolve));
    // Unless it has ended by itself.
    const stopping = await unlessGone(ari.post(`recordings/live/${name}/stop`));
    if (stopping !== undefined) await finished;
    this.#finished.delete(name);
    return this.#files.keepMessage(tenant, id, name);
  }

  #remember(id: RecordingId, over: { tenant: TenantId; result: Promise<RecordingResult>; isTold: boolean }): void {
    this.#over.set(id, over);
    if (this.#over.size <= remembered) return;
    const [oldest] = this.#over.keys();
    if (oldest !== undefined) this.#over.delete(oldest);
  }

  #tell(tenant: TenantId, call: CallId, recording: RecordingId, result: RecordingResult): void {
    this.#options.emit(tenant, { type: 'recorded', call, recording, at: this.#options.now(), ...result });
  }
}
