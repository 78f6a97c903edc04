import type { EmbeddedEngine } from '@alo/engine-embedded';

import type { BotCallOrder } from './features/bot-calls/routes.ts';

/** Lets a bot caller make the call that somebody ordered at a screen. Answers the call's id without waiting for it. */
export async function startBot(
  engine: Pick<EmbeddedEngine, 'startBotCall'>,
  { from, to, script }: Pick<BotCallOrder, 'from' | 'to' | 'script'>,
): Promise<string> {
  const { id } = engine.startBotCall({
    from,
    to,
    ...(script.voice === 'silent' ? {} : { wav: `bots/${script.voice}.wav` }),
    keys: keysOf(script.digits),
    hangUpAfterMs: script.seconds * 1_000,
  });
  return id;
}

/** A key a second; a comma waits a second. */
export const keysOf = (digits: string) =>
  [...digits].flatMap((key, second) => (key === ',' ? [] : [{ afterMs: (second + 1) * 1_000, digits: key }]));
