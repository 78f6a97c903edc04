import { expect, test } from 'vitest';

import { startFailureText } from './start-failure.ts';

const systemError = (code: string, message: string, path?: string) =>
  Object.assign(new Error(message), { code, ...(path === undefined ? {} : { path }) });

test.each([
  [systemError('EADDRINUSE', 'listen EADDRINUSE: address already in use 127.0.0.1:8080'), 'Cổng 8080 đang được'],
  [systemError('ENOSPC', 'ENOSPC: no space left on device, write', '/data/journal'), 'đã đầy (/data/journal)'],
  [new Error('PostgreSQL did not start (exit code 1):\nFATAL: No space left on device'), 'đã đầy'],
  [systemError('EACCES', 'EACCES: permission denied', '/data'), 'Không ghi được vào thư mục dữ liệu (/data)'],
  [new Error('could not begin', { cause: systemError('EROFS', 'read-only') }), 'Không ghi được'],
  [systemError('ENETUNREACH', 'bind ENETUNREACH'), 'không có địa chỉ'],
])('%s is one line of Vietnamese that says what to do', (error, line) => {
  expect(startFailureText(error)).toContain(line);
  expect(startFailureText(error)).not.toContain('\n');
});

test('what nobody foresaw is one line too, with its causes; the stack is for who asks', () => {
  const error = new Error('It broke.', { cause: new Error('deep\n  down') });
  expect(startFailureText(error)).toBe(
    'Alô không khởi động được: It broke. – deep down (ALO_LOG_LEVEL=debug cho biết thêm.)',
  );
  expect(startFailureText(error, true)).toContain('    at ');
});
