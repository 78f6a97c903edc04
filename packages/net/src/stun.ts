import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { isIPv4 } from 'node:net';
import { isStun, stunAttributes, stunCookie, stunHeader } from './stun-message.ts';

/** A STUN server (RFC 8489). */
export interface StunServer {
  readonly host: string;
  readonly port: number;
}

const BINDING_REQUEST = 0x0001;
const BINDING_SUCCESS = 0x0101;
const MAPPED_ADDRESS = 0x0001;
const XOR_MAPPED_ADDRESS = 0x0020;
const IPV4 = 1;

/** Asked again after so long without an answer (RFC 8489 §6.2.1), each time twice as long, in milliseconds. */
const firstWaitMs = 500;
const mostAsks = 4;

/** The IPv4 address that a STUN server sees us come from. Rejects where none answers in some seconds. */
export async function addressSeenBy({ host, port }: StunServer): Promise<string> {
  const { address } = await lookup(host, { family: 4 });
  const id = randomBytes(12);
  const request = Buffer.alloc(stunHeader);
  request.writeUInt16BE(BINDING_REQUEST, 0);
  request.writeUInt32BE(stunCookie, 4);
  id.copy(request, 8);
  const socket = createSocket('udp4');
  let again: NodeJS.Timeout | undefined;
  try {
    return await new Promise<string>((resolve, reject) => {
      socket.on('error', reject);
      socket.on('message', (bytes, from) => {
        const seen = from.address === address ? mappedAddressIn(bytes, id) : undefined;
        if (seen !== undefined) resolve(seen);
      });
      const ask = (asks: number) => {
        if (asks === mostAsks) return reject(new Error(`no answer from the STUN server ${host}:${port}`));
        socket.send(request, port, address);
        again = setTimeout(() => ask(asks + 1), firstWaitMs * 2 ** asks);
      };
      ask(0);
    });
  } finally {
    clearTimeout(again);
    socket.close();
  }
}

/** The address in a success response to the request of this id (RFC 8489 §14.1, §14.2); undefined for any other bytes. */
export function mappedAddressIn(bytes: Buffer, id: Buffer): string | undefined {
  if (!isStun(bytes, BINDING_SUCCESS) || !bytes.subarray(8, stunHeader).equals(id)) return undefined;
  let plain: string | undefined;
  for (const { type, value } of stunAttributes(bytes)) {
    if (value.length < 8 || value[1] !== IPV4) continue;
    const written = value.readUInt32BE(4);
    if (type === XOR_MAPPED_ADDRESS) return dotted((written ^ stunCookie) >>> 0);
    if (type === MAPPED_ADDRESS) plain = dotted(written);
  }
  return plain;
}

const dotted = (address: number): string => [24, 16, 8, 0].map((shift) => (address >>> shift) & 0xff).join('.');

/** `stun.example.vn`, `203.0.113.7:3478`: port 3478 where none is written (RFC 8489 §18.5). Undefined for what names no server. */
export function stunServerOf(text: string): StunServer | undefined {
  const [, host = '', port = '3478'] = /^([A-Za-z0-9][A-Za-z0-9.-]*)(?::(\d{1,5}))?$/.exec(text) ?? [];
  if (host === '' || Number(port) === 0 || Number(port) > 65_535) return undefined;
  return /^[\d.]+$/.test(host) && !isIPv4(host) ? undefined : { host, port: Number(port) };
}
