import { createHostedEngine, type HostedEngine } from '@alo/engine-host';
import { sipEntry } from './entry.ts';
import { type SipEngineOptions, toSipPlantOptions } from './options.ts';

export type { SipEngineOptions };

/** An engine whose calls our own switch carries, in a process of its own. */
export const createSipEngine = (options: SipEngineOptions): HostedEngine =>
  createHostedEngine({ ...options, entry: sipEntry, plant: toSipPlantOptions(options) });
