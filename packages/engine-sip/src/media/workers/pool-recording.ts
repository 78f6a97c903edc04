import type { MediaPlane, MediaRecording, RecordingOf, RecordingResult } from '../media-plane.ts';
import type { PoolBridge } from './pool-bridge.ts';

/** A recording as one process writes it. */
export interface WorkerRecording {
  readonly plane: MediaPlane;
  readonly written: MediaRecording;
  readonly follow: (bridge: PoolBridge) => void;
}

/** A recording that goes on in the same file when the process that wrote it dies. */
export class PoolRecording {
  readonly #begin: (begun: Pick<RecordingOf, 'begunMs'>) => WorkerRecording;
  readonly #onStopped: () => void;
  readonly #beganAt = performance.now();
  #now: WorkerRecording;
  #isPaused = false;
  #result: Promise<RecordingResult> | undefined;

  constructor(begin: (begun: Pick<RecordingOf, 'begunMs'>) => WorkerRecording, onStopped: () => void) {
    this.#begin = begin;
    this.#onStopped = onStopped;
    this.#now = begin({});
  }

  pause(on: boolean): void {
    this.#isPaused = on;
    this.#now.written.pause(on);
  }

  follow(bridge: PoolBridge): void {
    this.#now.follow(bridge);
  }

  stop(): Promise<RecordingResult> {
    if (this.#result === undefined) this.#onStopped();
    this.#result ??= this.#now.written.stop();
    return this.#result;
  }

  lost(plane: MediaPlane): void {
    if (this.#now.plane !== plane || this.#result !== undefined) return;
    this.#now = this.#begin({ begunMs: performance.now() - this.#beganAt });
    if (this.#isPaused) this.#now.written.pause(true);
  }
}
