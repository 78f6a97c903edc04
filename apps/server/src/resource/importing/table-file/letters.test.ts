import { expect, test } from 'vitest';

import { inUnicode, lettersIn } from './letters.ts';

const row = (...cells: string[]) => [{ number: 1, cells }];
const read = (...cells: string[]) => inUnicode(row(...cells), lettersIn(row(...cells)) ?? 'unicode')[0]?.cells;
const twice = (text: string) => new TextDecoder('windows-1252').decode(new TextEncoder().encode(text));

test('a list that was typed with the fonts of VNI is read in letters of today', () => {
  expect(
    read(
      'Nguyeãn Vaên Ñöùc',
      'Traàn Thò Hoàng Yeán',
      'TRAÀN QUOÁC TUAÁN',
      'Lyù Thöôøng Kieät, Ñaø Naüng',
      'Phöôøng 5, Quaän Bình Thaïnh',
    ),
  ).toEqual([
    'Nguyễn Văn Đức',
    'Trần Thị Hồng Yến',
    'TRẦN QUỐC TUẤN',
    'Lý Thường Kiệt, Đà Nẵng',
    'Phường 5, Quận Bình Thạnh',
  ]);
});

test('a list of .VnTime that was saved as Unicode is read in letters of today', () => {
  expect(read('NguyÔn V¨n §øc', 'TrÇn ThÞ H¹nh')).toEqual(['Nguyễn Văn Đức', 'Trần Thị Hạnh']);
});

test('a list whose UTF-8 was taken for something else is mended, and a cell of it that cannot be is left', () => {
  expect(read(twice('Nguyễn Văn Đức'), twice('Họ và tên'), 'Nguyá»n', 'Lan')).toEqual([
    'Nguyễn Văn Đức',
    'Họ và tên',
    'Nguyá»n',
    'Lan',
  ]);
});

test.each([
  ['Nguyễn Văn Hoà', 'Toà nhà khoá', 'Đường Lê Lợi'],
  ['Noël', 'Anaïs', 'Müller', 'Señor'],
  ['100 m²', '30 °C', 'No. ½', '1ª'],
  ['Hoà', 'Toàn', 'khoá', 'hoãn'],
])('what is in letters of today stays: %s, %s', (...cells) => {
  expect(lettersIn(row(...cells)) ?? 'unicode').toBe('unicode');
});

test('plain letters tell nothing of a font', () => {
  expect(lettersIn(row('Lan', '0901234567'))).toBeUndefined();
});
