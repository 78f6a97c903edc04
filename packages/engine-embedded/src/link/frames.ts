import type { Socket } from 'node:net';

/** A whole tenant with ten thousand people is a few megabytes; what is longer is no frame of ours. */
const longestFrame = 64 << 20;

/**
 * Reads a stream of JSON values, one a line. What cannot be read ends the connection: after it nothing is to be trusted.
 * Mistakes that `take` throws do the same.
 */
export function readFrames(socket: Socket, take: (frame: unknown) => void): void {
  let rest = '';
  socket.setEncoding('utf8');
  socket.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    try {
      if (rest.length > longestFrame) throw new Error('a frame without end');
      for (const line of lines) if (!socket.destroyed) take(JSON.parse(line));
    } catch (error) {
      socket.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  });
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
