import { isIP, isIPv6, SocketAddress } from 'node:net';
import { parse, type SessionDescription } from 'sdp-transform';
import { type AudioFormats, type Codecs, formatsOf, G711, LAST_RESORTS } from './audio-formats.ts';
import { MediaRefusal, type RemoteDirection } from './media-leg.ts';
import { type CryptoLine, firstUsable } from './sdes.ts';

/** The audio section of what the far end says. */
export interface RemoteAudio {
  readonly formats: AudioFormats;
  readonly direction: RemoteDirection;
  /** Undefined where it names no address to send to (`0.0.0.0`: a hold of RFC 2543). */
  readonly target: { readonly address: string; readonly port: number } | undefined;
  /** Where it takes reports: on the port of its audio (RFC 5761), on one that it names (RFC 3605), or on the next one. */
  readonly rtcp: 'mux' | { readonly port: number | undefined };
  /** As it names it, e.g. `RTP/AVP`: an answer has the same (RFC 3264 §6). */
  readonly profile: string;
  /** ICE and DTLS parameters, of a browser. */
  readonly secure: SecureTransport | undefined;
  /** With what it encrypts, where its keys are in the SDP. */
  readonly crypto: CryptoLine | undefined;
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

/** How keys come about: `plain` has none or has them in the SDP, `dtls` is a browser's way. */
export type Keying = 'plain' | 'dtls';

/** Which kind of leg an offer asks for (RFC 8827 §6.5): what its transport is would not tell a gateway's. */
export const keyingOf = (sdp: string): Keying =>
  /^a=fingerprint:/m.test(sdp) && /^a=ice-ufrag:/m.test(sdp) && /^m=audio \d+ \S*SAVPF? /m.test(sdp) ? 'dtls' : 'plain';

/**
 * Reads an offer or answer: the first audio section in which all is as we can have it. Throws `MediaRefusal` when there
 * is none, and says why the first one is not.
 */
export function readSdp(
  sdp: string,
  keying: Keying = 'plain',
  codecs: Codecs = G711,
  lastResorts: Codecs = LAST_RESORTS,
): RemoteAudio {
  const session = parseAnything(sdp);
  let refusal: MediaRefusal | undefined;
  for (const media of session.media.slice(0, MOST_SECTIONS)) {
    if (media.type !== 'audio' || media.port === 0) continue;
    try {
      return readAudio(session, media, keying, (audio) => formatsOf(audio, codecs, lastResorts));
    } catch (error) {
      if (!(error instanceof MediaRefusal)) throw error;
      refusal ??= error;
    }
  }
  throw refusal ?? new MediaRefusal('no audio in the SDP', 'type');
}

const MOST_SECTIONS = 20;

type Media = SessionDescription['media'][number];

function parseAnything(sdp: string): SessionDescription {
  try {
    // Of several ports in a row the first is the audio's (RFC 8866 §5.14), which the parser does not know.
    return parse(sdp.replaceAll(/^(m=\w+ \d+)\/\d+ /gm, '$1 '));
  } catch (cause) {
    throw new MediaRefusal('the SDP cannot be read', 'other', { cause });
  }
}

function readAudio(
  session: SessionDescription,
  audio: Media,
  keying: Keying,
  formatsIn: (audio: Media) => AudioFormats,
): RemoteAudio {
  const { profile, secure, crypto } = transportOf(session, audio, keying);
  const written = audio.connection?.ip ?? session.connection?.ip ?? '0.0.0.0';
  if (isIP(written) === 0) throw new MediaRefusal('the audio address is no IP address', 'address');
  const address = usual(written);
  if (!isPort(audio.port)) throw new MediaRefusal('the audio port is none', 'address');
  if (isMany(address)) throw new MediaRefusal('the audio address is not one party', 'multicast');
  const nowhere = address === '0.0.0.0' || address === '::';
  const direction = directionOf(audio, session);
  return {
    formats: formatsIn(audio),
    direction: nowhere && !secure && direction === 'sendrecv' ? 'sendonly' : direction,
    target: nowhere ? undefined : { address, port: audio.port },
    rtcp: audio.rtcpMux ? 'mux' : { port: audio.rtcp && isPort(audio.rtcp.port) ? audio.rtcp.port : undefined },
    profile,
    secure,
    crypto,
    mid: token(audio.mid) ?? '0',
    others: session.media.map((media) => (media === audio ? undefined : rejectedSection(media))),
  };
}

/** Plain RTP, SRTP with keys in the SDP, or a browser's DTLS-SRTP: for any other kind an answer would promise what we cannot keep. */
function transportOf(
  session: SessionDescription,
  audio: Media,
  keying: Keying,
): Pick<RemoteAudio, 'profile' | 'secure' | 'crypto'> {
  const profile = String(audio.protocol).toUpperCase();
  if (keying === 'dtls') {
    const secure = /RTP\/SAVPF?$/.test(profile) ? secureTransport(audio, session) : undefined;
    if (secure) return { profile, secure, crypto: undefined };
  } else if (profile === 'RTP/AVP' || profile === 'RTP/AVPF') {
    return { profile, secure: undefined, crypto: undefined };
  } else if (profile === 'RTP/SAVP' || profile === 'RTP/SAVPF') {
    const crypto = firstUsable(audio.crypto ?? []);
    if (crypto) return { profile, secure: undefined, crypto };
  }
  throw new MediaRefusal(`no audio by ${/^[\w/]{1,40}$/.test(profile) ? profile : 'this transport'}`, 'transport');
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
  if (!wellFormed) throw new MediaRefusal('ICE or DTLS parameters are malformed', 'other');
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

/** As sockets name it, whichever of its spellings the far end has. */
function usual(address: string): string {
  return isIPv6(address) ? new SocketAddress({ address, family: 'ipv6' }).address : address;
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

/** The library reads digits as a number, though its types say text. */
function token(value: string | number | undefined): string | undefined {
  return value !== undefined && /^[\w.+-]{1,64}$/.test(String(value)) ? String(value) : undefined;
}
