import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { BridgeId, CallId, EngineEvent, LegId, RecordingId, TenantId } from '@alo/call-core';
import type { EngineSnapshot } from '@alo/engine';
import { z } from 'zod';
import { type Ari, type AriAddress, fetchFile } from './ari/ari.ts';
import type { Voice } from './bridges.ts';
import type { Snoops } from './snoops.ts';
import { type Piece, writeStereo } from './stereo.ts';
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

type Result = Pick<Extract<EngineEvent, { type: 'recorded' }>, 'durationMs' | 'bytes' | 'state'>;

export interface RecordingsOptions {
  readonly ari: Ari;
  readonly address: AriAddress;
  readonly snoops: Snoops;
  readonly folder: string;
  readonly voicesOf: (bridge: BridgeId) => readonly Voice[];
  readonly emit: (tenant: TenantId, event: EngineEvent) => void;
  readonly now: () => number;
  readonly attempt: (work: Promise<unknown>) => void;
}

const nothing: Result = { durationMs: 0, bytes: 0, state: 'incomplete' };
/** So many that ended are remembered, for a server that asks again because it did not hear of their end. */
const remembered = 1_000;

/**
 * What is recorded. Asterisk writes each voice by itself, from the moment that its leg is in the bridge until it leaves or the recording
 * pauses; at the end the pieces are fetched and put side by side where they were.
 */
export class Recordings {
  readonly #options: RecordingsOptions;
  readonly #running = new Map<RecordingId, Conversation | Message>();
  readonly #over = new Map<
    RecordingId,
    { readonly tenant: TenantId; readonly result: Promise<Result>; isTold: boolean }
  >();
  /** What Asterisk says of what it writes. */
  readonly #started = new Map<string, () => void>();
  readonly #finished = new Map<string, () => void>();
  #serial = 0;

  constructor(options: RecordingsOptions) {
    this.#options = options;
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
    const name = this.#name(tenant, id, 'left');
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
        ? (before?.result ?? this.#found(tenant, id))
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

  #write(running: Conversation, { channel, side }: Voice): Live {
    const { ari, attempt, snoops } = this.#options;
    const name = this.#name(running.tenant, running.id, side);
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
      return { file: await this.#fetch(running.tenant, name), side, atMs };
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

  async #conversation(tenant: TenantId, id: RecordingId, running: Conversation): Promise<Result> {
    const durationMs = Math.round(performance.now() - running.sinceMs);
    for (const live of running.live.values()) live.stop();
    running.live.clear();
    const pieces = (await Promise.all(running.pieces)).filter((piece) => piece !== undefined);
    return { ...(await this.#joined(this.#path(tenant, id), pieces, durationMs)), state: 'whole' };
  }

  async #joined(
    path: string,
    pieces: readonly Piece[],
    durationMs: number,
  ): Promise<Pick<Result, 'durationMs' | 'bytes'>> {
    await mkdir(dirname(path), { recursive: true });
    const bytes = await writeStereo(path, pieces, durationMs);
    await Promise.all(pieces.map(({ file }) => rm(file, { force: true })));
    return { durationMs, bytes };
  }

  async #message(tenant: TenantId, id: RecordingId, { name }: Message): Promise<Result> {
    const { ari } = this.#options;
    const finished = new Promise<void>((resolve) => this.#finished.set(name, resolve));
    // Unless it has ended by itself.
    const stopping = await unlessGone(ari.post(`recordings/live/${name}/stop`));
    if (stopping !== undefined) await finished;
    this.#finished.delete(name);
    const piece = await this.#fetch(tenant, name);
    const path = this.#path(tenant, id);
    await mkdir(dirname(path), { recursive: true });
    await rename(piece, path);
    return { ...(await measured(path, 1)), state: 'whole' };
  }

  /** One that was begun by a process before us: it is written already, or Asterisk still has its pieces. */
  async #found(tenant: TenantId, id: RecordingId): Promise<Result> {
    const path = this.#path(tenant, id);
    const written = await measured(path, 2).catch(() => null);
    if (written !== null) return { ...written, state: 'incomplete' };
    const stored = storedRecordings.parse(await this.#options.ari.get('recordings/stored'));
    const named = stored.flatMap(({ name }) => pieceOf(name, tenant, id) ?? []);
    if (named.length === 0) return nothing;
    const first = Math.min(...named.map(({ at }) => at));
    const pieces = await Promise.all(
      named.map(async ({ name, side, at }) => ({ file: await this.#fetch(tenant, name), side, atMs: at - first })),
    );
    const ends = await Promise.all(pieces.map(async ({ file, atMs }) => atMs + (await measured(file, 1)).durationMs));
    const durationMs = Math.max(...ends);
    return { ...(await this.#joined(path, pieces, durationMs)), state: 'incomplete' };
  }

  /** Brings what Asterisk wrote, and lets it forget it. */
  async #fetch(tenant: TenantId, name: string): Promise<string> {
    const { address, ari, folder } = this.#options;
    await mkdir(join(folder, tenant), { recursive: true });
    const file = join(folder, tenant, `${name}.part`);
    const written = await fetchFile(address, `recordings/stored/${name}/file`);
    await pipeline(written, createWriteStream(file));
    await unlessGone(ari.delete(`recordings/stored/${name}`));
    return file;
  }

  #path(tenant: TenantId, id: RecordingId): string {
    return join(this.#options.folder, tenant, `${id}.wav`);
  }

  /** Says of what it is a piece, and from when on, for a process that knows nothing else of it. */
  #name(tenant: TenantId, id: RecordingId, side: Piece['side']): string {
    this.#serial += 1;
    return `${piecesOf(tenant, id)}-${side}-${Date.now()}-${this.#serial}`;
  }

  #remember(id: RecordingId, over: { tenant: TenantId; result: Promise<Result>; isTold: boolean }): void {
    this.#over.set(id, over);
    if (this.#over.size <= remembered) return;
    const [oldest] = this.#over.keys();
    if (oldest !== undefined) this.#over.delete(oldest);
  }

  #tell(tenant: TenantId, call: CallId, recording: RecordingId, result: Result): void {
    this.#options.emit(tenant, { type: 'recorded', call, recording, at: this.#options.now(), ...result });
  }
}

const storedRecordings = z.array(z.object({ name: z.string() }));

const piecesOf = (tenant: TenantId, id: RecordingId): string => `alo-${Buffer.from(`${tenant}/${id}`).toString('hex')}`;

function pieceOf(
  name: string,
  tenant: TenantId,
  id: RecordingId,
): { readonly name: string; readonly side: Piece['side']; readonly at: number } | undefined {
  const start = `${piecesOf(tenant, id)}-`;
  const [side, at] = name.startsWith(start) ? name.slice(start.length).split('-') : [];
  if (side !== 'left' && side !== 'right') return undefined;
  return { name, side, at: Number(at) };
}

async function measured(file: string, channels: number): Promise<Pick<Result, 'durationMs' | 'bytes'>> {
  const { size } = await stat(file);
  return { bytes: size, durationMs: Math.max(0, Math.round((size - 44) / (16 * channels))) };
}
