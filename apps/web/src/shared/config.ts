import { type ConsoleConfig, consoleConfig } from '@alo/contract';

import { earlyFetch } from './api/early-fetch.ts';

/** Reads where the console finds its bases. Throws when the server cannot be reached or answers something else. */
export async function loadConfig(): Promise<ConsoleConfig> {
  const answer = await earlyFetch(window.early, fetch)('/config.json', { headers: { accept: 'application/json' } });
  if (!answer.ok) throw new Error(`config.json: status ${answer.status}`);
  return consoleConfig.parse(await answer.json());
}
