import type { Flow } from '@alo/sip';

/** Events of the network. A flow that was closed never sends again. */
export interface SocketEvents {
  /** Somebody connected by TCP. */
  onOpened(flow: Flow): void;
  onBytes(flow: Flow, bytes: Uint8Array): void;
  onClosed(flow: Flow): void;
  onProblem(transport: string, error: Error): void;
}
