const headerBytes = 46;
const rate = 8_000;
/** WAVE_FORMAT_ALAW. */
const alaw = 6;

/** A-law at 8 kHz as a file that browsers play. */
export function alawWav(sound: Buffer): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(headerBytes - 8 + sound.length, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(18, 16);
  header.writeUInt16LE(alaw, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.writeUInt16LE(0, 36);
  header.write('data', 38, 'latin1');
  header.writeUInt32LE(sound.length, 42);
  return Buffer.concat([header, sound]);
}
