/** One RTP packet (RFC 3550 §5.1), a view on the bytes that came. */
export interface RtpPacket {
  readonly bytes: Buffer;
  readonly payloadType: number;
  readonly marker: boolean;
  readonly sequence: number;
  readonly timestamp: number;
  readonly ssrc: number;
  readonly payload: Buffer;
}

export const RTP_HEADER = 12;

/** Reads what came from the network; undefined for anything that is no RTP packet. RTCP on the same port is no RTP. */
export function parseRtp(bytes: Buffer): RtpPacket | undefined {
  if (bytes.length < RTP_HEADER || bytes.length > 2048) return undefined;
  const flags = bytes.readUInt8(0);
  const second = bytes.readUInt8(1);
  const payloadType = second & 0x7f;
  if (flags >> 6 !== 2 || isRtcp(payloadType)) return undefined;
  let start = RTP_HEADER + 4 * (flags & 0x0f);
  if (flags & 0x10) {
    if (bytes.length < start + 4) return undefined;
    start += 4 + 4 * bytes.readUInt16BE(start + 2);
  }
  const padding = flags & 0x20 ? bytes.readUInt8(bytes.length - 1) : 0;
  const end = bytes.length - padding;
  if (start > end || (flags & 0x20 && padding === 0)) return undefined;
  return {
    bytes,
    payloadType,
    marker: second > 0x7f,
    sequence: bytes.readUInt16BE(2),
    timestamp: bytes.readUInt32BE(4),
    ssrc: bytes.readUInt32BE(8),
    payload: bytes.subarray(start, end),
  };
}

/** RTP and RTCP share a port; these payload types would be RTCP packet types (RFC 5761 §4). */
function isRtcp(payloadType: number): boolean {
  return payloadType >= 64 && payloadType <= 95;
}

/** Whether the packet is a bare header and its payload, so that it can be forwarded in place. */
export function isPlainRtp(packet: RtpPacket): boolean {
  return packet.bytes.length === RTP_HEADER + packet.payload.length;
}

export interface RtpHeader {
  readonly payloadType: number;
  readonly marker: boolean;
  readonly sequence: number;
  readonly timestamp: number;
  readonly ssrc: number;
}

/** Writes a header without CSRC, extension or padding over the first 12 bytes. */
export function writeRtpHeader(bytes: Buffer, header: RtpHeader): void {
  bytes[0] = 0x80;
  bytes[1] = header.payloadType | (header.marker ? 0x80 : 0);
  bytes.writeUInt16BE(header.sequence, 2);
  bytes.writeUInt32BE(header.timestamp, 4);
  bytes.writeUInt32BE(header.ssrc, 8);
}

/** How far sequence number `a` is ahead of `b`, −32768…32767. */
export function sequenceAhead(a: number, b: number): number {
  return ((a - b) << 16) >> 16;
}

/** How far timestamp `a` is ahead of `b`, in samples, over the wrap. */
export function timestampAhead(a: number, b: number): number {
  return (a - b) | 0;
}
