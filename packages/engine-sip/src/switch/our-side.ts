import type { CallId } from '@alo/call-core';
import { escapeUser, type Flow, type NameAddr } from '@alo/sip';
import type { Codecs, MediaLeg, MediaPlane } from '../media/index.ts';
import type { OpusUse } from '../options.ts';
import { hostOf } from '../sockets/local-address.ts';
import type { SipSockets } from '../sockets/sockets.ts';
import { audioKindOf } from './destinations.ts';

/** Our name and address, as the far end of a flow must see them, and the media leg that we offer it. */
export class OurSide {
  readonly #sockets: SipSockets;
  readonly #media: MediaPlane;
  readonly #opus: OpusUse;

  constructor(sockets: SipSockets, media: MediaPlane, opus: OpusUse) {
    this.#sockets = sockets;
    this.#media = media;
    this.#opus = opus;
  }

  /** `host:port`, for Via and for URIs. */
  hostPort(flow: Flow): string {
    const { addresses, listening } = this.#sockets;
    const port = flow.transport === 'tls' ? (listening.tlsPort ?? listening.sipPort) : listening.sipPort;
    return `${hostOf(addresses.towards(flow.remote.address))}:${port}`;
  }

  /** Does a NAT of ours stand between us and that peer? */
  isBehindNat(flow: Flow): boolean {
    return this.#sockets.addresses.isBehindNat(flow.remote.address);
  }

  /** The value of Contact; a carrier that we register with sends its calls to a user of its own. */
  contact(flow: Flow, user = 'alo'): string {
    const transport =
      flow.transport === 'udp' ? '' : `;transport=${audioKindOf(flow) === 'webrtc' ? 'ws' : flow.transport}`;
    return `<sip:${user}@${this.hostPort(flow)}${transport}>`;
  }

  mediaFor(kind: 'webrtc' | 'rtp', flow: Flow, party: AudioParty, conversation: CallId): MediaLeg {
    const opus: Codecs = this.#likesOpus(kind, party) ? ['opus'] : [];
    if (kind === 'webrtc') return this.#media.webRtcLeg({ conversation, codecs: [...opus, ...browserCodecs] });
    const remote = flow.remote.address;
    const isCarrier = party.side === 'carrier';
    return this.#media.rtpLeg({
      conversation,
      localAddress: this.#sockets.addresses.towards(remote),
      signalledFrom: remote,
      ...(party.side === 'carrier' ? { keys: party.keys ?? ('in-audio' as const), hearsLine: party.isCalled } : {}),
      codecs:
        party.side === 'carrier'
          ? (party.codecs ?? carrierCodecs)
          : [...opus, ...(party.likesWide ? wideCodecs : phoneCodecs)],
      // Keys in the SDP are none where others can read it (RFC 4568 §8.3).
      isSecret: !isCarrier && flow.transport === 'tls',
    });
  }

  #likesOpus(kind: 'webrtc' | 'rtp', party: AudioParty): boolean {
    if (party.side === 'carrier' || this.#opus === 'never') return false;
    return party.meetsOpus || (kind === 'webrtc' && this.#opus === 'with-browsers');
  }
}

/**
 * Whom we meet with audio; a carrier in the codecs that its trunk is set to; `likesWide` where somebody in the call speaks G.722 already,
 * `meetsOpus` where somebody in it speaks Opus, or is called and may.
 */
export type AudioParty =
  | {
      readonly side: 'carrier';
      readonly codecs: Codecs | undefined;
      readonly keys: 'info' | 'sound' | undefined;
      /** By us: what it says instead of an answer is heard. */
      readonly isCalled: boolean;
    }
  | { readonly side: 'phone'; readonly likesWide: boolean; readonly meetsOpus: boolean };

/** Networks of most carriers carry G.711: G.722 there would be made of it, at our cost. */
const carrierCodecs: Codecs = ['pcma', 'pcmu'];
const browserCodecs: Codecs = carrierCodecs;
const phoneCodecs: Codecs = ['pcma', 'pcmu', 'g722'];
const wideCodecs: Codecs = ['g722', 'pcma', 'pcmu'];

/** The address of a caller or callee; a withheld number is anonymous (RFC 3323 §4.1.1.3). */
export const nameAddrOf = (user: string, host: string): NameAddr => ({
  display: '',
  uri: user === '' ? 'sip:anonymous@anonymous.invalid' : `sip:${escapeUser(user)}@${host}`,
  params: new Map(),
});
