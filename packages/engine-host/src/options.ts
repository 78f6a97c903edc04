import type { EngineFiles } from '@alo/engine';
import { z } from 'zod';
import type { Pipe } from './handover/handover.ts';
import type { LinkAddress } from './link/address.ts';

/** How much one source may ask of the engine before it is answered with silence or `503`. */
export interface EngineLimits {
  /** Requests that carry no proof of who sent them, per source address and second; five times as many in a burst. */
  readonly unprovenRequestsPerSecond: number;
  /** Contacts that one extension may have at a time; a further one is refused. */
  readonly contactsPerExtension: number;
  /** WebSocket connections from one address. */
  readonly socketsPerAddress: number;
  /** TCP connections from one address, of phones and strangers together. */
  readonly connectionsPerAddress: number;
  /** Those of them that nobody registered or calls over: for one more the oldest of them goes. */
  readonly strangersPerAddress: number;
  /** Calls at a time; further ones get `503 Service Unavailable` and are told as refused. */
  readonly calls: number;
  /** The same for one tenant, so that none takes the others' room. */
  readonly callsPerTenant: number;
  /** Calls that one extension has, browsers and desk phones together, whatever its company allows. */
  readonly callsPerExtension: number;
  /** When a server lets everything that it is told wait longer than this, in milliseconds, no further call is taken. */
  readonly serverLagMs: number;
}

export const defaultLimits: EngineLimits = {
  unprovenRequestsPerSecond: 2_000,
  contactsPerExtension: 10,
  socketsPerAddress: 10_000,
  connectionsPerAddress: 2_000,
  strangersPerAddress: 500,
  calls: 200,
  callsPerTenant: 200,
  callsPerExtension: 20,
  serverLagMs: 250,
};

const limits = z.object({
  unprovenRequestsPerSecond: z.number().int().positive(),
  contactsPerExtension: z.number().int().positive(),
  socketsPerAddress: z.number().int().positive(),
  connectionsPerAddress: z.number().int().positive(),
  strangersPerAddress: z.number().int().positive(),
  calls: z.number().int().positive(),
  callsPerTenant: z.number().int().positive(),
  callsPerExtension: z.number().int().positive(),
  serverLagMs: z.number().positive(),
}) satisfies z.ZodType<EngineLimits>;

const asterisk = z.object({
  url: z.string(),
  user: z.string(),
  password: z.string(),
  app: z.string(),
  /** Our folders of sounds as Asterisk sees them. */
  promptsFolder: z.string(),
  companyPromptsFolder: z.string(),
  /** Where phones and carriers reach it. */
  sipPort: z.number().int(),
  tlsPort: z.number().int().nullable(),
  wssPort: z.number().int().nullable(),
  /** What an extension's own name is for; see `PhoneOptions`. */
  browsers: z.enum(['webrtc', 'plain']),
});
/** How an Asterisk is reached, for an engine's process that lets it carry the calls. */
export type AsteriskOptions = z.infer<typeof asterisk>;

/** All that the engine's process needs to know before it can listen. */
export const childOptions = z.object({
  bindAddress: z.string(),
  /** What SDP and Contact name towards desk phones and carriers; `null`: the address that the request came in on. */
  publicAddress: z.string().nullable(),
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
    })
    .nullable(),
  /** SIP over WebSocket for the proxies that ended its TLS, whose `X-Forwarded-For` is believed. `null`: no WS. */
  ws: z
    .object({ port: z.number().int(), proxies: z.array(z.string()).readonly() })
    .nullable()
    .default(null),
  /** One UDP port for the media of all browsers; 0 asks the system for one. */
  icePort: z.number().int(),
  rtpPorts: z.object({ first: z.number().int(), last: z.number().int() }).nullable(),
  promptsFolder: z.string(),
  companyPromptsFolder: z.string().optional(),
  recordingsFolder: z.string(),
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
  /** A desk phone that holds is asked so often whether it is still there, in milliseconds. */
  heldAskMs: z.number().int().positive().default(15_000),
  /** The Asterisk that carries the calls; `null`: our own switch does. */
  asterisk: asterisk.nullable().default(null),
  /** The ports that an engine before this one had: phones know them, and they are tried first. */
  before: z.object({ sipPort: z.number().int(), tlsPort: z.number().int().nullable() }).nullable().default(null),
});
export type ChildOptions = z.infer<typeof childOptions>;

/** An engine's process that somebody else started beside us, and watches. */
export interface Beside {
  readonly address: LinkAddress;
  /** Where sockets for it are sent. */
  readonly pipe: Pipe;
}

/** What the server gives the engine; everything that may be absent has a default. */
export interface EmbeddedEngineOptions {
  readonly files: EngineFiles;
  /** Interface that SIP and media listen on, `0.0.0.0` when absent. */
  readonly bindAddress?: string;
  /** The address that phones and carriers reach us by, when it is not the one that we are bound to (NAT). */
  readonly publicAddress?: string;
  /** SIP over UDP and TCP, 5060 when absent; the next free one where it is taken, see `HostedEngine.listening`. */
  readonly sipPort?: number;
  /** SIP over TLS, for desk phones and carriers; PEM texts. The next free port where this one is taken. Absent: none. */
  readonly tls?: { readonly port: number; readonly certificate: string; readonly key: string };
  /** SIP over secure WebSocket; PEM texts. Absent: only sockets handed over by `acceptWebSocket`. */
  readonly wss?: {
    readonly port: number;
    readonly certificate: string;
    readonly key: string;
    /** Where the console is served on this host, besides the usual port of HTTPS: no page of anywhere else may come in. */
    readonly consolePort?: number | undefined;
  };
  /** SIP over WebSocket without TLS, for a proxy in front of us. Absent: only sockets handed over by `acceptWebSocket`. */
  readonly wsPort?: number | undefined;
  /** Proxies, addresses or networks, whose `X-Forwarded-For` is believed of where a browser is. */
  readonly trustedProxies?: readonly string[];
  readonly icePort?: number;
  readonly rtpPorts?: { readonly first: number; readonly last: number };
  readonly limits?: Partial<EngineLimits>;
  /** How long a TCP connection may stand without a registration or a call, in milliseconds: three minutes when absent. */
  readonly strangerConnectionMs?: number;
  /** How long a registration lasts, 60 when absent. */
  readonly registrationSeconds?: number;
  /** A phone that asks for less is told to ask for this (RFC 3261 §10.3): 30 when absent. */
  readonly shortestRegistrationSeconds?: number;
  /** How long a carrier may give no sign of life at all before its call is given up: five seconds when absent. */
  readonly carrierSilenceMs?: number;
  /** How long is waited at first before we register again with a carrier that did not take it, in milliseconds: 30 s when absent. */
  readonly carrierRetryMs?: number;
  /** How often a desk phone that holds is asked whether it is still there, in milliseconds: every 15 s when absent. */
  readonly heldAskMs?: number;
  /** The engine's process, where somebody else started it beside us; absent: a child of ours. */
  readonly beside?: Beside;
  /** The program of that child. */
  readonly entry: string;
  /** For a program that lets Asterisk carry the calls. */
  readonly asterisk?: AsteriskOptions;
  /** Gets what the engine wants to say; never numbers, names or secrets. */
  readonly log?: EngineLog;
}

/** Takes a line of the engine's log, without numbers, names and secrets. */
export type EngineLog = (
  level: 'debug' | 'info' | 'warn' | 'error',
  message: string,
  fields: Readonly<Record<string, string | number | boolean>>,
) => void;

/** The options as the child gets them, with every default written down. */
export function toChildOptions(options: EmbeddedEngineOptions): ChildOptions {
  return {
    bindAddress: options.bindAddress ?? '0.0.0.0',
    publicAddress: options.publicAddress ?? null,
    sipPort: options.sipPort ?? 5060,
    tls: options.tls ?? null,
    wss: options.wss ?? null,
    ws: options.wsPort === undefined ? null : { port: options.wsPort, proxies: options.trustedProxies ?? [] },
    icePort: options.icePort ?? 0,
    rtpPorts: options.rtpPorts ?? null,
    promptsFolder: options.files.promptsFolder,
    companyPromptsFolder: options.files.companyPromptsFolder,
    recordingsFolder: options.files.recordingsFolder,
    limits: { ...defaultLimits, ...options.limits },
    strangerConnectionMs: options.strangerConnectionMs ?? 180_000,
    registrationSeconds: options.registrationSeconds ?? 60,
    shortestRegistrationSeconds: options.shortestRegistrationSeconds ?? 30,
    carrierRetryMs: options.carrierRetryMs ?? 30_000,
    carrierSilenceMs: options.carrierSilenceMs ?? 5_000,
    heldAskMs: options.heldAskMs ?? 15_000,
    asterisk: options.asterisk ?? null,
    before: null,
  };
}
