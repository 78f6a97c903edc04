import type { Flow } from '@alo/sip';

/** Events of the network. A flow that was closed never sends again. */
export interface SocketEvents {
  /** Does any company let the phones of this page come? The handshake does not say whose phone it is: what it asks for later does. */
  isPhonePage(origin: string): boolean;
  /** Somebody connected by TCP. */
  onOpened(flow: Flow): void;
  onBytes(flow: Flow, bytes: Uint8Array): void;
  onClosed(flow: Flow): void;
  onProblem(transport: string, error: Error): void;
}
