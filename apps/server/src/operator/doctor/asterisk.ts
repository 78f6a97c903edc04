import { inspectAsterisk } from '@alo/engine-asterisk/inspect';
import type { Config } from '../../config.ts';
import { type Finding, findingsAbout } from './finding.ts';

/** The Asterisk that carries the calls, where one is named. */
export async function checkAsterisk({ asterisk }: Pick<Config, 'asterisk'>): Promise<Finding[]> {
  if (asterisk === undefined) return [];
  const { good, bad } = findingsAbout('Asterisk');
  const looked = await inspectAsterisk(asterisk);
  switch (looked.is) {
    case 'away':
      return [bad(`${asterisk.url} không trả lời (${looked.why}): khởi động Asterisk, hoặc sửa ALO_ASTERISK_URL.`)];
    case 'unknown to it':
      return [bad(`${asterisk.url} từ chối tên hoặc mật khẩu của ALO_ASTERISK_URL: so với tệp ari.conf của Asterisk.`)];
    case 'there':
      if (looked.isTooOld) return [bad(`phiên bản ${looked.version} quá cũ: cần 22.4 trở lên.`)];
      if (looked.missing.length > 0) {
        const [first] = looked.missing;
        return [
          bad(
            `phiên bản ${looked.version} thiếu ${looked.missing.length} mô-đun (${first} …): dùng cấu hình mà ` +
              'npm run alo -- asterisk config ghi ra.',
          ),
        ];
      }
      return [good(`phiên bản ${looked.version} ở ${asterisk.url}, đủ mô-đun.`)];
    default:
      return looked satisfies never;
  }
}
