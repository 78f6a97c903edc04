import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asteriskFiles } from '@alo/engine-asterisk/files';
import { command, needed, Refused } from './command.ts';

/** The configuration of an Asterisk that carries our calls, as `npm start` expects it; see docs/asterisk.md. */
export const asteriskConfig = command({
  summary: 'Ghi cấu hình cho Asterisk 22 chạy cuộc gọi thay tổng đài có sẵn',
  usage: 'asterisk config --to /etc/asterisk (cần ALO_ASTERISK_URL)',
  options: { to: { type: 'string' } },
  async run(values, _words, { config: { asterisk, host, sipPort }, say }) {
    const folder = needed(values.to, '--to');
    if (asterisk === undefined) {
      throw new Refused('Thiếu ALO_ASTERISK_URL, ví dụ http://alo:mat-khau@127.0.0.1:8088.');
    }
    if (asterisk.user === '' || asterisk.password === '') {
      throw new Refused('ALO_ASTERISK_URL phải có tên và mật khẩu: http://alo:mat-khau@127.0.0.1:8088.');
    }
    const files = asteriskFiles({
      sipAddress: host === 'localhost' ? '127.0.0.1' : host,
      sipPort,
      httpPort: Number(new URL(asterisk.url).port || 80),
      user: asterisk.user,
      password: asterisk.password,
      app: 'alo',
      rtpPorts: { first: 10_000, last: 20_000 },
    });
    await mkdir(folder, { recursive: true });
    const there = new Set(await readdir(folder));
    const taken = Object.keys(files).filter((name) => there.has(name));
    if (taken.length > 0) throw new Refused(`${folder} đã có ${taken.join(', ')}: hãy chuyển đi trước.`);
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text, { mode: 0o640 });
    say(
      `Đã ghi ${Object.keys(files).length} tệp vào ${folder}. Khởi động lại Asterisk, rồi npm start với ALO_ASTERISK_URL này.`,
    );
    return true;
  },
});
