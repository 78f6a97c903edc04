/** How bytes travel (RFC 3261 §18, RFC 7118). */
export type Transport = 'udp' | 'tcp' | 'tls' | 'ws' | 'wss';

/**
 * Where bytes came from and go to: one connection, or one UDP peer. Whoever owns the sockets makes it and understands
 * its `id`; the stack only compares ids.
 */
export interface Flow {
  readonly id: string;
  readonly transport: Transport;
  readonly remote: { readonly address: string; readonly port: number };
}

/** The flow of a UDP peer, its id made of its address (a text of its own: it is kept long): the same peer is always the same flow. */
export const udpFlow = (address: string, port: number): Flow => ({
  id: ['udp', address, port].join(':'),
  transport: 'udp',
  remote: { address, port },
});

/** Does the transport deliver what it took (§17: timers A, E, G are for those that do not)? */
export const isReliable = (flow: Flow): boolean => flow.transport !== 'udp';
