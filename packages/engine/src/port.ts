import type { CallId, EngineCommand, EngineEvent, LegId, RecordingId, TenantId, TrunkId } from '@alo/call-core';

/** One secret by which a phone proves that it is an extension. A person has one per browser session and one per desk phone. */
export interface ExtensionSecret {
  readonly id: string;
  /** Hex of MD5(user:realm:password) and SHA-256(user:realm:password); realm is the tenant's SIP domain (RFC 7616 §3.4.2). */
  readonly ha1Md5: string;
  readonly ha1Sha256: string;
}

export interface ExtensionProvision {
  readonly extension: string;
  readonly secrets: readonly ExtensionSecret[];
}

/** A carrier known by its address: calls from it are the tenant's inbound calls, outbound calls go to it. */
export interface TrunkProvision {
  readonly trunk: TrunkId;
  readonly host: string;
  readonly port: number;
  readonly transport: 'udp' | 'tcp';
  /** Source addresses (IPv4, IPv6 or CIDR) that are this carrier. */
  readonly addresses: readonly string[];
  /** The tenant's numbers on this trunk, in the form that the carrier sends; tells tenants on one carrier apart. */
  readonly numbers: readonly string[];
}

/** All that an engine knows of a tenant. It replaces what was provisioned before. */
export interface TenantProvision {
  readonly tenant: TenantId;
  /** SIP domain and digest realm, e.g. `demo.alo.local`. */
  readonly domain: string;
  readonly extensions: readonly ExtensionProvision[];
  readonly trunks: readonly TrunkProvision[];
}

export interface EngineSnapshot {
  readonly legs: readonly { readonly tenant: TenantId; readonly call: CallId; readonly leg: LegId }[];
  readonly recordings: readonly RecordingId[];
  readonly registrations: readonly {
    readonly tenant: TenantId;
    readonly extension: string;
    readonly contacts: number;
  }[];
}

/** Where an engine reads prompts and writes recordings. */
export interface EngineFiles {
  /** Absolute path of a prompt by its key. */
  readonly promptsFolder: string;
  /** Recordings are `<folder>/<tenant>/<recording>.wav`: a valid WAV at any moment, at most a second behind. */
  readonly recordingsFolder: string;
}

export type EngineStatus = 'starting' | 'up' | 'down';

/** What both engines are: a switch that does what call control says and tells what happened. */
export interface TelephonyEngine {
  start(): Promise<void>;
  /** Ends every leg, finishes recordings, frees ports. */
  close(): Promise<void>;
  /** Never throws and never waits: what cannot be done comes back as an event (`ended` with a cause). */
  perform(tenant: TenantId, call: CallId, command: EngineCommand): void;
  onEvent(listener: (tenant: TenantId, event: EngineEvent) => void): void;
  /** `down` when the engine died: its legs are gone, and the caller reconciles by `snapshot()` when it is `up` again. */
  onStatus(listener: (status: EngineStatus) => void): void;
  provision(tenant: TenantProvision): Promise<void>;
  forget(tenant: TenantId): Promise<void>;
  snapshot(): Promise<EngineSnapshot>;
}
