import { createHostedEngine, type EmbeddedEngineOptions, type HostedEngine } from '@alo/engine-host';
import { sipEntry } from './entry.ts';

/** An engine whose calls our own switch carries, in a process of its own. */
export const createSipEngine = (options: Omit<EmbeddedEngineOptions, 'entry' | 'asterisk'>): HostedEngine =>
  createHostedEngine({ ...options, entry: sipEntry });
