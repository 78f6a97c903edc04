import { isIP } from 'node:net';
import { type MediaAttributes, type MediaDescription, parse, type SessionDescription } from 'sdp-transform';
import type { Law } from './g711.ts';
import { MediaRefusal, type RemoteDirection } from './media-leg.ts';

/** What both sides can speak, with the numbers that the far end gave it. */
export interface AudioFormats {
  readonly law: Law;
  readonly payloadType: number;
  /** `telephone-event/8000` (RFC 4733), when the far end has it. */
  readonly eventType: number | undefined;
}

/** The audio section of what the far end says. */
export interface RemoteAudio {
  readonly formats: AudioFormats;
  readonly direction: RemoteDirection;
  /** Undefined where it names no address to send to (`0.0.0.0`: a hold of RFC 2543). */
  readonly target: { readonly address: string; readonly port: number } | undefined;
  /** Where it takes reports: on the port of its audio (RFC 5761), on one that it names (RFC 3605), or on the next one. */
  readonly rtcp: 'mux' | { readonly port: number | undefined };
  /** ICE and DTLS parameters, of a browser. */
  readonly secure: SecureTransport | undefined;
  readonly mid: string;
  /** All sections in their order, since an answer has one for each (RFC 3264 §6); undefined stands for this audio. */
  readonly others: readonly (RejectedSection | undefined)[];
}

export interface SecureTransport {
  readonly iceUfrag: string;
  readonly icePwd: string;
  readonly fingerprint: string;
  readonly candidates: readonly string[];
}

export interface RejectedSection {
  readonly type: string;
  readonly protocol: string;
  readonly formats: string;
  readonly mid: string | undefined;
}

/** Reads an offer or answer of either kind of leg. Throws `MediaRefusal` when there is no G.711 audio in it. */
export function readSdp(sdp: string): RemoteAudio {
  const session = parseAnything(sdp);
  const audio = session.media.find((media) => media.type === 'audio' && media.port !== 0 && isSpoken(media, session));
  if (!audio) throw new MediaRefusal('no audio in the SDP');
  const address = audio.connection?.ip ?? session.connection?.ip ?? '0.0.0.0';
  if (isIP(address) === 0) throw new MediaRefusal('the audio address is no IP address');
  if (!isPort(audio.port)) throw new MediaRefusal('the audio port is none');
  if (isMany(address)) throw new MediaRefusal('the audio address is not one party');
  const nowhere = address === '0.0.0.0' || address === '::';
  const direction = directionOf(audio, session);
  const secure = secureTransport(audio, session);
  return {
    formats: formatsOf(audio),
    direction: nowhere && !secure && direction === 'sendrecv' ? 'sendonly' : direction,
    target: nowhere ? undefined : { address, port: audio.port },
    rtcp: audio.rtcpMux ? 'mux' : { port: audio.rtcp && isPort(audio.rtcp.port) ? audio.rtcp.port : undefined },
    secure,
    mid: token(audio.mid) ?? '0',
    others: session.media.map((media) => (media === audio ? undefined : rejectedSection(media))),
  };
}

/** An answer keeps its offer's profile (RFC 3264 §6): plain RTP, or a browser's DTLS-SRTP; keys in the SDP (RFC 4568) we have not. */
function isSpoken(media: Media, session: SessionDescription): boolean {
  const profile = String(media.protocol).toUpperCase();
  return profile === 'RTP/AVP' || (profile.endsWith('RTP/SAVPF') && Boolean(media.fingerprint ?? session.fingerprint));
}

type Media = SessionDescription['media'][number];

function parseAnything(sdp: string): SessionDescription {
  try {
    return parse(sdp);
  } catch (cause) {
    throw new MediaRefusal('the SDP cannot be read', { cause });
  }
}

function formatsOf(audio: MediaAttributes & MediaDescription): AudioFormats {
  const listed = String(audio.payloads ?? '').split(' ');
  const numbers = listed.filter((text) => /^\d{1,3}$/.test(text)).map(Number);
  const named = new Map(
    audio.rtp.map(({ payload, codec, rate }) => [payload, `${codec}/${rate ?? 8000}`.toLowerCase()]),
  );
  // Static numbers need no rtpmap (RFC 3551 §6).
  const numberOf = (name: string, fixed?: number) =>
    numbers.find((number) => (named.get(number) ?? (number === fixed ? name : undefined)) === name);
  const pcma = numberOf('pcma/8000', 8);
  const payloadType = pcma ?? numberOf('pcmu/8000', 0);
  if (payloadType === undefined) throw new MediaRefusal('no G.711 among the formats');
  return {
    law: pcma === undefined ? 'pcmu' : 'pcma',
    payloadType,
    eventType: numberOf('telephone-event/8000'),
  };
}

const DIRECTIONS: readonly RemoteDirection[] = ['sendrecv', 'sendonly', 'recvonly', 'inactive'];

function directionOf(audio: Media, session: SessionDescription): RemoteDirection {
  const named = audio.direction ?? session.direction;
  return DIRECTIONS.find((direction) => direction === named) ?? 'sendrecv';
}

/** Only what has the form that RFC 8839 and RFC 8122 give it reaches the native library. */
function secureTransport(audio: Media, session: SessionDescription): SecureTransport | undefined {
  const iceUfrag = audio.iceUfrag ?? session.iceUfrag;
  const icePwd = audio.icePwd ?? session.icePwd;
  const fingerprint = audio.fingerprint ?? session.fingerprint;
  if (iceUfrag === undefined || icePwd === undefined || !fingerprint) return undefined;
  const text = `${fingerprint.type.toLowerCase()} ${fingerprint.hash.toUpperCase()}`;
  const wellFormed =
    /^[\w+/-]{4,256}$/.test(String(iceUfrag)) &&
    /^[\w+/-]{22,256}$/.test(String(icePwd)) &&
    /^sha-(1|224|256|384|512) [0-9A-F]{2}(:[0-9A-F]{2}){19,63}$/.test(text);
  if (!wellFormed) throw new MediaRefusal('ICE or DTLS parameters are malformed');
  return {
    iceUfrag: String(iceUfrag),
    icePwd: String(icePwd),
    fingerprint: text,
    candidates: (audio.candidates ?? []).slice(0, MOST_CANDIDATES).flatMap(candidateLine),
  };
}

const MOST_CANDIDATES = 20;

/** UDP candidates with an IP address. Names (`….local`) are left out: the browser reaches us, and is seen when it does. */
function candidateLine(candidate: NonNullable<Media['candidates']>[number]): string[] {
  const { foundation, component, transport, priority, ip, port, type } = candidate;
  const usable =
    component === 1 &&
    /^udp$/i.test(transport) &&
    isIP(ip) !== 0 &&
    /^[\w+/-]{1,32}$/.test(String(foundation)) &&
    /^(host|srflx|prflx|relay)$/.test(type) &&
    isPort(port) &&
    /^\d{1,10}$/.test(String(priority));
  return usable ? [`${foundation} 1 UDP ${priority} ${ip} ${port} typ ${type}`] : [];
}

function isPort(port: number): boolean {
  return Number.isInteger(port) && port > 0 && port < 65536;
}

/** Multicast and broadcast: one caller could have everybody in a network sent audio. */
function isMany(address: string): boolean {
  return /^(22[4-9]|23\d)\.|^255\.255\.255\.255$|^ff/i.test(address);
}

function rejectedSection(media: Media): RejectedSection {
  return {
    type: token(media.type) ?? 'audio',
    protocol: /^[\w/]+$/.test(media.protocol) ? media.protocol : 'RTP/AVP',
    formats: /^[\w .-]+$/.test(String(media.payloads)) ? String(media.payloads) : '0',
    mid: token(media.mid),
  };
}

/** The library reads digits as a number, whatever its types say. */
function token(value: string | number | undefined): string | undefined {
  return value !== undefined && /^[\w.+-]{1,64}$/.test(String(value)) ? String(value) : undefined;
}

/** What our side says. */
export interface LocalAudio {
  readonly session: { readonly id: number; readonly version: number };
  readonly address: string;
  readonly port: number;
  /** In our words; the mirror image of what the far end's say. */
  readonly direction: RemoteDirection;
  readonly formats: readonly AudioFormats[];
  readonly secure: (SecureTransport & { readonly setup: 'actpass' | 'passive'; readonly ssrc: number }) | undefined;
  /** Reports come on the port of the audio, as the far end asked for; browsers always do so. */
  readonly rtcpMux?: boolean;
  readonly mid: string;
  readonly others: readonly (RejectedSection | undefined)[];
}

/** What we offer of our own accord: A-law first, since Vietnam's network speaks it. */
export const OFFERED: readonly AudioFormats[] = [
  { law: 'pcma', payloadType: 8, eventType: 101 },
  { law: 'pcmu', payloadType: 0, eventType: 101 },
];

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

function audioLines({ formats, secure, port, mid, direction, rtcpMux }: LocalAudio): string[] {
  const events = formats.find((format) => format.eventType !== undefined)?.eventType;
  const numbers = [...formats.map((format) => format.payloadType), ...(events === undefined ? [] : [events])];
  return [
    `m=audio ${port} ${secure ? 'UDP/TLS/RTP/SAVPF' : 'RTP/AVP'} ${numbers.join(' ')}`,
    ...(secure ? secureLines(secure, mid) : rtcpMux ? ['a=rtcp-mux'] : []),
    ...formats.map((format) => `a=rtpmap:${format.payloadType} ${format.law.toUpperCase()}/8000`),
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
