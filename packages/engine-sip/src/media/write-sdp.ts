import { isIP } from 'node:net';
import type { AudioFormats } from './audio-formats.ts';
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

function audioLines({ formats, profile, secure, crypto = [], port, mid, direction, rtcpMux }: LocalAudio): string[] {
  const events = formats.find((format) => format.eventType !== undefined)?.eventType;
  const numbers = [...formats.map((format) => format.payloadType), ...(events === undefined ? [] : [events])];
  return [
    `m=audio ${port} ${profile} ${numbers.join(' ')}`,
    ...(secure ? secureLines(secure, mid) : rtcpMux ? ['a=rtcp-mux'] : []),
    ...crypto.map(cryptoAttribute),
    ...formats.map((format) => `a=rtpmap:${format.payloadType} ${codecName(format.codec)}`),
    ...(events === undefined ? [] : [`a=rtpmap:${events} telephone-event/8000`, `a=fmtp:${events} 0-15`]),
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
