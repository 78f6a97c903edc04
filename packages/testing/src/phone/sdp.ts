import { type MediaDescription, parse, type SessionDescription } from 'sdp-transform';

/** RFC 3264 §5.1. */
export type StreamDirection = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive';

/** A codec as a description names it. */
export interface DescribedCodec {
  readonly payload: number;
  /** Upper case, e.g. `PCMA`, `TELEPHONE-EVENT`. */
  readonly name: string;
  readonly rate: number;
  /** Parameters of `a=fmtp`, as written; '' without. */
  readonly format: string;
}

/** The first audio stream of a session description: all that a phone without pictures looks at. */
export interface AudioDescription {
  /** 0: the stream is refused (RFC 3264 §6). */
  readonly port: number;
  /** '' where none is given. */
  readonly address: string;
  /** e.g. `RTP/AVP`, `UDP/TLS/RTP/SAVPF`. */
  readonly protocol: string;
  /** In the order of preference. Payload types without a name and without a static meaning are left out. */
  readonly codecs: readonly DescribedCodec[];
  readonly direction: StreamDirection;
  /** Keys by DTLS (RFC 5763) and addresses by ICE: a browser. Its media wants the text itself. */
  readonly webrtc: boolean;
  /** Milliseconds in a packet, where it says. */
  readonly ptime: number | undefined;
}

const LONGEST = 65_536;
const MOST_LINES = 2000;
const LONGEST_LINE = 2048;

/** Payload types that mean something without a name (RFC 3551 §6). */
const STATIC: ReadonlyMap<number, readonly [name: string, rate: number]> = new Map([
  [0, ['PCMU', 8000]],
  [3, ['GSM', 8000]],
  [8, ['PCMA', 8000]],
  [9, ['G722', 8000]],
  [13, ['CN', 8000]],
  [18, ['G729', 8000]],
]);

/** The first audio stream of an offer or answer; undefined where the text is no session description or has none. */
export function parseAudio(sdp: string | Uint8Array): AudioDescription | undefined {
  const session = parseSession(typeof sdp === 'string' ? sdp : new TextDecoder().decode(sdp));
  const media = session?.media.find((each) => each.type === 'audio');
  return session && media && audioOf(session, media);
}

function parseSession(text: string): SessionDescription | undefined {
  // "v=0" comes first (RFC 8866 §5). The library takes anything, of any length, so the bounds are set here.
  if (text.length > LONGEST || !/^v=0[ \t]*\r?\n/.test(text)) return undefined;
  const lines = text.split(/\r\n|\r|\n/);
  if (lines.length > MOST_LINES || lines.some((line) => line.length > LONGEST_LINE)) return undefined;
  try {
    return parse(text);
  } catch {
    // Its grammar is a list of expressions of others; what trips one of them is no session description to us.
    return undefined;
  }
}

function audioOf(session: SessionDescription, media: MediaDescription): AudioDescription | undefined {
  const port = Number(media.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) return undefined;
  const connection = media.connection ?? session.connection;
  const ptime = Number(media.ptime);
  return {
    port,
    address: connection === undefined ? '' : String(connection.ip),
    protocol: String(media.protocol),
    codecs: codecsOf(media),
    direction: media.direction ?? session.direction ?? 'sendrecv',
    webrtc: (media.fingerprint ?? session.fingerprint) !== undefined,
    ptime: Number.isInteger(ptime) && ptime > 0 && ptime <= 200 ? ptime : undefined,
  };
}

function codecsOf(media: MediaDescription): readonly DescribedCodec[] {
  const codecs: DescribedCodec[] = [];
  // The library gives a lone payload type as a number.
  for (const word of String(media.payloads ?? '').split(' ', 64)) {
    const payload = Number(word);
    if (!/^\d{1,3}$/.test(word) || payload > 127 || codecs.some((each) => each.payload === payload)) continue;
    const named = media.rtp.find((each) => each.payload === payload);
    const known = STATIC.get(payload);
    if (!named && !known) continue;
    codecs.push({
      payload,
      name: String(named?.codec ?? known?.[0]).toUpperCase(),
      rate: Number(named?.rate ?? known?.[1] ?? 0),
      format: String(media.fmtp.find((each) => each.payload === payload)?.config ?? ''),
    });
  }
  return codecs;
}

/** What a phone says of its one stream. */
export interface PlainAudio {
  readonly address: string;
  readonly port: number;
  readonly codecs: readonly DescribedCodec[];
  readonly direction: StreamDirection;
  /** Stays for a dialog's life. */
  readonly sessionId: number;
  /** Rises by one with each change (RFC 3264 §8). */
  readonly version: number;
}

/** A description of one plain RTP audio stream (RFC 8866, RFC 3551), for desk phones and trunks. */
export function plainAudioSdp(audio: PlainAudio): string {
  const family = audio.address.includes(':') ? 'IP6' : 'IP4';
  return [
    'v=0',
    `o=alo ${audio.sessionId} ${audio.version} IN ${family} ${audio.address}`,
    's=-',
    `c=IN ${family} ${audio.address}`,
    't=0 0',
    `m=audio ${audio.port} RTP/AVP ${audio.codecs.map((codec) => codec.payload).join(' ')}`,
    ...audio.codecs.map((codec) => `a=rtpmap:${codec.payload} ${rtpName(codec.name)}/${codec.rate}`),
    ...audio.codecs.filter((codec) => codec.format !== '').map((codec) => `a=fmtp:${codec.payload} ${codec.format}`),
    'a=ptime:20',
    `a=${audio.direction}`,
    '',
  ].join('\r\n');
}

/** telephone-event is registered in lower case (RFC 4733), and some phones compare letter by letter. */
const rtpName = (name: string): string => (name === 'TELEPHONE-EVENT' ? 'telephone-event' : name);
