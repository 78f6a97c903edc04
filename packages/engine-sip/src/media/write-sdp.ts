import { randomInt } from 'node:crypto';
import { isIP } from 'node:net';
import { type AudioFormats, eventClockOf } from './audio-formats.ts';
import { codecName } from './codec.ts';
import type { RemoteDirection } from './media-leg.ts';
import type { RejectedSection, SecureTransport } from './read-sdp.ts';
import { type CryptoLine, cryptoAttribute } from './sdes.ts';

/** The facts that our SDP states. */
export interface LocalAudio {
  readonly session: { readonly id: number; readonly version: number };
  readonly address: string;
  readonly port: number;
  /** In our words; the mirror image of what the far end's say. */
  readonly direction: RemoteDirection;
  readonly formats: readonly AudioFormats[];
  /** As the far end named it, or the one that we offer. */
  readonly profile: string;
  readonly secure?: (SecureTransport & { readonly setup: 'actpass' | 'passive'; readonly ssrc: number }) | undefined;
  readonly crypto?: readonly CryptoLine[];
  /** Reports come on the port of the audio, as the far end asked for; browsers always do so. */
  readonly rtcpMux?: boolean;
  readonly mid: string;
  readonly others: readonly (RejectedSection | undefined)[];
}

/** The name of a session that is new, or goes on under its own (RFC 3264 §8), and the version before its next one. */
export function sessionAfter(before: { readonly ours: string } | undefined): LocalAudio['session'] {
  const [, id, version] = /^o=\S+ (\d+) (\d+) /m.exec(before?.ours ?? '') ?? [];
  return id === undefined ? { id: randomInt(1, 2 ** 31), version: 0 } : { id: Number(id), version: Number(version) };
}

/** Writes an offer or answer; sections of the far end other than its audio are turned down. */
export function writeSdp(local: LocalAudio): string {
  const where = `IN ${isIP(local.address) === 6 ? 'IP6' : 'IP4'} ${local.address}`;
  const lines = [
    'v=0',
    `o=- ${local.session.id} ${local.session.version} ${where}`,
    's=-',
    `c=${where}`,
    't=0 0',
    ...(local.secure ? [`a=group:BUNDLE ${local.mid}`] : []),
    ...local.others.flatMap((other) => (other ? rejectedLines(other) : audioLines(local))),
  ];
  return `${lines.join('\r\n')}\r\n`;
}

function rejectedLines({ type, protocol, formats, mid }: RejectedSection): string[] {
  return [`m=${type} 0 ${protocol} ${formats}`, ...(mid ? [`a=mid:${mid}`] : []), 'a=inactive'];
}

/**
 * What we like to hear of Opus (RFC 7587 §6.1): lost packets repaired within the next, and speech to 8 kHz. What is above costs a listener
 * that decodes nearly twice as much (ADR 615).
 */
const OPUS_PARAMETERS = 'minptime=10;useinbandfec=1;maxplaybackrate=16000';

function audioLines({ formats, profile, secure, crypto = [], port, mid, direction, rtcpMux }: LocalAudio): string[] {
  const events = new Map(
    formats.flatMap((format) => (format.eventType === undefined ? [] : [[format.eventType, eventClockOf(format)]])),
  );
  const numbers = [...formats.map((format) => format.payloadType), ...events.keys()];
  return [
    `m=audio ${port} ${profile} ${numbers.join(' ')}`,
    ...(secure ? secureLines(secure, mid) : rtcpMux ? ['a=rtcp-mux'] : []),
    ...crypto.map(cryptoAttribute),
    ...formats.flatMap(({ codec, payloadType }) => [
      `a=rtpmap:${payloadType} ${codecName(codec)}`,
      ...(codec === 'opus' ? [`a=fmtp:${payloadType} ${OPUS_PARAMETERS}`] : []),
    ]),
    ...[...events].flatMap(([type, clock]) => [`a=rtpmap:${type} telephone-event/${clock}`, `a=fmtp:${type} 0-15`]),
    'a=ptime:20',
    `a=${direction}`,
  ];
}

function secureLines(secure: NonNullable<LocalAudio['secure']>, mid: string): string[] {
  return [
    `a=mid:${mid}`,
    'a=rtcp-mux',
    `a=ice-ufrag:${secure.iceUfrag}`,
    `a=ice-pwd:${secure.icePwd}`,
    `a=fingerprint:${secure.fingerprint}`,
    `a=setup:${secure.setup}`,
    ...secure.candidates.map((candidate) => `a=candidate:${candidate}`),
    'a=end-of-candidates',
    'a=msid:alo audio',
    `a=ssrc:${secure.ssrc} cname:alo`,
  ];
}

/** The direction that answers one of the far end (RFC 3264 §6.1). */
export function mirrored(direction: RemoteDirection): RemoteDirection {
  if (direction === 'sendonly') return 'recvonly';
  return direction === 'recvonly' ? 'sendonly' : direction;
}
