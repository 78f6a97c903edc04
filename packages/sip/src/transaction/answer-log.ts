/** What was answered, and to whom. */
export interface LoggedAnswer {
  /** Of the transaction: what came with another one is a copy by another path (RFC 3261 §8.2.2.2). */
  readonly key: string;
  readonly flowId: string;
  /** Empty where who asked has acknowledged it. */
  readonly bytes: Uint8Array;
  readonly until: number;
}

interface Chunk {
  readonly buffer: Buffer;
  used: number;
  /** Answers in it that were not removed. */
  alive: number;
}

const chunkBytes = 1 << 18;
/** `until`, and how long each of the three is that follow. */
const headBytes = 8 + 3 * 4;
/** As UTF-8 a character of a text takes so much at most. */
const mostPerCharacter = 3;

/**
 * Answers as bytes in a few large buffers, each known by its place. A hundred thousand of them as
 * objects would be copied and looked through by the garbage collector again and again. Those that were added together are
 * removed together, so a buffer without any is let go of soon.
 */
export class AnswerLog {
  readonly #chunks: (Chunk | undefined)[] = [];
  /** The chunk that is written to. */
  #last = -1;

  add({ key, flowId, bytes, until }: LoggedAnswer): number {
    const most = headBytes + mostPerCharacter * (key.length + flowId.length) + bytes.length;
    const chunk = this.#chunkFor(most);
    const { buffer, used } = chunk;
    let end = used + headBytes;
    const keyBytes = buffer.write(key, end);
    end += keyBytes;
    const flowBytes = buffer.write(flowId, end);
    end += flowBytes;
    buffer.set(bytes, end);
    buffer.writeDoubleLE(until, used);
    buffer.writeUInt32LE(keyBytes, used + 8);
    buffer.writeUInt32LE(flowBytes, used + 12);
    buffer.writeUInt32LE(bytes.length, used + 16);
    chunk.used = end + bytes.length;
    chunk.alive += 1;
    return this.#last * chunkBytes + used;
  }

  untilOf(place: number): number {
    return this.#chunkAt(place).buffer.readDoubleLE(place % chunkBytes);
  }

  at(place: number): LoggedAnswer {
    const { buffer } = this.#chunkAt(place);
    const head = place % chunkBytes;
    const key = head + headBytes;
    const flowId = key + buffer.readUInt32LE(head + 8);
    const bytes = flowId + buffer.readUInt32LE(head + 12);
    return {
      key: buffer.toString('utf8', key, flowId),
      flowId: buffer.toString('utf8', flowId, bytes),
      // What has been written is never written over.
      bytes: buffer.subarray(bytes, bytes + buffer.readUInt32LE(head + 16)),
      until: buffer.readDoubleLE(head),
    };
  }

  remove(place: number): void {
    const chunk = this.#chunkAt(place);
    chunk.alive -= 1;
    if (chunk.alive > 0) return;
    this.#chunks[Math.floor(place / chunkBytes)] = undefined;
  }

  #chunkAt(place: number): Chunk {
    const chunk = this.#chunks[Math.floor(place / chunkBytes)];
    if (chunk === undefined) throw new Error('Nothing was added there.');
    return chunk;
  }

  /** The chunk that is written to, or the next one: in the place of one that is gone, so that places stay small numbers. */
  #chunkFor(bytes: number): Chunk {
    const last = this.#chunks[this.#last];
    if (last !== undefined && last.used + bytes <= chunkBytes) return last;
    const chunk = { buffer: Buffer.allocUnsafeSlow(Math.max(chunkBytes, bytes)), used: 0, alive: 0 };
    const free = this.#chunks.indexOf(undefined);
    this.#last = free < 0 ? this.#chunks.length : free;
    this.#chunks[this.#last] = chunk;
    return chunk;
  }
}
