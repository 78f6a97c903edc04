import { SAMPLE_RATE } from './pcm.ts';

/** The 44 octets before the samples of a 16-bit PCM file of 8 kHz. */
export function wavHeader(channels: 1 | 2, dataBytes: number): Buffer {
  const header = Buffer.alloc(WAV_HEADER);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(Math.min(WAV_HEADER - 8 + dataBytes, 0xffffffff), 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(SAMPLE_RATE, 24);
  header.writeUInt32LE(SAMPLE_RATE * channels * 2, 28);
  header.writeUInt16LE(channels * 2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(Math.min(dataBytes, 0xffffffff - WAV_HEADER), 40);
  return header;
}

export const WAV_HEADER = 44;
