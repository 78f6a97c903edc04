const seconds = 20;
const rate = 8_000;

/** A tone as a file that every phone can say: 16 bits, one channel, as a telephone has it. */
export function toneWav(hertz: number): Buffer {
  const data = Buffer.alloc(2 * rate * seconds);
  for (let i = 0; i < rate * seconds; i += 1)
    data.writeInt16LE(Math.round(16_384 * Math.sin((2 * Math.PI * hertz * i) / rate)), 2 * i);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(2 * rate, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}
