import type {
  BridgeId,
  CallId,
  Contact,
  EngineCommand,
  EngineEvent,
  Instant,
  LegId,
  Member,
  PlayId,
  RecordingId,
  TenantId,
  TrunkId,
} from '@alo/call-core';

/** One secret by which a phone proves who it is: of a browser session, or of a device. */
export interface ExtensionSecret {
  readonly id: string;
  /** Hex of MD5(user:realm:password) and SHA-256(user:realm:password); realm is the tenant's SIP domain (RFC 7616 §3.4.2). */
  readonly ha1Md5: string;
  readonly ha1Sha256: string;
}

/** A desk phone of an extension, with a lasting password of its own. */
export interface DeviceProvision {
  /** Names it, however often its password changes; the secret's id changes with that. */
  readonly device: string;
  /** Its own user name, see `deviceUser`. */
  readonly user: string;
  readonly secret: ExtensionSecret;
  /** From where it may come: addresses and CIDR networks; none: from anywhere. */
  readonly networks: readonly string[];
  /** Calls that it may have at a time. */
  readonly maxCalls: number;
}

/** What a desk phone's registration is made of, for an engine that is born after it: one by UDP, since connections die with theirs. */
export interface KeptRegistration {
  /** Of the password that it was proved by: worth nothing once that has changed. */
  readonly secret: string;
  /** The name that it registered under: its own, or its extension's. */
  readonly user: string;
  /** The value of Contact. */
  readonly contact: string;
  readonly address: string;
  readonly port: number;
  readonly until: Instant;
  readonly callId: string;
  readonly cseq: number;
}

/** A desk phone has registered, or is not registered any more. */
export interface DeviceSeen {
  readonly device: string;
  readonly at: Instant;
  /** From where and with what it spoke; null where it was not heard but missed. */
  readonly from: { readonly address: string; readonly userAgent: string } | null;
  /** The moment that it is registered until; null: it is not. */
  readonly until: Instant | null;
  readonly registrations: readonly KeptRegistration[];
}

/**
 * What a carrier said instead of an answer to a call of ours, as the engine heard it before the call ended without one (183 with sound). Only
 * an engine with audio of its own hears it.
 */
export interface NetworkSaid {
  readonly what: 'said';
  readonly call: CallId;
  readonly leg: LegId;
  readonly at: Instant;
  readonly trunk: TrunkId;
  /** As it was called. */
  readonly number: string;
  /** Its print, in base64. */
  readonly print: string;
  readonly like: 'speech' | 'music';
  readonly ms: number;
  /** The last seconds of it, A-law at 8 kHz, in base64. It lies nowhere until somebody decides that it may. */
  readonly sound: string;
}

/** A machine and nobody else has picked up a call of ours: why that is sure, in words. */
export interface MachineHeard {
  readonly what: 'machine';
  readonly call: CallId;
  readonly leg: LegId;
  readonly at: Instant;
  readonly words: string;
}

/** What an engine heard on a line that call control does not decide by. */
export type LineHeard = NetworkSaid | MachineHeard;

/** An extension as an engine knows it: by what its phones prove who they are, and what is shown to them. */
export interface ExtensionProvision {
  readonly extension: string;
  /** Of its browsers. */
  readonly secrets: readonly ExtensionSecret[];
  readonly devices?: readonly DeviceProvision[];
  /** Of its voicemail: not heard yet, and heard. */
  readonly messages?: { readonly waiting: number; readonly old: number };
}

/** A carrier: calls from it are the tenant's inbound calls, outbound calls go to it. What is absent is plain. */
export interface TrunkProvision {
  readonly trunk: TrunkId;
  readonly host: string;
  /** Null: looked up (RFC 3263). */
  readonly port: number | null;
  readonly transport: 'udp' | 'tcp' | 'tls';
  /** `host`, `host:port`, `[v6]:port`: tried in this order when the first does not answer. */
  readonly backups?: readonly string[];
  /** Source addresses (IPv4, IPv6 or CIDR) that are this carrier, besides those of its servers. */
  readonly addresses: readonly string[];
  /** Addresses and CIDR networks outside the internet where its names may lead all the same; absent: none. */
  readonly inside?: readonly string[];
  /** When its names and addresses were written, in milliseconds since 1970: of tenants that lead to one carrier the first has it. */
  readonly since?: number;
  /** What the operator gave of the carrier, by name: no trunk of the tenant's without it leads where this one does. */
  readonly share?: string;
  /** What there is of that carrier at all, for all tenants together. */
  readonly carrier?: CarrierPart;
  /** The tenant's numbers on this trunk; each is found in every spelling. Tells tenants on one carrier apart. */
  readonly numbers: readonly string[];
  /** By what the carrier sends: one of `numbers`, where no spelling of it is that. */
  readonly forms?: Readonly<Record<string, string>>;
  /** Digits that the carrier puts before our numbers. */
  readonly numberPrefix?: string;
  /** We register there, and answer challenges by this. */
  readonly account?: TrunkAccount | null;
  /** It registers with us by this, from wherever it is; `host` says nothing then. */
  readonly registersHere?: TrunkAccount;
  /** How it is told who calls, besides From (RFC 3325). */
  readonly identity?: 'from' | 'asserted' | 'remote-party';
  /** What it asserts of a caller is believed; so it is when absent. */
  readonly trustsIdentity?: boolean;
  /** In the order in which they are offered. */
  readonly codecs?: readonly ('pcma' | 'pcmu' | 'g722')[];
  /** How often it is asked whether it is there; 0 or absent is never. */
  readonly checkSeconds?: number;
  /** What its book wants otherwise than most. */
  readonly manner?: TrunkManner;
}

/** A carrier that tenants share, and what of it one of them is sure of. */
export interface CarrierPart {
  readonly id: string;
  /** Calls at once over it, of all tenants together. */
  readonly channels: number;
  /** So many of them the tenant has whenever it wants, whatever the others take. */
  readonly floor: number;
}

/** How a carrier wants to be spoken with; what is absent is as most want it. */
export interface TrunkManner {
  /** The name that stands in From, To and the request's target, where it is not that of the server which the packets go to. */
  readonly domain?: string;
  /** `host`, `host:port`: where we register, where it is not where calls go to. */
  readonly registrar?: string;
  /** How numbers are dialled; as call control has them where it is absent. */
  readonly calledForm?: 'national' | 'international' | 'plus';
  /** From names our account, and who calls stands beside it alone: as `identity` says, else asserted. */
  readonly accountInFrom?: boolean;
  /** Numbers say of themselves that they are some (`;user=phone`, RFC 3261 §19.1.1). */
  readonly userIsPhone?: boolean;
  /** How a number is withheld; `Privacy: id` beside an anonymous From where it is absent. */
  readonly privacy?: 'user-id' | 'none';
  /** Keys by INFO or as sound, though the carrier lists telephone-event. */
  readonly keys?: 'info' | 'sound';
  /** What it sounds before it answers is no ringing: the caller hears our own. */
  readonly ignoresEarlyMedia?: boolean;
  /** Of calls to it: sessions are kept fresh every so many seconds by us (RFC 4028); null: never spoken of. */
  readonly refreshSeconds?: number | null;
  /** Of calls to it: its provisional answers have to be acknowledged (RFC 3262), or never are. */
  readonly provisionals?: 'reliable' | 'plain';
  /** A call in which it says nothing for so long ends, though its signalling answers. */
  readonly silenceMs?: number;
}

/** By which a carrier knows us. */
export interface TrunkAccount {
  readonly username: string;
  /** In digests. */
  readonly authUsername: string;
  readonly password: string;
}

/** All that an engine knows of a tenant. It replaces what was provisioned before, unless that had a later revision. */
export interface TenantProvision {
  readonly tenant: TenantId;
  /** Grows with each change; what comes late with a lower one is not taken. */
  readonly revision: number;
  /** SIP domain and digest realm, e.g. `demo.alo.local`. */
  readonly domain: string;
  readonly extensions: readonly ExtensionProvision[];
  readonly trunks: readonly TrunkProvision[];
  /** Other pages than the console's whose phones may come, as `https://crm.example.vn`; none where it is absent. */
  readonly phoneOrigins?: readonly string[];
  /** How desk phones were reached last. An engine takes them once in its life: from then on it knows better. */
  readonly registrations?: readonly KeptRegistration[];
}

/** What changed since the revision before: a sign-in costs one of these, however many people the tenant has. */
export type ProvisionChange =
  | ({ readonly type: 'secrets' } & ExtensionProvision)
  | { readonly type: 'extension-gone'; readonly extension: string }
  | { readonly type: 'trunk'; readonly trunk: TrunkProvision }
  | { readonly type: 'trunk-gone'; readonly trunk: TrunkId };

/** All that lives in an engine, enough for a new server to take it up again and to end what should not live. */
export interface EngineSnapshot {
  readonly legs: readonly {
    readonly tenant: TenantId;
    readonly call: CallId;
    readonly leg: LegId;
    readonly side: 'arrived' | 'dialled';
    readonly state: 'new' | 'ringing' | 'up';
    readonly held: boolean;
    readonly plays: readonly PlayId[];
  }[];
  readonly bridges: readonly {
    readonly tenant: TenantId;
    readonly call: CallId;
    readonly bridge: BridgeId;
    readonly members: readonly Member[];
  }[];
  readonly recordings: readonly {
    readonly tenant: TenantId;
    readonly call: CallId;
    readonly recording: RecordingId;
    readonly paused: boolean;
  }[];
  readonly registrations: readonly {
    readonly tenant: TenantId;
    readonly extension: string;
    readonly contacts: readonly Contact[];
  }[];
  /** What it was told last of each tenant. */
  readonly provisioned: readonly { readonly tenant: TenantId; readonly revision: number }[];
}

/** What lives in an engine that was just born. */
export const emptyEngine: EngineSnapshot = {
  legs: [],
  bridges: [],
  recordings: [],
  registrations: [],
  provisioned: [],
};

/** Where an engine reads prompts and writes recordings. */
export interface EngineFiles {
  /** Absolute path of a prompt by its key. */
  readonly promptsFolder: string;
  /** Sounds that companies brought, `<folder>/<tenant>/<name>`, by keys that begin with `company/`; none where it is left out. */
  readonly companyPromptsFolder?: string;
  /** Recordings are `<folder>/<tenant>/<recording>.wav`: a valid WAV at any moment, at most a second behind. */
  readonly recordingsFolder: string;
}

/**
 * `unreachable`: the link is gone and its calls go on; `dead`: it is gone with everything it had, and says no more: its last
 * event has been told before. After either, `up` comes with a snapshot to compare with.
 */
export type EngineStatus = 'starting' | 'up' | 'unreachable' | 'dead';

/**
 * For whoever answers for an event. Until `taken` was called the engine tells it again to the next server: in order, with the
 * same number, which grows by one from event to event of one life of an engine.
 */
export interface EventReceipt {
  /** Names one life of an engine. */
  readonly engine: string;
  readonly seq: number;
  /** The event is on disk. */
  taken(): void;
}

/** What every engine is: a switch that does what call control says and tells what happened. */
export interface TelephonyEngine {
  /** Resolves once it takes commands; it does not listen to phones and carriers before `open`. */
  start(): Promise<void>;
  /** Listens from now on. Tenants were provisioned before, so that no carrier is a stranger. */
  open(): Promise<void>;
  /** Ends every leg, finishes recordings, frees ports. */
  close(): Promise<void>;
  /** Never throws and never waits: what cannot be done comes back as an event (`ended` with a cause). */
  perform(tenant: TenantId, call: CallId, command: EngineCommand): void;
  onEvent(listener: (tenant: TenantId, event: EngineEvent, receipt: EventReceipt) => void): void;
  onStatus(listener: (status: EngineStatus) => void): void;
  /** A hint, told once: what is lost is told again with the next registration. */
  onSeen(listener: (tenant: TenantId, seen: DeviceSeen) => void): void;
  /** A hint, told once: what is lost is not told again, and the call is one that was not answered all the same. */
  onHeard(listener: (tenant: TenantId, heard: LineHeard) => void): void;
  provision(tenant: TenantProvision): Promise<void>;
  /** Rejects with `WrongRevision` where it knows another revision than the one before `revision`: provision anew. */
  change(tenant: TenantId, revision: number, changes: readonly ProvisionChange[]): Promise<void>;
  forget(tenant: TenantId): Promise<void>;
  /** Forgets a tenant that has no leg. False, and nothing is forgotten, where it has one, and where the engine cannot be asked. */
  letGo(tenant: TenantId): Promise<boolean>;
  /** All that lives, nothing where the engine is dead; rejects once it was let go of: then nobody can be asked. */
  snapshot(): Promise<EngineSnapshot>;
  /** A recording's WAV bytes from wherever the engine keeps it; null when there is none. */
  fetchRecording(tenant: TenantId, recording: RecordingId): Promise<ReadableStream<Uint8Array> | null>;
}

/** The engine knows another state of a tenant than the one that a change builds on. */
export class WrongRevision extends Error {}
