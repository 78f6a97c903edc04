import { defaultEngineLimits, type EngineLimits } from '@alo/engine-host';

/** How much one source may ask of the engine before it is answered with silence or `503`. */
export interface SipLimits extends EngineLimits {
  /** Requests that carry no proof of who sent them, per source address and second; five times as many in a burst. */
  readonly unprovenRequestsPerSecond: number;
  /** WebSocket connections from one address. */
  readonly socketsPerAddress: number;
  /** TCP connections from one address, of phones and strangers together. */
  readonly connectionsPerAddress: number;
  /** Those of them that nobody registered or calls over: for one more the oldest of them goes. */
  readonly strangersPerAddress: number;
  /** When a server lets everything that it is told wait longer than this, in milliseconds, no further call is taken. */
  readonly serverLagMs: number;
}

export const defaultSipLimits: SipLimits = {
  ...defaultEngineLimits,
  unprovenRequestsPerSecond: 2_000,
  socketsPerAddress: 10_000,
  connectionsPerAddress: 2_000,
  strangersPerAddress: 500,
  serverLagMs: 250,
};
