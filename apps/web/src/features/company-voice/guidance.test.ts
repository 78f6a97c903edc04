import { expect, test } from 'vitest';

import { clipsNamed } from './guidance.ts';

const words = {
  5: 'năm',
  ten: 'mười',
  tens: 'mươi',
  'four-after-tens': 'tư',
  fourth: 'tư',
  otp: 'Mã xác thực của quý khách là',
  'otp-repeat': 'Bấm phím một để nghe lại.',
};
const clips = Object.entries(words).map(([word, text]) => ({ key: `system/vi/say/${word}.wav`, text }));
const named = (file: string) => clipsNamed(clips, file).map(({ key }) => key.replace('system/vi/say/', ''));

test.each([
  ['mười.wav', ['ten.wav']],
  ['ten.mp3', ['ten.wav']],
  ['12 mười.wav', ['ten.wav']],
  ['giọng/so/05-năm.wav', ['5.wav']],
  ['5.wav', ['5.wav']],
  // Macs take letters and their marks apart.
  [`${'mươi'.normalize('NFD')}.wav`, ['tens.wav']],
  ['Mã xác thực của quý khách là.m4a', ['otp.wav']],
  ['bấm phím một để nghe lại.wav', ['otp-repeat.wav']],
  // The same word in two places.
  ['tư.wav', ['four-after-tens.wav', 'fourth.wav']],
  ['lời chào.wav', []],
  ['.wav', []],
])('a file that is called %s says %j', (file, expected) => {
  expect(named(file)).toEqual(expected);
});

test('each word is found by what it says', () => {
  for (const { key, text } of clips) expect(clipsNamed(clips, `${text}.wav`).map((clip) => clip.key)).toContain(key);
});
