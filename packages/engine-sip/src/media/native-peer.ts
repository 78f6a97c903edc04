import { PeerConnection, type RtcConfig, type Track } from './node-datachannel.ts';

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
  #ended = false;

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
    if (this.#ended || !this.#trackOpen) return;
    try {
      this.#track?.sendMessageBinary(packet);
    } catch {
      // The native side closed between the check and the call; its state change follows.
    }
  }

  /** Deaf and dumb at once; nothing is told any more. */
  close(): void {
    if (this.#ended) return;
    this.#ended = true;
    try {
      this.#connection.close();
    } catch {
      // It closed itself already.
    }
  }

  #use(track: Track): void {
    this.#track = track;
    track.onOpen(() => {
      this.#trackOpen = true;
      if (!this.#ended) this.#events.onOpen();
    });
    track.onClosed(() => {
      this.#trackOpen = false;
    });
    track.onMessage((bytes) => {
      if (!this.#ended) this.#events.onMessage(bytes);
    });
  }

  #onState(state: string): void {
    if (this.#ended || (state !== 'closed' && state !== 'failed')) return;
    this.close();
    this.#events.onDied();
  }
}
