import type { BotScript } from '@alo/contract';

/** What an engine must be able to do to lend out bot callers. */
export interface BotEngine {
  startBotCall(call: {
    readonly from: string;
    readonly to: string;
    /** A key in the prompt store. */
    readonly wav?: string;
    readonly keys: readonly { readonly afterMs: number; readonly digits: string }[];
    readonly hangUpAfterMs: number;
  }): { readonly id: string };
}

/** A bot is answered a moment before anybody listens. */
const firstKeyMs = 1_000;
const eachKeyMs = 1_000;

/** "Khách thử": turns what a person chose into a call through the loopback trunk. */
export function botCaller(engine: BotEngine) {
  return async ({ from, to, script }: { from: string; to: string; script: BotScript }) => {
    const { id } = engine.startBotCall({
      from,
      to,
      ...(script.voice === 'silent' ? {} : { wav: `bots/${script.voice}.wav` }),
      keys: timedKeysOf(script.digits),
      hangUpAfterMs: script.seconds * 1_000,
    });
    return id;
  };
}

/** One key a second; a comma waits a second. */
export function timedKeysOf(digits: string): { afterMs: number; digits: string }[] {
  return digits
    .split('')
    .flatMap((digit, position) =>
      digit === ',' ? [] : [{ afterMs: firstKeyMs + position * eachKeyMs, digits: digit }],
    );
}
