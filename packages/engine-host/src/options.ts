import type { EngineFiles } from '@alo/engine';
import { z } from 'zod';
import type { Pipe } from './handover/handover.ts';
import type { LinkAddress } from './link/address.ts';

/** An engine's process that somebody else started beside us, and watches. */
export interface Beside {
  readonly address: LinkAddress;
  /** Where sockets for it are sent. */
  readonly pipe: Pipe;
}

/** The options that a server gives an engine of either kind. */
export interface EngineOptions {
  readonly files: EngineFiles;
  /** Proxies, addresses or networks, whose `X-Forwarded-For` is believed of where a browser is. */
  readonly trustedProxies?: readonly string[];
  /** The engine's process, where somebody else started it beside us; absent: a child of ours. */
  readonly beside?: Beside;
  /** The key of a file that is sealed, as a command names it, in base64; undefined for one that is not. */
  readonly keyOf?: (file: string) => string | undefined;
  /** Gets what the engine wants to say; never numbers, names or secrets. */
  readonly log?: EngineLog;
}

/** An engine's options with the program of its process. */
export interface HostedEngineOptions extends EngineOptions {
  /** The file that the process runs, where it is a child of ours. */
  readonly entry: string;
  /** What the program must know before it can listen: values of JSON, which it reads by its own schema (`PlantProgram`). */
  readonly plant: object;
  /** It starts when a program that somebody else starts is there, however long that takes. */
  readonly startsWhenOthersDo?: boolean;
}

/** Takes a line of the engine's log, without numbers, names and secrets. */
export type EngineLog = (
  level: 'debug' | 'info' | 'warn' | 'error',
  message: string,
  fields: Readonly<Record<string, string | number | boolean>>,
) => void;

/** Where sounds are and recordings go, as a process is told of it. */
export const engineFiles = z.object({
  promptsFolder: z.string(),
  companyPromptsFolder: z.string().optional(),
  recordingsFolder: z.string(),
});
