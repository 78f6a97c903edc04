import { command, needed } from '../command.ts';
import { backUp } from './backup.ts';
import type { Manifest } from './manifest.ts';
import { restore } from './restore.ts';
import { makeIdentity } from './wrapping.ts';

export const backup = command({
  summary: 'Sao lưu cơ sở dữ liệu, ghi âm, nhật ký và khoá vào một thư mục mới, kể cả khi Alô đang chạy',
  usage: 'backup --to /sao-luu/alo-2026-11-22',
  options: { to: { type: 'string' } },
  async run(values, _words, { config, say }) {
    const folder = needed(values.to, '--to');
    const manifest = await backUp(config, folder);
    say(
      `Đã sao lưu vào ${folder}: ${inWords(manifest)}. ${
        config.backupRecipients.length === 0
          ? 'Thư mục này chứa khoá và dữ liệu khách hàng: hãy giữ kín.'
          : 'Đã mã hoá: chỉ mở được bằng khoá riêng.'
      }`,
    );
    if (config.s3 !== undefined) say('Tệp trong kho S3 không nằm trong bản sao lưu: hãy bật lưu phiên bản cho kho đó.');
    return true;
  },
});

export const restoreBackup = command({
  summary: 'Phục hồi một bản sao lưu vào thư mục dữ liệu (và cơ sở dữ liệu) còn trống',
  usage: 'restore --from /sao-luu/alo-2026-11-22 [--identity khoa-rieng.txt] (ALO_DATA_DIR chọn thư mục đích)',
  options: { from: { type: 'string' }, identity: { type: 'string' } },
  async run(values, _words, { config, say }) {
    const manifest = await restore(config, needed(values.from, '--from'), { identityFile: values.identity });
    say(`Đã phục hồi vào ${config.dataFolder}: ${inWords(manifest)}. Khởi động bằng npm start.`);
    return true;
  },
});

export const backupKey = command({
  summary:
    'Tạo một cặp khoá cho bản sao lưu được mã hoá: tệp khoá riêng để cất nơi khác, khoá công khai cho ALO_BACKUP_RECIPIENT',
  usage: 'backup key --to /usb/khoa-sao-luu.txt',
  options: { to: { type: 'string' } },
  async run(values, _words, { say }) {
    const file = needed(values.to, '--to');
    const recipient = await makeIdentity(file);
    say(`Khoá riêng ở ${file}: cất ở nơi khác máy này, mất nó thì không ai mở được bản sao lưu.`);
    say(`ALO_BACKUP_RECIPIENT=${recipient}`);
    return true;
  },
});

function inWords({ made_at, files, tables }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return `dữ liệu lúc ${made_at}, ${tables.length} bảng (${rows} dòng), ${files.length} tệp (${Math.ceil(bytes / 1_048_576)} MB)`;
}
