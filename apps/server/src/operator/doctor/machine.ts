import { X509Certificate } from 'node:crypto';
import { lstat, readdir, readFile, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';

import type { Config } from '../../config.ts';
import { PartLost, readKeys } from '../../storage/server-key.ts';
import { keyTimes } from '../keys/rotate.ts';
import { type Finding, findingsAbout, reasonOf } from './finding.ts';

const gibibyte = 1024 ** 3;
const dayMs = 86_400_000;
const renewWithinDays = 30;

/** The data folder: whether it is there, and whether it is closed to others. */
export async function checkFolder({ dataFolder }: Pick<Config, 'dataFolder'>): Promise<Finding> {
  const { good, warning, bad } = findingsAbout('Thư mục dữ liệu');
  const found = await lstat(dataFolder).catch(() => undefined);
  if (found === undefined) return warning(`${dataFolder} chưa có; lần khởi động đầu tiên sẽ tạo.`);
  if ((found.mode & 0o077) !== 0) {
    return bad(`Người dùng khác của máy đọc được ${dataFolder}: khởi động lại Alô, hoặc chạy chmod 700 ${dataFolder}.`);
  }
  const open = await readableByOthers(dataFolder);
  return open.length === 0
    ? good(`${dataFolder}, chỉ người dùng của Alô đọc được.`)
    : warning(`Có tệp mở cho người khác trong thư mục kín: ${open.join(', ')}. Chạy chmod -R go= ${dataFolder}.`);
}

async function readableByOthers(folder: string): Promise<string[]> {
  const open: string[] = [];
  for (const name of await readdir(folder)) {
    const found = await lstat(join(folder, name)).catch(() => undefined);
    const isTheirs = name === 'postgres' || found?.isSocket() === true;
    if (found !== undefined && !isTheirs && (found.mode & 0o077) !== 0) open.push(name);
  }
  return open;
}

/** Room for the database and for recordings. */
export async function checkDisk({ dataFolder }: Pick<Config, 'dataFolder'>): Promise<Finding> {
  const { good, warning, bad } = findingsAbout('Đĩa');
  const disk = await statfs(dataFolder).catch(() => undefined);
  if (disk === undefined) return warning('Chưa có thư mục dữ liệu để đo.');
  const free = disk.bavail * disk.bsize;
  const share = Math.round((100 * disk.bavail) / disk.blocks);
  const words = `còn ${(free / gibibyte).toFixed(1)} GB (${share}%)`;
  if (free < gibibyte)
    return bad(`${words}: giải phóng dung lượng hoặc đặt hạn lưu ghi âm ngắn hơn, nếu không sẽ mất ghi âm.`);
  return share < 10 ? warning(`${words}: sắp đầy, hãy giải phóng dung lượng.`) : good(words);
}

/** The certificate of SIP over TLS, and when it ends. */
export async function checkCertificate({ certificate, dataFolder }: Config, now: number): Promise<Finding> {
  const { good, warning, bad } = findingsAbout('Chứng chỉ');
  const path = certificate?.certFile ?? join(dataFolder, 'tls', 'self-signed.crt');
  try {
    const { validTo } = new X509Certificate(await readFile(path));
    const days = Math.floor((Date.parse(validTo) - now) / dayMs);
    const ends = `${path}, hết hạn ngày ${new Date(validTo).toISOString().slice(0, 10)}`;
    if (days < 0) return bad(`${ends}: đã hết hạn, điện thoại không kết nối được; thay tệp rồi khởi động lại.`);
    if (days < renewWithinDays) return warning(`${ends}: còn ${days} ngày, hãy gia hạn.`);
    return certificate === undefined
      ? good(`${ends}; tự ký, trình duyệt chỉ tin chứng chỉ đặt bằng ALO_TLS_CERT và ALO_TLS_KEY.`)
      : good(`${ends}.`);
  } catch (error) {
    return certificate === undefined
      ? good('Chưa có; lần khởi động đầu tiên sẽ tạo một chứng chỉ tự ký.')
      : bad(`Không đọc được ${path} (${reasonOf(error)}): kiểm tra ALO_TLS_CERT.`);
  }
}

/** Whether keys are being changed, and an older one may go. */
export async function checkKeys({ dataFolder }: Pick<Config, 'dataFolder'>, now: number): Promise<Finding> {
  const { good, warning, bad } = findingsAbout('Khoá');
  try {
    const [newest, ...older] = await readKeys(dataFolder);
    if (newest === undefined || older.length === 0) return good('Một khoá, niêm phong mọi bí mật.');
    return newest.fromMs + keyTimes.derivedMs < now
      ? warning('Khoá cũ không còn cần đến: chạy npm run alo -- key rotate để bỏ.')
      : good(`Đang đổi khoá từ ${new Date(newest.fromMs).toISOString()}; khoá cũ được giữ thêm bảy ngày.`);
  } catch (error) {
    if (error instanceof PartLost) return warning(`${dataFolder} chưa có khoá; lần khởi động đầu tiên sẽ tạo.`);
    return bad(reasonOf(error));
  }
}

/** Whether the product answers where it should; where it does not run, whether its ports are free. */
export async function checkPorts(config: Config): Promise<Finding[]> {
  const { host, port, sipPort, sipTlsPort, sipWssPort, sipWsPort, roles, asterisk } = config;
  const { good, bad } = findingsAbout('Cổng');
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  if (roles.includes('web') && port !== 0) {
    const answer = await fetch(`http://${name}:${port}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(
      () => undefined,
    );
    const body: unknown = await answer?.json().catch(() => undefined);
    const status = Object(body) as { status?: unknown; words?: unknown };
    if (answer !== undefined && typeof status.status === 'string') {
      const words = typeof status.words === 'string' ? `: ${status.words}` : '.';
      return [
        answer.ok
          ? good(`Alô đang chạy ở cổng ${port}${words}`)
          : bad(`Alô ở cổng ${port} chưa sẵn sàng (${JSON.stringify(body)}).`),
      ];
    }
  }
  const wanted: readonly (readonly [number, string])[] = [
    [port, 'ALO_PORT'],
    // Where Asterisk carries the calls, what phones and carriers speak with is Asterisk.
    ...(asterisk === undefined
      ? ([
          [sipPort, 'ALO_SIP_PORT'],
          [sipTlsPort, 'ALO_SIP_TLS_PORT'],
          [sipWssPort, 'ALO_SIP_WSS_PORT'],
          [sipWsPort ?? 0, 'ALO_SIP_WS_PORT'],
        ] as const)
      : []),
  ];
  return Promise.all(
    wanted
      .filter(([number]) => number !== 0)
      .map(async ([number, variable]) =>
        (await isFree(number, host))
          ? good(`Cổng ${number} còn trống (Alô không chạy).`)
          : bad(`Cổng ${number} đang bị chương trình khác dùng: dừng chương trình đó hoặc đổi ${variable}.`),
      ),
  );
}

const isFree = (port: number, host: string): Promise<boolean> =>
  new Promise((answer) => {
    const server = createServer();
    server.once('error', () => answer(false));
    server.listen(port, host === 'localhost' ? '127.0.0.1' : host, () => server.close(() => answer(true)));
  });

/** Rows that the database refused are kept until somebody looks at them. */
export async function checkSetAside({ dataFolder }: Pick<Config, 'dataFolder'>): Promise<Finding> {
  const { good, warning } = findingsAbout('Dữ liệu để riêng');
  const folder = join(dataFolder, 'set-aside');
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  return names.length === 0
    ? good('Không có dòng lịch sử nào bị cơ sở dữ liệu từ chối.')
    : warning(`Có ${names.length} tệp trong ${folder}: gửi cho người bảo trì, đừng xoá.`);
}
