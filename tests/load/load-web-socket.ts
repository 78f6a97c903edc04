import { createConnection, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** A WebSocket for as little CPU time as that takes: of two programs on two cores the generator must not be the slower one. */
export interface LoadWebSocket {
  send(text: Buffer): void;
  onMessage(listener: (text: Buffer) => void): void;
  /** Told when it is closed, by whomever. */
  onClose(listener: () => void): void;
  close(): void;
}

// RFC 6455 §5.2, with the bit that says that it is the whole message.
const textFrame = 0x81;
const closeFrame = 0x88;
const pingFrame = 0x89;
const pongFrame = 0x8a;
/** What is masked with it stays as it is. */
const mask = Buffer.alloc(4);
const endOfHead = '\r\n\r\n';

/** Whatever certificate it shows. Rejects when it is not open in time. `token` proves who opens it, where that is not in the address. */
export async function openLoadWebSocket(address: string, patienceMs: number, token?: string): Promise<LoadWebSocket> {
  const { protocol, hostname, host, port, pathname, search } = new URL(address);
  const to = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port), noDelay: true };
  const socket = protocol === 'wss:' ? connectTls({ ...to, rejectUnauthorized: false }) : createConnection(to);
  socket.on('error', () => socket.destroy());
  const tooLong = setTimeout(() => socket.destroy(), patienceMs);
  try {
    // What is written before it is connected goes out as soon as it is.
    socket.write(
      `GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n` +
        `Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: sip\r\n` +
        `${token === undefined ? '' : `Authorization: Bearer ${token}\r\n`}\r\n`,
    );
    await untilOpen(socket);
  } finally {
    clearTimeout(tooLong);
  }
  let listener = (_text: Buffer): void => {};
  readFrames(socket, (kind, payload) => {
    if (kind === textFrame) listener(payload);
    else if (kind === pingFrame) socket.write(frameOf(pongFrame, payload));
    else if (kind === closeFrame) socket.destroy();
    else throw new Error(`${address} sent a frame that starts with ${kind}`);
  });
  return {
    send: (text) => void (socket.writable && socket.write(frameOf(textFrame, text))),
    onMessage: (given) => {
      listener = given;
    },
    onClose: (given) => void socket.once('close', given),
    close: () => socket.destroy(),
  };
}

/** Resolves when the server has agreed. What it says afterwards answers what we say. */
function untilOpen(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    let head = '';
    const onClose = () => reject(new Error(`closed, or not open in time, after ${JSON.stringify(head)}`));
    const onData = (bytes: Buffer) => {
      head += bytes.toString('latin1');
      if (!head.endsWith(endOfHead)) return;
      socket.off('data', onData).off('close', onClose);
      if (head.startsWith('HTTP/1.1 101 ')) return resolve();
      socket.destroy();
      reject(new Error(`refused: ${head.slice(0, head.indexOf('\r'))}`));
    };
    socket.on('data', onData).on('close', onClose);
  });
}

function frameOf(kind: number, payload: Buffer): Buffer {
  // The length that a client's frame begins with has the bit that says that it is masked.
  const head =
    payload.length < 126
      ? Buffer.from([kind, 0x80 | payload.length])
      : Buffer.from([kind, 0x80 | 126, payload.length >> 8, payload.length & 0xff]);
  return Buffer.concat([head, mask, payload]);
}

/** Frames of a server, whole ones. */
function readFrames(socket: Socket, take: (kind: number, payload: Buffer) => void): void {
  let rest: Buffer = Buffer.alloc(0);
  socket.on('data', (bytes: Buffer) => {
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    while (rest.length >= 2) {
      const short = rest[1] ?? 0;
      const start = short < 126 ? 2 : short === 126 ? 4 : 10;
      if (rest.length < start) return;
      // Of the eight bytes of a length the upper four are nothing here.
      const end = start + (short < 126 ? short : short === 126 ? rest.readUInt16BE(2) : rest.readUInt32BE(6));
      if (rest.length < end) return;
      take(rest[0] ?? 0, rest.subarray(start, end));
      rest = rest.subarray(end);
    }
  });
}
