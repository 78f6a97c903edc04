import { keyAt } from '../../kernel/key-ring.ts';
import { readKeys } from '../../storage/server-key.ts';
import { command } from '../command.ts';
import { openForOperator } from '../open-database.ts';
import { sealedBy } from './reseal.ts';
import { type Rotation, rotateKeys } from './rotate.ts';
import { filesSealedBy } from './sealed-files.ts';

export const keyRotate = command({
  summary: 'Đổi khoá của hệ thống trong khi Alô chạy; chạy lại để tiếp tục và bỏ khoá cũ khi không còn gì dùng nó',
  usage: 'key rotate [--at-once]',
  options: { 'at-once': { type: 'boolean' } },
  async run(values, _words, { config, say }) {
    const rotation = await rotateKeys(config, { atOnce: values['at-once'] === true });
    for (const line of inWords(rotation)) say(line);
    return rotation.unreadable === 0;
  },
});

export const keyList = command({
  summary: 'Các khoá của hệ thống, dùng từ khi nào và đang giữ bao nhiêu bí mật',
  usage: 'key list',
  options: {},
  async run(_values, _words, { config, say }) {
    const keys = await readKeys(config.dataFolder);
    const { db, close } = await openForOperator(config);
    try {
      const counts = await sealedBy(db, keys);
      const files = await filesSealedBy(config.dataFolder, { all: () => keys, sealing: () => keyAt(keys, Date.now()) });
      for (const { id, fromMs } of keys) {
        const name = id.toString('hex');
        const since = fromMs === 0 ? 'từ đầu' : `từ ${new Date(fromMs).toISOString()}`;
        const recordings = files.get(name) ?? 0;
        const sealed = recordings === 0 ? '' : `, ${recordings} tệp ghi âm`;
        say(`${name}  ${since}  ${counts.get(name) ?? 0} bí mật${sealed}`);
      }
      const others = counts.get('') ?? 0;
      if (others > 0) say(`${others} bí mật chưa mang tên khoá: chạy npm run alo -- key rotate để niêm phong lại.`);
    } finally {
      await close();
    }
    return true;
  },
});

function inWords({ newest, sealed, unreadable, kept }: Rotation): string[] {
  if (kept !== null && typeof kept === 'object' && 'copyTo' in kept) return [copyInWords(kept)];
  const lines = [`Khoá ${newest.id.toString('hex')} đang dùng; đã niêm phong lại ${sealed} bí mật.`];
  if (unreadable > 0) lines.push(`${unreadable} bí mật không khoá nào mở được: phải nhập lại chúng.`);
  if (kept === null) {
    lines.push(
      'Khoá cũ đã bỏ. Bản sao lưu trước đây mang khoá cũ của chúng: nếu khoá đã lộ, hãy sao lưu mới và huỷ chúng.',
    );
  } else if (kept !== 'journal' && 'rotateAt' in kept) {
    lines.push(
      `Khoá cũ được giữ: chạy lệnh này ở các máy ${kept.rotateAt.join(', ')}, nơi còn tệp niêm phong bằng khoá đó.`,
    );
  } else if (kept === 'journal') {
    lines.push('Nhật ký cuộc gọi còn phím niêm phong bằng khoá cũ: chạy lại lệnh này sau ít phút, khi Alô đang chạy.');
  } else {
    const day = new Date(kept.untilMs).toISOString();
    lines.push(
      `Khoá cũ được giữ đến ${day}, khi phiên đăng nhập và đường dẫn trong thư đã cấp không còn dùng nó: chạy lại lệnh này sau đó. ` +
        'Khoá cũ đã lộ thì thêm --at-once: người đang mở trang phải tải lại để điện thoại kết nối.',
    );
  }
  return lines;
}

function copyInWords({ copyTo, fromMs }: { copyTo: readonly string[]; fromMs: number }): string {
  const from = new Date(fromMs).toISOString();
  if (copyTo.length === 0) return `Mọi máy đã có khoá mới, được dùng từ ${from}: chạy lại lệnh này sau đó.`;
  const machines = copyTo.join(', ');
  return Date.now() < fromMs
    ? `Đã có khoá mới, được dùng từ ${from}. Trước lúc đó, chép tệp server-key của thư mục này sang các máy ${machines}: không phải dừng máy nào, mỗi máy nhận ra trong một phút. Rồi chạy lại lệnh này.`
    : `Khoá mới được dùng từ ${from}, mà các máy ${machines} chưa có: bí mật lưu từ lúc đó không mở được ở đấy. Chép tệp server-key sang ngay, chờ một phút rồi chạy lại lệnh này.`;
}
