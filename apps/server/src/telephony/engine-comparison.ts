import type { TelephonyEngine } from '@alo/engine';
import type { Background } from './background.ts';
import type { Clock } from './clock.ts';
import type { EngineWatch } from './runner/engine-watch.ts';

/** Boards and engine are compared so often, in case that an event was lost. */
const everyMs = 30_000;
const complaint = 'The engine does not say what is alive';

export interface EngineComparisonOptions {
  readonly engine: Pick<TelephonyEngine, 'snapshot'>;
  readonly clock: Clock;
  readonly own: Background['own'];
  /** The watches of all tenants that run here. */
  readonly watches: () => readonly Pick<EngineWatch, 'ask' | 'hearFirst' | 'stoodStill'>[];
  readonly isEngineUp: () => boolean;
}

/** Compares the boards of all tenants with the engine: now and then, and after this process stood still. */
export interface EngineComparison {
  /** Since when this process has not known what the engine did, because it stood still; null where it knows. */
  readonly deafSince: number | null;
  /** This process was stopped by its machine: the boards are told before any event that waited is heard. */
  stoodStill(since: number): void;
  /** Nothing is compared any more. */
  close(): void;
}

export function createEngineComparison(options: EngineComparisonOptions): EngineComparison {
  const { engine, clock, own, watches } = options;
  let deafSince: number | null = null;
  let closed = false;
  let callOff = clock.after(everyMs, compareSoon);

  function compareSoon(): void {
    if (options.isEngineUp()) own(compare(), complaint);
    callOff = clock.after(everyMs, compareSoon);
  }

  /** One snapshot serves all tenants. */
  async function compare(): Promise<void> {
    const asked = watches().map((watch) => watch.ask());
    const answer = await engine.snapshot();
    for (const compareWith of asked) await compareWith(answer);
  }

  return {
    get deafSince() {
      return deafSince;
    },
    stoodStill(since) {
      deafSince ??= since;
      for (const watch of watches()) watch.stoodStill(since);
      if (closed) return;
      const compared = compare().finally(() => {
        deafSince = null;
      });
      for (const watch of watches()) watch.hearFirst(compared);
      own(compared, complaint);
    },
    close() {
      closed = true;
      callOff();
    },
  };
}
