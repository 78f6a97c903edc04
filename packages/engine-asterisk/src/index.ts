import { createEmbeddedEngine, type EmbeddedEngine, type EmbeddedEngineOptions } from '@alo/engine-embedded';
import { asteriskEntry } from './entry.ts';

/** An engine whose calls Asterisk 22 carries, and a process of its own that tells it what to do. */
export const createAsteriskEngine = (
  options: EmbeddedEngineOptions & Required<Pick<EmbeddedEngineOptions, 'asterisk'>>,
): EmbeddedEngine => createEmbeddedEngine({ ...options, entry: asteriskEntry });
