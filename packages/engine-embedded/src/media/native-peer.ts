import { PeerConnection, type RtcConfig, type Track } from './node-datachannel.ts';

/** Closing while others are being set up makes a few of those fail in the native library; late closing does not. */
const CLOSE_DELAY_MS = 1500;

export interface PeerEvents {
  onOpen(): void;
  onMessage(bytes: Buffer): void;
  onDied(): void;
}

/** The ICE credentials of one side (RFC 8445 §5.3). */
export interface IceCredentials {
  readonly iceUfrag: string;
  readonly icePwd: string;
}

/** One native ICE and DTLS-SRTP transport. Nothing here throws but `connect`. */
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

  constructor(config: RtcConfig, events: PeerEvents) {
    this.#events = events;
    this.#connection = new PeerConnection('leg', config);
    this.#connection.onTrack((track) => this.#use(track));
    this.#connection.onStateChange((state) => this.#onState(state));
  }

  /**
   * Begins, with what the far end said and what it was told of us. Throws when the native side does not like `remote`.
   *
   * The native side is always the answerer, whoever offered. An offering one takes checks and a handshake while it is
   * still reading the answer, before it has stored the fingerprint to compare with, and gives up. An answering one is
   * not reached before it is told where it is: by then it knows the far end.
   */
  connect(remote: string, local: IceCredentials): void {
    this.#connection.setRemoteDescription(remote, 'offer');
    this.#connection.setLocalDescription('answer', { iceUfrag: local.iceUfrag, icePwd: local.icePwd });
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
    if (state === 'closed') this.#ended = true;
    if (!expected) this.#events.onDied();
  }
}
