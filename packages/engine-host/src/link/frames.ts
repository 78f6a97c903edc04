import { createConnection, type Socket } from 'node:net';

/** A whole tenant with ten thousand people is a few megabytes; what is longer is no frame of ours. */
const longestFrame = 64 << 20;
const newline = 0x0a;

/**
 * Reads a stream of JSON values, one a line. What cannot be read ends the connection: after it nothing is to be trusted.
 * Mistakes that `take` throws do the same.
 */
export function readFrames(socket: Socket, take: (frame: unknown) => void): void {
  socket.on('data', frameReader(socket, take));
}

/** Connects, and reads likewise, all of it from one buffer: a stream makes one for every piece, which a call has dozens of. */
export function connectAndReadFrames(path: string, take: (frame: unknown) => void): Socket {
  const buffer = Buffer.allocUnsafeSlow(64 << 10);
  const callback = (length: number): boolean => {
    read(buffer.subarray(0, length));
    return true;
  };
  const socket: Socket = createConnection({ path, onread: { buffer, callback } });
  const read = frameReader(socket, take);
  return socket;
}

/** Takes the pieces of a stream as they come; each may be written over afterwards. */
function frameReader(socket: Socket, take: (frame: unknown) => void): (piece: Buffer) => void {
  /** Of a frame whose end has not come yet. */
  const begun: Buffer[] = [];
  let begunLength = 0;

  function takeUp(piece: Buffer): void {
    const end = piece.lastIndexOf(newline);
    if (end >= 0) {
      const ended = piece.subarray(0, end);
      const text = (begun.length === 0 ? ended : Buffer.concat([...begun.splice(0), ended])).toString();
      begunLength = 0;
      for (const line of text.split('\n')) if (!socket.destroyed) take(JSON.parse(line));
    }
    if (end + 1 === piece.length) return;
    begunLength += piece.length - (end + 1);
    if (begunLength > longestFrame) throw new Error('a frame without end');
    begun.push(Buffer.from(piece.subarray(end + 1)));
  }

  return (piece) => {
    try {
      takeUp(piece);
    } catch (error) {
      socket.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  };
}

/** False where the other side reads more slowly than we write. What is written in one go of the program travels together. */
export function writeFrame(socket: Socket, frame: object): boolean {
  if (socket.destroyed) return false;
  if (socket.writableCorked === 0) {
    socket.cork();
    process.nextTick(() => socket.uncork());
  }
  return socket.write(`${JSON.stringify(frame)}\n`);
}
