import type { RecordingId, TenantId } from '@alo/call-core';
import type { MediaLeg } from './media-leg.ts';

export interface MediaLog {
  warn(fields: Readonly<Record<string, unknown>>, message: string): void;
}

export interface MediaPlaneOptions {
  /** Where sockets are bound, e.g. `127.0.0.1`, or `0.0.0.0` for every interface. */
  readonly bindAddress: string;
  /** What SDP of plain RTP legs names when it is not the bind address. */
  readonly advertisedAddress?: string;
  /** One UDP port for the media of all browsers; 0 takes a free one. */
  readonly icePort: number;
  /** Plain RTP legs take even ports from here; absent, the system's ephemeral ones. */
  readonly rtpPortRange?: { readonly first: number; readonly last: number };
  readonly promptsFolder: string;
  readonly recordingsFolder: string;
  readonly log: MediaLog;
}

export interface RtpLegOptions {
  /** The address that SDP names for this leg, e.g. where its SIP came in; the plane's when absent. */
  readonly localAddress?: string;
  /** Where the party's SIP comes from: RTP is believed from here as well as from the address in its SDP (NAT). */
  readonly signalledFrom?: string;
}

export interface RecordingResult {
  readonly durationMs: number;
  readonly bytes: number;
  /** Parts are silent because they could not be written (disk full). */
  readonly incomplete: boolean;
}

/** When somebody who leaves a message has nothing more to say. */
export interface SilenceLimit {
  readonly maxSilenceMs: number;
  /** Told once, after that much silence; the recording goes on until it is stopped. */
  readonly onSilence: () => void;
}

/** A file that grows: `<recordings>/<tenant>/<recording>.wav`, a valid WAV at any moment, at most a second behind. */
export interface Recording {
  /** Goes on in the same file with other parties. */
  setLegs(left: MediaLeg, right: MediaLeg): void;
  /** Resolves when the file is complete on disk; never rejects. A second call gives the same. */
  stop(): Promise<RecordingResult>;
}

/** All the audio of one engine process. Whoever asks for a leg or a recording closes it; `close` ends what is left. */
export interface MediaPlane {
  /** The UDP port of all browsers' media. */
  readonly icePort: number;
  /** A party that speaks ICE and DTLS-SRTP: a browser. */
  webRtcLeg(): MediaLeg;
  /** A party that speaks plain RTP: a desk phone or a carrier. */
  rtpLeg(options?: RtpLegOptions): MediaLeg;
  /** Both hear each other. Ends their plays, and bridges either had with others. */
  bridge(a: MediaLeg, b: MediaLeg): void;
  unbridge(a: MediaLeg, b: MediaLeg): void;
  /** Stereo: `left` and `right` as they speak. */
  record(tenant: TenantId, recording: RecordingId, left: MediaLeg, right: MediaLeg): Recording;
  /** Mono: a message left in a voicemail box. */
  recordMessage(tenant: TenantId, recording: RecordingId, leg: MediaLeg, limit?: SilenceLimit): Recording;
  /** Ends every leg and completes every recording. The native library keeps the process alive: end it by `process.exit`. */
  close(): Promise<void>;
}
