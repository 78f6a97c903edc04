/** A packet as it goes over TCP: its length, then itself (RFC 4571 §2). */
export function framed(packet: Buffer): Buffer {
  const frame = Buffer.allocUnsafe(2 + packet.length);
  frame.writeUInt16BE(packet.length, 0);
  packet.copy(frame, 2);
  return frame;
}

/** Puts what a connection brings together to packets again. */
export class TcpFrames {
  readonly #longest: number;
  /** The beginning of a packet: never longer than the longest one. */
  #begun = Buffer.alloc(0);

  constructor(longest: number) {
    this.#longest = longest;
  }

  /** The packets that are whole now; undefined where one is announced that is longer than any: nothing after it can be told apart. */
  take(bytes: Buffer): readonly Buffer[] | undefined {
    const all = this.#begun.length === 0 ? bytes : Buffer.concat([this.#begun, bytes]);
    const packets: Buffer[] = [];
    let at = 0;
    while (at + 2 <= all.length) {
      const length = all.readUInt16BE(at);
      if (length > this.#longest) return undefined;
      if (at + 2 + length > all.length) break;
      packets.push(all.subarray(at + 2, at + 2 + length));
      at += 2 + length;
    }
    this.#begun = Buffer.from(all.subarray(at));
    return packets;
  }
}
