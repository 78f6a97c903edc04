import { type Call, isOver } from '@alo/call-core';

import type { Clock } from '../clock.ts';

/**
 * Calls that are over and whose rows are written, until they are let go of: for a moment somebody may still ask for one here, or a
 * word of it come late or twice and find it closed.
 */
export interface FadingCalls {
  /** The history has these as they are here. */
  written(calls: readonly Call[]): void;
  /** Until then all of them stay: what the history has of them is still compared with what is known here. */
  begin(): void;
  close(): void;
}

const rememberMs = 20_000;
/** So long after a call's end what became of its recordings is waited for, and taken from an engine that was given up. */
const recordingsMs = 10 * 60_000;

export function createFadingCalls(
  clock: Clock,
  /** Drops a call, unless it has changed since: then its row will be written once more. */
  letGo: (call: Call) => void,
): FadingCalls {
  /** In the order in which they are to be let go of. */
  const line: { readonly calls: readonly Call[]; readonly until: number }[] = [];
  let callOff: (() => void) | null = null;
  let began = false;

  function add(calls: readonly Call[]): void {
    if (calls.length === 0) return;
    line.push({ calls, until: clock.now() + rememberMs });
    wait();
  }

  function wait(): void {
    const [first] = line;
    if (first === undefined || !began) return;
    callOff ??= clock.after(Math.max(0, first.until - clock.now()), () => {
      callOff = null;
      line.shift();
      for (const call of first.calls) if (!mayChange(call)) letGo(call);
      add(first.calls.filter(mayChange));
      wait();
    });
  }

  function mayChange({ recordings, outcome }: Call): boolean {
    const isAwaited = recordings.some((recording) => recording.state !== 'stored' || recording.bytes === 0);
    return isAwaited && clock.now() - (outcome?.at ?? 0) < recordingsMs;
  }

  return {
    written: (calls) => add(calls.filter(isOver)),
    begin() {
      began = true;
      wait();
    },
    close: () => callOff?.(),
  };
}
