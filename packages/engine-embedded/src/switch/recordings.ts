import type { CallId, EngineEvent, RecordingId, TenantId } from '@alo/call-core';
import type { MediaLeg, MediaPlane, Recording } from '../media/index.ts';

interface Running {
  readonly tenant: TenantId;
  readonly call: CallId;
  readonly recording: Recording;
}

/** The recordings that are being written, by their ids. */
export class Recordings {
  readonly #plane: MediaPlane;
  readonly #emit: (tenant: TenantId, event: EngineEvent) => void;
  readonly #now: () => number;
  readonly #running = new Map<RecordingId, Running>();

  constructor(plane: MediaPlane, emit: (tenant: TenantId, event: EngineEvent) => void, now: () => number) {
    this.#plane = plane;
    this.#emit = emit;
    this.#now = now;
  }

  get ids(): readonly RecordingId[] {
    return [...this.#running.keys()];
  }

  /** Starts, or goes on in the same file with other legs. */
  record(tenant: TenantId, call: CallId, id: RecordingId, left: MediaLeg, right: MediaLeg): void {
    const running = this.#running.get(id);
    if (running !== undefined) return running.recording.setLegs(left, right);
    this.#running.set(id, { tenant, call, recording: this.#plane.record(tenant, id, left, right) });
  }

  /** Ends by itself when the party has been silent for `maxSilenceMs`. */
  recordMessage(tenant: TenantId, call: CallId, id: RecordingId, leg: MediaLeg, maxSilenceMs?: number): void {
    if (this.#running.has(id)) return;
    const limit = maxSilenceMs === undefined ? undefined : { maxSilenceMs, onSilence: () => this.stop(id) };
    this.#running.set(id, { tenant, call, recording: this.#plane.recordMessage(tenant, id, leg, limit) });
  }

  /** `recorded` follows when the file is complete. */
  stop(id: RecordingId): void {
    const running = this.#running.get(id);
    if (running === undefined) return;
    this.#running.delete(id);
    const { tenant, call, recording } = running;
    void recording.stop().then(({ durationMs, bytes }) => {
      // `stop` never rejects.
      this.#emit(tenant, { type: 'recorded', call, recording: id, at: this.#now(), durationMs, bytes });
    });
  }

  /** A call whose last leg has gone has nothing left to record. */
  stopCall(call: CallId): void {
    for (const [id, running] of this.#running) if (running.call === call) this.stop(id);
  }
}
