import { type ConsoleConfig, consoleConfig } from '@alo/contract';

import { earlyFetch } from './early-fetch.ts';

/** Reads where the console finds its bases. Throws when the server cannot be reached or answers something else. */
export async function loadConfig(): Promise<ConsoleConfig> {
  // Without headers of its own it is the one that the page's head has asked for.
  const answer = await earlyFetch(window.early, fetch)('/config.json');
  if (!answer.ok) throw new Error(`config.json: status ${answer.status}`);
  return consoleConfig.parse(await answer.json());
}
