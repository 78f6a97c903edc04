import { engineFiles, engineLimits, type KnownPorts } from '@alo/engine-host/process';
import { z } from 'zod';
import type { SipLimits } from './limits.ts';

const limits = engineLimits.extend({
  unprovenRequestsPerSecond: z.number().int().positive(),
  socketsPerAddress: z.number().int().positive(),
  connectionsPerAddress: z.number().int().positive(),
  strangersPerAddress: z.number().int().positive(),
  serverLagMs: z.number().positive(),
}) satisfies z.ZodType<SipLimits>;

/** All that the process of our own switch needs to know before it can listen. */
export const sipPlantOptions = z.object({
  files: engineFiles,
  bindAddress: z.string(),
  /** Where a NAT shows us to the world, one of each family at most. */
  publicAddresses: z.array(z.string()).readonly(),
  /** Asked for the IPv4 address; `null`: nobody is. */
  stunServer: z.object({ host: z.string(), port: z.number().int() }).nullable(),
  /** UDP and TCP; the next free one is taken where this is not. 0 asks the system for one. */
  sipPort: z.number().int(),
  /** SIP over TLS, by which keys of audio may be told; the next free port where this one is taken. `null`: none. */
  tls: z.object({ port: z.number().int(), certificate: z.string(), key: z.string() }).nullable(),
  /** `null`: no WSS. */
  wss: z
    .object({
      port: z.number().int(),
      certificate: z.string(),
      key: z.string(),
      consolePort: z.number().int().optional(),
      origins: z.array(z.string()).readonly().optional(),
    })
    .nullable(),
  /** SIP over WebSocket for the proxies that ended its TLS, whose `X-Forwarded-For` is believed. `null`: no WS. */
  ws: z
    .object({
      port: z.number().int(),
      proxies: z.array(z.string()).readonly(),
      origins: z.array(z.string()).readonly().default([]),
    })
    .nullable(),
  /** One UDP port for the media of all browsers; 0 asks the system for one. */
  icePort: z.number().int(),
  /** So many processes have the audio of calls (ADR 701); 0: this one. */
  mediaWorkers: z.int().nonnegative().default(0),
  /** When Opus is spoken, see `OpusUse`. */
  opus: z.enum(['never', 'among-phones', 'with-browsers']),
  rtpPorts: z.object({ first: z.number().int(), last: z.number().int() }).nullable(),
  limits,
  /** How long a TCP connection may stand without a registration or a call, in milliseconds. */
  strangerConnectionMs: z.number().int().positive(),
  /** How long a registration lasts, in seconds, whatever the phone asks for above it (RFC 3261 §10.3 step 7). */
  registrationSeconds: z.number().int().positive(),
  shortestRegistrationSeconds: z.number().int().positive(),
  /** After a carrier refused our registration or was not there, so long is waited at first, in milliseconds; then twice as long each time. */
  carrierRetryMs: z.number().int().positive(),
  /** A carrier that gives no sign of life at all for so long is given up, in milliseconds. */
  carrierSilenceMs: z.number().int().positive(),
  /** A desk phone that holds is asked so often whether it is still there, in milliseconds; twice as often one that is not heard. */
  lifeAskMs: z.number().int().positive(),
});
export type SipPlantOptions = z.infer<typeof sipPlantOptions>;

/** The options with the ports that an engine before this one had: phones know them, and they are tried first. */
export interface SipStart extends SipPlantOptions {
  readonly before: KnownPorts | null;
}
