import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import { hasCode } from '@alo/engine-host/process';
import { IceTcp } from './ice-tcp.ts';
import { IceUdpMuxListener } from './node-datachannel.ts';

/** So many ports are tried where any will do and UDP has one that TCP has not. */
const pairsToTry = 10;

/** Where all browsers' audio comes in. */
export interface IcePort {
  readonly icePort: number;
  readonly mux: InstanceType<typeof IceUdpMuxListener>;
  /** Undefined where another program has that port of TCP. */
  readonly tcp: IceTcp | undefined;
}

/** One number for UDP and TCP: the wanted one, or any. Rejects when UDP has it not. */
export async function openIcePort(bindAddress: string, wanted: number): Promise<IcePort> {
  for (let attempt = 1; ; attempt += 1) {
    const icePort = wanted || (await freeUdpPort(bindAddress));
    const tcp = await IceTcp.open(bindAddress, icePort).catch((error: unknown) => {
      if (!hasCode(error, 'EADDRINUSE', 'EACCES')) throw error;
      return undefined;
    });
    if (tcp === undefined && wanted === 0 && attempt < pairsToTry) continue;
    try {
      // Holds the port also while there is no browser, and fails now rather than at the first call.
      return { icePort, mux: new IceUdpMuxListener(icePort, bindAddress), tcp };
    } catch (error) {
      tcp?.close();
      throw error;
    }
  }
}

async function freeUdpPort(address: string): Promise<number> {
  const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4');
  socket.bind(0, address);
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  await once(socket, 'close');
  return port;
}
