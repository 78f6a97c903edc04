import { createHostedEngine, type HostedEngine } from '@alo/engine-host';
import { asteriskEntry } from './entry.ts';
import { type AsteriskEngineOptions, toAsteriskPlantOptions } from './options.ts';

/** An engine whose calls Asterisk 22 carries, and a process of its own that tells it what to do. */
export const createAsteriskEngine = (options: AsteriskEngineOptions): HostedEngine =>
  createHostedEngine({
    ...options,
    entry: asteriskEntry,
    plant: toAsteriskPlantOptions(options),
    startsWhenOthersDo: true,
  });
