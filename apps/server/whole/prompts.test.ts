import { readFile } from 'node:fs/promises';
import { promptFiles } from '@alo/call-core';
import { expect, test } from 'vitest';

const prompts = new URL('../prompts/', import.meta.url);

test('every word that call control says is in the prompt store, as WAV of 8 kHz, mono, 16 bits', async () => {
  for (const file of promptFiles) {
    const wav = await readFile(new URL(file, prompts));
    const format = {
      codec: wav.readUInt16LE(20),
      channels: wav.readUInt16LE(22),
      rate: wav.readUInt32LE(24),
      bits: wav.readUInt16LE(34),
    };
    expect([file, format]).toEqual([file, { codec: 1, channels: 1, rate: 8000, bits: 16 }]);
    // A tenth of a second at least: none is empty.
    expect(wav.length).toBeGreaterThan(1600);
  }
});
