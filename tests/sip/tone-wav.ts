const seconds = 20;

/** A tone as a file that a phone can say: 16 bits, and one channel as a telephone has it where nothing else is said. */
export function toneWav(hertz: number, { rate, channels } = { rate: 8_000, channels: 1 }): Buffer {
  const frameBytes = 2 * channels;
  const data = Buffer.alloc(frameBytes * rate * seconds);
  for (let at = 0; at < data.length; at += 2) {
    const turn = (2 * Math.PI * hertz * Math.floor(at / frameBytes)) / rate;
    data.writeInt16LE(Math.round(16_384 * Math.sin(turn)), at);
  }
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(channels, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(frameBytes * rate, 28);
  head.writeUInt16LE(frameBytes, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}
