/** The fixed part of each STUN message (RFC 8489 §5): type, length, magic cookie, transaction id. */
export const stunHeader = 20;

export const stunCookie = 0x2112a442;

export interface StunAttribute {
  readonly type: number;
  readonly value: Buffer;
  /** Where its head begins in the message. */
  readonly at: number;
}

/** Do these bytes begin with a whole STUN message of this type? */
export const isStun = (bytes: Buffer, type: number): boolean =>
  bytes.length >= stunHeader &&
  bytes.readUInt16BE(0) === type &&
  bytes.readUInt32BE(4) === stunCookie &&
  stunHeader + bytes.readUInt16BE(2) <= bytes.length;

/** The attributes of a message that `isStun` knows; what one promises and the message does not have is left out. */
export function* stunAttributes(bytes: Buffer): Generator<StunAttribute> {
  const end = stunHeader + bytes.readUInt16BE(2);
  for (let at = stunHeader; at + 4 <= end; ) {
    const [type, length] = [bytes.readUInt16BE(at), bytes.readUInt16BE(at + 2)];
    yield { type, value: bytes.subarray(at + 4, Math.min(at + 4 + length, end)), at };
    at += 4 + length + ((4 - (length % 4)) % 4);
  }
}
