import { dayOf, dayText, matches, numberOf, numberText, timeOf, weekdaysText } from '@alo/ui';

import type { Codec, SheetCodec } from './field.ts';

/** A text is what it is. */
export const asWritten: Codec<string> & SheetCodec<string> = {
  write: (value) => value,
  read: (text) => text,
  expects: 'văn bản',
};

export const plainNumber: Codec<number> = { write: String, read: (text) => finite(text === '' ? null : Number(text)) };

export const numberCell = (decimals: number): SheetCodec<number> => ({
  write: (value) => numberText(value, decimals),
  read: (text) => finite(numberOf(text)),
  expects: decimals === 0 ? 'số, ví dụ 1.200' : 'số, ví dụ 1.200,5',
});

const finite = (value: number | null) => (value === null || !Number.isFinite(value) ? undefined : value);

/** `21/11/2026` in a sheet, `2026-11-21` in an address. */
export const dayAddress: Codec<string> = { write: (day) => day, read: (text) => dayOf(dayText(text)) };
export const dayCell: SheetCodec<string> = {
  write: dayText,
  read: (text) => dayOf(text) ?? dayAddress.read(text),
  expects: 'ngày dạng 21/11/2026',
};

export const timeCell: SheetCodec<string> = { write: (time) => time, read: timeOf, expects: 'giờ dạng 08:30' };

/** Words for on and off; a sheet may say yes in many ways. */
export const onOffCell = (on: string, off: string): SheetCodec<boolean> => ({
  write: (value) => (value ? on : off),
  read: (text) => {
    const said = text.trim().toLowerCase();
    if ([on.toLowerCase(), 'có', 'co', 'x', '1', 'true'].includes(said)) return true;
    return [off.toLowerCase(), 'không', 'khong', '', '0', 'false'].includes(said) ? false : undefined;
  },
  expects: `“${on}” hoặc “${off}”`,
});
export const onOffAddress: Codec<boolean> = {
  write: (value) => (value ? '1' : '0'),
  read: (text) => (text === '1' ? true : text === '0' ? false : undefined),
};

/** A code in the address, its word in a sheet, accents aside. */
export function oneOfCodec<Value extends string>(words: Readonly<Record<Value, string>>) {
  const all = Object.entries(words) as [Value, string][];
  const address: Codec<Value> = {
    write: (value) => value,
    read: (text) => all.find(([value]) => value === text)?.[0],
  };
  const sheet: SheetCodec<Value> = {
    write: (value) => words[value],
    read: (text) =>
      all.find(([value, word]) => value === text || (word.length === text.trim().length && matches(word, text)))?.[0],
    expects: `một trong: ${Object.values(words).join(', ')}`,
  };
  return { address, sheet };
}

/** Several of something, with commas between. */
export const listAddress = <Value>(one: Codec<Value>): Codec<Value[]> => ({
  write: (values) => values.map(one.write).join(','),
  read: (text) => allOf(text, one.read),
});
export const listCell = <Value>(one: SheetCodec<Value>): SheetCodec<Value[]> => ({
  write: (values, names) => values.map((value) => one.write(value, names)).join(', '),
  read: (text, names) => allOf(text, (part) => one.read(part, names)),
  expects: `${one.expects}; nhiều giá trị cách nhau bằng dấu phẩy`,
});

function allOf<Value>(text: string, read: (part: string) => Value | undefined): Value[] | undefined {
  const parts = text.split(',').flatMap((part) => (part.trim() === '' ? [] : [read(part.trim())]));
  const known = parts.filter((part) => part !== undefined);
  return known.length === parts.length ? known : undefined;
}

/** A row of another resource: its id in the address, its name in a sheet. */
export const nameCell: SheetCodec<string> = {
  write: (id, { nameOf }) => nameOf(id) ?? '',
  read: (text, { idOf }) => idOf(text.trim()),
  expects: 'tên đã có trong danh sách',
};

/** `T2–T6` in a sheet; days may also be told one by one. */
export const weekdaysCell: SheetCodec<number[]> = {
  write: weekdaysText,
  read: (text) => {
    const parts = text
      .toUpperCase()
      .split(',')
      .map((part) =>
        part
          .trim()
          .split(/\s*[–-]\s*/)
          .map(weekday),
      );
    const days = parts.flatMap(([from, to = from]) =>
      from === undefined || to === undefined
        ? [undefined]
        : Array.from({ length: to - from + 1 }, (_, at) => from + at),
    );
    const known = days.filter((day) => day !== undefined);
    return known.length > 0 && known.length === days.length ? [...new Set(known)].toSorted((a, b) => a - b) : undefined;
  },
  expects: 'thứ, ví dụ T2–T6 hoặc T7, CN',
};

const weekday = (text: string) => (text === 'CN' ? 7 : /^T[2-7]$/.test(text) ? Number(text[1]) - 1 : undefined);

/** What has parts is told as JSON in the address and cannot be told in one cell. */
export const inParts = <Value>(
  show: (value: Value) => string,
): { address: Codec<Value>; sheet: SheetCodec<Value> } => ({
  address: { write: (value) => JSON.stringify(value), read: () => undefined },
  sheet: { write: show, read: () => undefined, expects: 'một dòng cho mỗi giá trị, ở sheet riêng' },
});
