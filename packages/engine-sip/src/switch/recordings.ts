import { join } from 'node:path';
import type { BridgeId, CallId, EngineEvent, RecordingId, TenantId } from '@alo/call-core';
import type { EngineSnapshot } from '@alo/engine';
import {
  type BridgeRecording,
  type MediaBridge,
  type MediaLeg,
  type MediaPlane,
  type MediaRecording,
  measureUnfinished,
  type RecordingResult,
} from '../media/index.ts';

interface Running {
  readonly tenant: TenantId;
  readonly call: CallId;
  readonly recording: MediaRecording;
  /** How it goes on in another bridge; null for a message, which is one leg's. */
  readonly follow: BridgeRecording['follow'] | null;
  bridge: BridgeId | null;
  paused: boolean;
}

interface Over {
  readonly tenant: TenantId;
  readonly result: Promise<RecordingResult>;
  /** `recorded` was said of it. */
  isTold: boolean;
}

export interface RecordingsOptions {
  readonly media: Pick<MediaPlane, 'record' | 'recordMessage'>;
  readonly folder: string;
  readonly emit: (tenant: TenantId, event: EngineEvent) => void;
  readonly now: () => number;
}

/** So many that ended are remembered, for a server that asks again because it did not hear of their end. */
const remembered = 1_000;

const nothing: RecordingResult = { durationMs: 0, bytes: 0, state: 'incomplete' };

/** The recordings that are being written, by their ids. Each one that was asked for ends in `recorded`, also one that failed. */
export class Recordings {
  readonly #options: RecordingsOptions;
  readonly #running = new Map<RecordingId, Running>();
  readonly #over = new Map<RecordingId, Over>();

  constructor(options: RecordingsOptions) {
    this.#options = options;
  }

  snapshot(): EngineSnapshot['recordings'] {
    return [...this.#running].map(([recording, { tenant, call, paused }]) => ({ tenant, call, recording, paused }));
  }

  /** Starts, or goes on in the same file with another bridge. */
  record(tenant: TenantId, call: CallId, id: RecordingId, bridge: BridgeId, media: MediaBridge | undefined): void {
    const running = this.#running.get(id);
    if (running !== undefined) {
      if (running.tenant !== tenant || running.bridge === bridge || media === undefined) return;
      running.bridge = bridge;
      return running.follow?.(media);
    }
    if (media === undefined) return this.#tell(tenant, call, id, nothing);
    const recording = this.#options.media.record({ tenant, recording: id }, media);
    const follow = (next: MediaBridge) => recording.follow(next);
    this.#running.set(id, { tenant, call, recording, follow, bridge, paused: false });
  }

  /** Ends by itself when the party has been silent for `maxSilenceMs`. */
  recordMessage(
    tenant: TenantId,
    call: CallId,
    id: RecordingId,
    leg: MediaLeg | null,
    { maxSilenceMs, both = false }: { readonly maxSilenceMs?: number | undefined; readonly both?: boolean | undefined },
  ): void {
    if (this.#running.has(id)) return;
    if (leg === null) return this.#tell(tenant, call, id, nothing);
    const limit =
      maxSilenceMs === undefined ? undefined : { maxSilenceMs, onSilence: () => this.stop(tenant, call, id) };
    const recording = this.#options.media.recordMessage({ tenant, recording: id }, leg, { limit, both });
    this.#running.set(id, { tenant, call, recording, follow: null, bridge: null, paused: false });
  }

  pause(tenant: TenantId, id: RecordingId, on: boolean): void {
    const running = this.#running.get(id);
    if (running === undefined || running.tenant !== tenant) return;
    running.paused = on;
    running.recording.pause(on);
  }

  /**
   * `recorded` follows when the file is complete, once however often it was stopped until then; of one of which it was said before, or
   * that died with an engine before us, again.
   */
  stop(tenant: TenantId, call: CallId, id: RecordingId): void {
    const running = this.#running.get(id);
    if (running !== undefined && running.tenant !== tenant) return;
    this.#running.delete(id);
    const known = this.#over.get(id);
    const before = known?.tenant === tenant ? known : undefined;
    // The last leg's end stops what its call records, and the server, which hears of it, says so too.
    if (running === undefined && before?.isTold === false) return;
    const result =
      running?.recording.stop() ?? before?.result ?? measureUnfinished(join(this.#options.folder, tenant, `${id}.wav`));
    const over: Over = { tenant, result, isTold: false };
    this.#remember(id, over);
    // None of them rejects.
    void result.then((found) => {
      over.isTold = true;
      this.#tell(tenant, running?.call ?? call, id, found);
    });
  }

  /** A call whose last leg has gone has nothing left to record. */
  callOver(call: CallId): void {
    for (const [id, running] of this.#running) if (running.call === call) this.stop(running.tenant, call, id);
  }

  #remember(id: RecordingId, over: Over): void {
    this.#over.set(id, over);
    if (this.#over.size <= remembered) return;
    for (const oldest of this.#over.keys()) {
      this.#over.delete(oldest);
      return;
    }
  }

  #tell(tenant: TenantId, call: CallId, recording: RecordingId, result: RecordingResult): void {
    this.#options.emit(tenant, { type: 'recorded', call, recording, at: this.#options.now(), ...result });
  }
}
