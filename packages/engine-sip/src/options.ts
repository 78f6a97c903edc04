import type { EngineOptions } from '@alo/engine-host';
import type { StunServer } from '@alo/net';
import { defaultSipLimits, type SipLimits } from './limits.ts';
import type { SipPlantOptions } from './plant-options.ts';

/** What the server gives the engine; everything that may be absent has a default. */
export interface SipEngineOptions extends EngineOptions {
  /** Interface that SIP and media listen on, `0.0.0.0` when absent. */
  readonly bindAddress?: string;
  /** The addresses, one of each family at most, that phones, browsers and carriers reach us by, where a NAT stands between (ADR 610). */
  readonly publicAddresses?: readonly string[];
  /** A STUN server that is asked for the IPv4 address, where none is said. */
  readonly stunServer?: StunServer | undefined;
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
    /** Of other pages whose phones may come, `https://crm.example.vn`; they prove themselves as any phone. */
    readonly origins?: readonly string[];
  };
  /** SIP over WebSocket without TLS, for a proxy in front of us. Absent: only sockets handed over by `acceptWebSocket`. */
  readonly wsPort?: number | undefined;
  /** The console's page where that is on another host than `wsPort` is. */
  readonly wsOrigins?: readonly string[];
  readonly icePort?: number;
  readonly rtpPorts?: { readonly first: number; readonly last: number };
  /** How many processes have the audio of calls, beside the one that has their signalling: that one when absent or 0 (ADR 701). */
  readonly mediaWorkers?: number | undefined;
  /** When Opus is spoken: among phones that have it when absent. */
  readonly opus?: OpusUse | undefined;
  readonly limits?: Partial<SipLimits>;
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
  /** How often a desk phone that holds is asked whether it is still there, in milliseconds: every 15 s when absent; twice as often one that is not heard. */
  readonly lifeAskMs?: number;
}

/**
 * `among-phones`: in calls of phones that have it to extensions that a browser is registered for. `with-browsers`: with every browser as
 * well, whoever is at the other end, so that what its network loses is repaired; that costs more (ADR 615). `never`: who has nothing else is
 * refused.
 */
export type OpusUse = SipPlantOptions['opus'];

/** The options as the process gets them, with every default written down. */
export function toSipPlantOptions(options: SipEngineOptions): SipPlantOptions {
  return {
    files: options.files,
    bindAddress: options.bindAddress ?? '0.0.0.0',
    publicAddresses: options.publicAddresses ?? [],
    stunServer: options.stunServer ?? null,
    sipPort: options.sipPort ?? 5060,
    tls: options.tls ?? null,
    wss: options.wss ?? null,
    ws:
      options.wsPort === undefined
        ? null
        : { port: options.wsPort, proxies: options.trustedProxies ?? [], origins: options.wsOrigins ?? [] },
    icePort: options.icePort ?? 0,
    rtpPorts: options.rtpPorts ?? null,
    mediaWorkers: options.mediaWorkers ?? 0,
    opus: options.opus ?? 'among-phones',
    limits: { ...defaultSipLimits, ...options.limits },
    strangerConnectionMs: options.strangerConnectionMs ?? 180_000,
    registrationSeconds: options.registrationSeconds ?? 60,
    shortestRegistrationSeconds: options.shortestRegistrationSeconds ?? 30,
    carrierRetryMs: options.carrierRetryMs ?? 30_000,
    carrierSilenceMs: options.carrierSilenceMs ?? 5_000,
    lifeAskMs: options.lifeAskMs ?? 15_000,
  };
}
