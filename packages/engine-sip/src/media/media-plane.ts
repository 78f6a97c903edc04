import type { RecordingId, TenantId } from '@alo/call-core';
import type { Codecs } from './audio-formats.ts';
import type { MediaLeg } from './media-leg.ts';
import type { PortRange } from './rtp-socket.ts';

export interface MediaLog {
  warn(fields: Readonly<Record<string, unknown>>, message: string): void;
}

export interface MediaPlaneOptions {
  /** Where sockets are bound, e.g. `127.0.0.1`, or `0.0.0.0` for every interface. */
  readonly bindAddress: string;
  /** Where a NAT shows our sockets to the world, at most one address of each family; none where it is left out. */
  readonly publicAddresses?: () => readonly string[];
  /** One UDP port for the media of all browsers; 0 takes a free one. */
  readonly icePort: number;
  /** Plain RTP legs take even ports from here; absent, the system's ephemeral ones. */
  readonly rtpPortRange?: PortRange;
  readonly promptsFolder: string;
  /** Of sounds that companies brought. */
  readonly companyPromptsFolder?: string | undefined;
  readonly recordingsFolder: string;
  /** Whether there is a coder for Opus; where it is left out there is. */
  readonly hasOpus?: boolean;
  readonly log: MediaLog;
}

/** What is said of a leg of either kind. */
export interface LegOptions {
  /** The codecs that are offered and may be chosen, the best first: G.711 when absent. */
  readonly codecs?: Codecs;
  /** The call that it is of: what is of one call is set up in one process, where there are several. */
  readonly conversation?: string;
  /** It goes on with a session whose process died: the last SDP of the far end and of ours. */
  readonly after?: { readonly theirs: string; readonly ours: string };
}

export interface RtpLegOptions extends LegOptions {
  /** The address that SDP names for this leg, e.g. where its SIP came in; the plane's when absent. */
  readonly localAddress?: string;
  /** Where the party's SIP comes from: RTP is believed from here as well as from the address in its SDP (NAT). */
  readonly signalledFrom?: string;
  /** Offers SRTP, with its keys in the SDP: for signalling that nobody else reads. */
  readonly isSecret?: boolean;
  /**
   * How keys go to a carrier and come from it: in its audio, as events (RFC 4733) where it lists them and as sound where it does not; as
   * sound alone; by INFO alone. Absent, for a phone: as events, else by INFO.
   */
  readonly keys?: 'in-audio' | 'sound' | 'info';
  /** A carrier that we call: what it says until it answers is heard. */
  readonly hearsLine?: boolean;
}

export interface RecordingResult {
  /** As the file has it. */
  readonly durationMs: number;
  readonly bytes: number;
  /** Not `whole`: parts are silent, or missing at the end, because they could not be written. */
  readonly state: 'whole' | 'incomplete' | 'no-space';
  /** So much of it is silent because the engine stood still (ms); not said where it did not. */
  readonly gapMs?: number;
}

/** When somebody who leaves a message has nothing more to say. */
export interface SilenceLimit {
  readonly maxSilenceMs: number;
  /** Told once, after that much silence; the recording goes on until it is stopped. */
  readonly onSilence: () => void;
}

/** A file that grows: `<recordings>/<tenant>/<recording>.wav`, a valid WAV at any moment, at most a second behind. */
export interface MediaRecording {
  /** While it is paused there is silence instead. */
  pause(on: boolean): void;
  /** Resolves when the file is complete on disk; never rejects. A second call gives the same. */
  stop(): Promise<RecordingResult>;
}

/** The recording of a conversation: it goes on when its people go to another bridge. */
export interface BridgeRecording extends MediaRecording {
  follow(bridge: MediaBridge): void;
}

export interface MediaMember {
  readonly leg: MediaLeg;
  /** Whom this party hears; of those who are not in the bridge nothing. */
  readonly hears: readonly MediaLeg[];
  /** On which side of a recording this party is. */
  readonly channel: 'left' | 'right';
  /** No recording has what this party says. */
  readonly offRecord?: true;
}

/** People who hear each other. */
export interface MediaBridge {
  /** Sets its members. A leg that was in another bridge leaves that one; a leg that closes leaves by itself. */
  set(members: readonly MediaMember[]): void;
}

/** What is recorded, and into which file. */
export interface RecordingOf {
  readonly tenant: TenantId;
  readonly recording: RecordingId;
  /** Its file was begun so long ago (ms), by a process that died: it goes on there, at its time. */
  readonly begunMs?: number | undefined;
}

export interface MessageOptions {
  /** Of a message left in a voicemail box. */
  readonly limit?: SilenceLimit | undefined;
  /** In stereo: what is said to the party is on the right. */
  readonly both?: boolean;
}

/** All the audio of one engine. The owner of a leg or a recording closes it; `close` ends those that are left. */
export interface MediaPlane {
  /** A party that speaks ICE and DTLS-SRTP: a browser. */
  webRtcLeg(options?: LegOptions): MediaLeg;
  /** A party that speaks plain RTP: a desk phone or a carrier. */
  rtpLeg(options?: RtpLegOptions): MediaLeg;
  /** An empty one, of that call. It costs nothing when it is empty again. */
  bridge(conversation?: string): MediaBridge;
  /** Records in stereo while members come and go. */
  record(what: RecordingOf, bridge: MediaBridge): BridgeRecording;
  /** One party alone. */
  recordMessage(what: RecordingOf, leg: MediaLeg, options?: MessageOptions): MediaRecording;
  /**
   * A server decides about the calls, as at the beginning, or none is there. A talk that ends while there is none ends its recording with
   * it: whoever is left alone is not recorded until a server has heard of it.
   */
  served(isServed: boolean): void;
  /** Keys of sealed files that are played next, by the file's name. */
  opens(keys: Readonly<Record<string, string>>): void;
  /** Resolves when what was asked until now is done, and what came of it is told. */
  settled(): Promise<void>;
  /** Ends every leg and completes every recording. The native library keeps the process alive: end it by `process.exit`. */
  close(): Promise<void>;
}
