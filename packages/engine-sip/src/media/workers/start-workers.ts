import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { flagsOf, killLater, Supervisor } from '@alo/engine-host/supervision';
import type { MediaLog, MediaPlane } from '../media-plane.ts';
import { MediaPool } from './pool.ts';
import { RemotePlane } from './remote-plane.ts';
import { parseFromWorker, type WorkerOptions } from './words.ts';

const entry = fileURLToPath(new URL('./worker.ts', import.meta.url));
/** So many in a row may die before the first one is ready; then the engine does without it. */
const deathsAtStart = 3;
/** Of a core: with more than this, audio would wait. */
const busyShare = 0.9;

export interface WorkersParts {
  readonly count: number;
  /** Of this process. */
  readonly own: MediaPlane;
  readonly options: WorkerOptions;
  readonly publicAddresses: () => readonly string[];
  readonly log: MediaLog;
}

/** The audio of an engine in several processes. */
export interface MediaWorkers {
  readonly plane: MediaPlane;
  /** Those that carry calls. */
  readonly processes: readonly { readonly pid: number; readonly legs: number; readonly load: number }[];
  /** None of the processes has room for a further call. */
  readonly isBehind: boolean;
  /** Ends them, with all calls. */
  close(): Promise<void>;
}

/** Starts the processes of an engine's audio, and keeps them. Resolves when each is there, or turned out not to be to be had. */
export async function startWorkers({ count, own, options, publicAddresses, log }: WorkersParts): Promise<MediaWorkers> {
  const pool = new MediaPool(own, log);
  const planes = new Map<RemotePlane, number>();
  const workers = Array.from({ length: count }, (_, index) => {
    let plane: RemotePlane | undefined;
    return new Supervisor(
      {
        name: 'media worker',
        deathsAtStart,
        spawn() {
          const child = fork(entry, [JSON.stringify(optionsOf(options, index + 1, count + 1))], {
            execArgv: flagsOf('engine'),
            stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
          });
          plane = new RemotePlane({
            send: (word) => void child.send(word, undefined, {}, () => {}),
            recordingsFolder: options.recordingsFolder,
            publicAddresses,
            onWarning: (message, fields) => log.warn({ ...fields, worker: index + 1 }, message),
          });
          return child;
        },
        onMessage: (message) => plane?.heard(parseFromWorker(message)),
        onUp({ pid }) {
          if (plane === undefined || pid === undefined) return;
          planes.set(plane, pid);
          pool.joined(plane);
        },
        onDown() {
          if (plane === undefined) return;
          plane.gone();
          planes.delete(plane);
          pool.died(plane);
        },
      },
      (_level, message, fields) => log.warn({ ...fields, worker: index + 1 }, message),
    );
  });
  const started = await Promise.allSettled(workers.map((worker) => worker.start()));
  const missing = started.filter(({ status }) => status === 'rejected').length;
  if (missing > 0) log.warn({ missing }, 'audio goes on fewer processors than it might');
  return {
    plane: pool,
    get processes() {
      return [...planes].map(([plane, pid]) => ({ pid, legs: pool.legsIn(plane), load: plane.load }));
    },
    get isBehind() {
      return planes.size > 0 && [...planes.keys()].every(({ load }) => load > busyShare);
    },
    async close() {
      await pool.close();
      const ends = workers.map((worker) =>
        worker.close((child) => {
          child.disconnect();
          killLater(child);
        }),
      );
      await Promise.all(ends);
    },
  };
}

/** Each has its own port for browsers, and begins elsewhere in the ports that all of them share. */
function optionsOf(options: WorkerOptions, index: number, of: number): WorkerOptions {
  const { icePort, rtpPortRange } = options;
  const { first, last } = rtpPortRange ?? { first: 0, last: 0 };
  const from = first + Math.floor(((last - first) / of) * index);
  return {
    ...options,
    icePort: icePort === 0 ? 0 : icePort + index,
    ...(rtpPortRange === undefined ? {} : { rtpPortRange: { first, last, from } }),
  };
}
