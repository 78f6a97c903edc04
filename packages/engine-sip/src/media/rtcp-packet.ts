/** RTCP (RFC 3550 §6): how well each side hears the other, and how long the way is. */

const SENDER_REPORT = 200;
const RECEIVER_REPORT = 201;
const SOURCE_DESCRIPTION = 202;
const HEADER = 8;
const SENDER_INFO = 20;
const BLOCK = 24;

/** One side's report on a stream that it receives (RFC 3550 §6.4.1). */
export interface ReportBlock {
  /** The stream that is reported on. */
  readonly ssrc: number;
  /** Of the packets since the report before, in 256ths. */
  readonly fractionLost: number;
  readonly packetsLost: number;
  readonly highestSequence: number;
  /** In units of the timestamp. */
  readonly jitter: number;
  /** The middle of the NTP time of the last sender report that came; 0 before the first. */
  readonly lastReport: number;
  /** How long ago that was, in 65536ths of a second. */
  readonly sinceLastReport: number;
}

/** The packets and octets that we sent until now. */
export interface Sent {
  /** 64 bits, as two halves. */
  readonly ntp: { readonly seconds: number; readonly fraction: number };
  readonly timestamp: number;
  readonly packets: number;
  readonly octets: number;
}

/** A compound packet: what we sent, what we heard, and who we are (§6.1). */
export function writeReport(
  ssrc: number,
  cname: string,
  sent: Sent | undefined,
  heard: ReportBlock | undefined,
): Buffer {
  const report = Buffer.alloc(HEADER + (sent ? SENDER_INFO : 0) + (heard ? BLOCK : 0));
  writeHeader(report, sent ? SENDER_REPORT : RECEIVER_REPORT, heard ? 1 : 0);
  report.writeUInt32BE(ssrc, 4);
  let at = HEADER;
  if (sent) {
    const fields = [sent.ntp.seconds, sent.ntp.fraction, sent.timestamp, sent.packets, sent.octets];
    for (const field of fields) at = report.writeUInt32BE(field >>> 0, at);
  }
  if (heard) {
    at = report.writeUInt32BE(heard.ssrc, at);
    at = report.writeUInt8(heard.fractionLost, at);
    at = report.writeIntBE(Math.min(heard.packetsLost, 0x7fffff), at, 3);
    const fields = [heard.highestSequence, heard.jitter, heard.lastReport, heard.sinceLastReport];
    for (const field of fields) at = report.writeUInt32BE(field >>> 0, at);
  }
  return Buffer.concat([report, sourceDescription(ssrc, cname)]);
}

function sourceDescription(ssrc: number, cname: string): Buffer {
  const name = Buffer.from(cname, 'latin1');
  // CNAME is item 1; the list ends with a zero and is filled up to words (§6.5).
  const packet = Buffer.alloc(HEADER + Math.ceil((name.length + 3) / 4) * 4);
  writeHeader(packet, SOURCE_DESCRIPTION, 1);
  packet.writeUInt32BE(ssrc, 4);
  packet.writeUInt8(1, HEADER);
  packet.writeUInt8(name.length, HEADER + 1);
  name.copy(packet, HEADER + 2);
  return packet;
}

function writeHeader(packet: Buffer, type: number, count: number): void {
  packet.writeUInt8(0x80 | count, 0);
  packet.writeUInt8(type, 1);
  packet.writeUInt16BE(packet.length / 4 - 1, 2);
}

/** The content of a compound packet of the far end. */
export interface Reports {
  /** When it sent its last report, as the middle of its NTP time; undefined where it sends nothing. */
  readonly sentAt: number | undefined;
  readonly blocks: readonly ReportBlock[];
}

/** Reads what came from the network; undefined for what is no RTCP. What is broken at the end is left out. */
export function readReports(bytes: Buffer): Reports | undefined {
  if (!isRtcp(bytes)) return undefined;
  let sentAt: number | undefined;
  const blocks: ReportBlock[] = [];
  for (let at = 0; at + HEADER <= bytes.length; ) {
    const end = at + 4 * (bytes.readUInt16BE(at + 2) + 1);
    if (bytes.readUInt8(at) >> 6 !== 2 || end > bytes.length) break;
    const type = bytes.readUInt8(at + 1);
    const isSender = type === SENDER_REPORT && end >= at + HEADER + SENDER_INFO;
    if (isSender) sentAt = ((bytes.readUInt16BE(at + 10) << 16) | bytes.readUInt16BE(at + 12)) >>> 0;
    if (isSender || type === RECEIVER_REPORT) {
      const count = bytes.readUInt8(at) & 0x1f;
      const first = at + HEADER + (isSender ? SENDER_INFO : 0);
      for (let i = 0; i < count && first + (i + 1) * BLOCK <= end; i++)
        blocks.push(readBlock(bytes, first + i * BLOCK));
    }
    at = end;
  }
  return { sentAt, blocks };
}

/** RTP and RTCP may share a port (RFC 5761 §4). */
export function isRtcp(bytes: Buffer): boolean {
  if (bytes.length < HEADER || bytes.readUInt8(0) >> 6 !== 2) return false;
  const type = bytes.readUInt8(1);
  return type >= 192 && type <= 223;
}

function readBlock(bytes: Buffer, at: number): ReportBlock {
  return {
    ssrc: bytes.readUInt32BE(at),
    fractionLost: bytes.readUInt8(at + 4),
    packetsLost: bytes.readIntBE(at + 5, 3),
    highestSequence: bytes.readUInt32BE(at + 8),
    jitter: bytes.readUInt32BE(at + 12),
    lastReport: bytes.readUInt32BE(at + 16),
    sinceLastReport: bytes.readUInt32BE(at + 20),
  };
}
