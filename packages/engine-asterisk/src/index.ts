import { createHostedEngine, type EmbeddedEngineOptions, type HostedEngine } from '@alo/engine-host';
import { asteriskEntry } from './entry.ts';

/** An engine whose calls Asterisk 22 carries, and a process of its own that tells it what to do. */
export const createAsteriskEngine = (
  options: Omit<EmbeddedEngineOptions, 'entry'> & Required<Pick<EmbeddedEngineOptions, 'asterisk'>>,
): HostedEngine => createHostedEngine({ ...options, entry: asteriskEntry });
