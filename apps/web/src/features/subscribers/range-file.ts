import type { addExtensionRange, ResultOf } from '@alo/contract';

const heads = [
  'Máy nhánh',
  'Tên',
  'Nhân viên',
  'Máy chủ',
  'Cổng',
  'Giao thức',
  'Tên miền',
  'Tên đăng nhập',
  'Mật khẩu',
];

/** What was added of a range, one a line, as programs that write tables open it: what phones are set up with among it. */
export function fileOfRange({ door, data }: Pick<ResultOf<typeof addExtensionRange>, 'door' | 'data'>): string {
  const lines = data
    .filter(({ id }) => id !== null)
    .map(({ number, name, person_name: person, phone }) => [
      number,
      name,
      person ?? '',
      ...(door === null || phone === null
        ? []
        : [door.server, String(door.port), door.transport, door.domain, phone.username, phone.password]),
    ]);
  // The mark says that it is UTF-8 to programs that would guess.
  return `\uFEFF${[heads, ...lines].map((cells) => cells.map(cell).join(',')).join('\r\n')}\r\n`;
}

/** A text that begins like a formula is none. */
const cell = (text: string) => `"${text.replace(/^[=+\-@\t\r]/, "'$&").replaceAll('"', '""')}"`;
