import { Audio, PeerConnection, type RtcConfig, type Track } from './node-datachannel.ts';
import { readSdp, type SecureTransport } from './sdp.ts';

/** How long a peer may take to name its addresses; it is milliseconds when all is well. */
const DESCRIBE_MS = 3000;
/** Closing while others are being set up makes a few of those fail in the native library; late closing does not. */
const CLOSE_DELAY_MS = 1500;

/** The peer ended by itself while it was being set up: worth another one. */
export class PeerDied extends Error {
  override readonly name = 'PeerDied';
}

export interface PeerEvents {
  onOpen(): void;
  onMessage(bytes: Buffer): void;
  onDied(): void;
}

/** One native ICE and DTLS-SRTP transport. Nothing here throws but `describe` and `setRemote`. */
export class NativePeer {
  readonly #connection: PeerConnection;
  readonly #events: PeerEvents;
  #track: Track | undefined;
  /** Whether the track can send; asking the native side for each packet would cost as much as sending it. */
  #trackOpen = false;
  #closing: NodeJS.Timeout | undefined;
  #ended = false;
  /** Failed or closed by itself; it is told once. */
  #dead = false;
  #rejectDescription: ((error: Error) => void) | undefined;

  constructor(config: RtcConfig, events: PeerEvents) {
    this.#events = events;
    this.#connection = new PeerConnection('leg', config);
    this.#connection.onTrack((track) => this.#use(track));
    this.#connection.onStateChange((state) => this.#onState(state));
  }

  /** Adds the audio that an offer is made of. */
  addAudio(ssrc: number): void {
    const audio = new Audio('0', 'SendRecv');
    audio.addAudioCodec(8, 'PCMA');
    audio.addAudioCodec(0, 'PCMU');
    audio.addAudioCodec(101, 'telephone-event');
    audio.addSSRC(ssrc, 'alo', 'alo', 'audio');
    this.#use(this.#connection.addTrack(audio));
  }

  setRemote(sdp: string, type: 'offer' | 'answer'): void {
    if (this.#ended) throw new PeerDied('before it was told of the far end');
    this.#connection.setRemoteDescription(sdp, type);
  }

  /** Our ICE and DTLS parameters, all addresses included. */
  async describe(type: 'offer' | 'answer'): Promise<SecureTransport> {
    const sdp = await new Promise<string>((resolve, reject) => {
      const timer = setTimeout(() => reject(new PeerDied('named no addresses')), DESCRIBE_MS);
      const settle = (act: () => void) => {
        clearTimeout(timer);
        this.#rejectDescription = undefined;
        act();
      };
      this.#rejectDescription = (error) => settle(() => reject(error));
      this.#connection.onGatheringStateChange((state) => {
        if (state !== 'complete' || this.#ended) return;
        const description = this.#connection.localDescription();
        settle(() => (description ? resolve(description.sdp) : reject(new PeerDied('has no description'))));
      });
      if (this.#ended) this.#rejectDescription(new PeerDied('before it was described'));
      else this.#connection.setLocalDescription(type);
    });
    const { secure } = readSdp(sdp);
    if (!secure) throw new PeerDied('has no ICE parameters');
    return secure;
  }

  send(packet: Buffer): void {
    if (this.#ended || this.#closing || !this.#trackOpen) return;
    try {
      this.#track?.sendMessageBinary(packet);
    } catch {
      // The native side closed between the check and the call; its state change follows.
    }
  }

  /** Deaf and dumb at once; the native side is let go later. */
  close(): void {
    this.#closing ??= setTimeout(() => this.closeNow(), CLOSE_DELAY_MS);
  }

  closeNow(): void {
    clearTimeout(this.#closing);
    if (this.#ended) return;
    this.#ended = true;
    this.#rejectDescription?.(new PeerDied('closed'));
    try {
      this.#connection.close();
    } catch {
      // It closed itself already.
    }
  }

  get isOpen(): boolean {
    return this.#trackOpen;
  }

  get isEnded(): boolean {
    return this.#ended;
  }

  #use(track: Track): void {
    this.#track = track;
    track.onOpen(() => {
      this.#trackOpen = true;
      if (!this.#closing) this.#events.onOpen();
    });
    track.onClosed(() => {
      this.#trackOpen = false;
    });
    track.onMessage((bytes) => {
      if (!this.#closing) this.#events.onMessage(bytes);
    });
  }

  #onState(state: string): void {
    if (state !== 'closed' && state !== 'failed') return;
    const expected = this.#dead || this.#ended || this.#closing !== undefined;
    this.#dead = true;
    this.#rejectDescription?.(new PeerDied(state));
    if (state === 'closed') this.#ended = true;
    if (!expected) this.#events.onDied();
  }
}
