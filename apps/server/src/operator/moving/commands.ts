import { command, needed } from '../command.ts';
import { exportCompany } from './export-company.ts';
import { importCompany } from './import-company.ts';
import type { MovedCompany } from './moved-company.ts';

export const tenantExport = command({
  summary: 'Xuất một công ty cùng mọi thứ của nó, mã hoá bằng ALO_BACKUP_RECIPIENT; --close đóng nó ở đây',
  usage: 'tenant export --company acme --to /chuyen/acme [--close]',
  options: { company: { type: 'string' }, to: { type: 'string' }, close: { type: 'boolean', default: false } },
  async run({ company, to, close }, _words, { config, say }) {
    const code = needed(company, '--company');
    const exported = await exportCompany(config, { code, to: needed(to, '--to'), closes: close });
    say(`Đã xuất ${code}: ${inWords(exported)}. Chỉ mở được bằng khoá riêng.`);
    if (exported.missing > 0) say(`${exported.missing} tệp không tìm thấy ở máy này, ở kho hay ở máy khác.`);
    if (close) say(`${code} đã đóng ở cài đặt này: không ai đăng nhập, không còn cuộc gọi.`);
    return exported.missing === 0;
  },
});

export const tenantImport = command({
  summary: 'Đưa một công ty đã xuất vào cài đặt này, bên cạnh các công ty đang có',
  usage: 'tenant import --from /chuyen/acme --identity khoa-rieng.txt',
  options: { from: { type: 'string' }, identity: { type: 'string' } },
  async run({ from, identity }, _words, { config, say }) {
    const imported = await importCompany(config, {
      from: needed(from, '--from'),
      identityFile: needed(identity, '--identity'),
    });
    say(`Đã nhập ${imported.company.code} (${imported.company.name}): ${inWords(imported)}.`);
    if (imported.unproven > 0)
      say(`${imported.unproven} đầu số phải xác minh lại: lời của đơn vị vận hành cũ không theo sang.`);
    const given = Object.entries(imported.limits).map(([name, most]) => `${words[name] ?? name} ${most}`);
    say(`Phần được cấp theo từ nơi cũ: ${given.join(', ') || 'không giới hạn'}. Xem lại ở Vận hành › Phần được cấp.`);
    if (imported.unreadable > 0) say(`${imported.unreadable} bí mật không mở được: phải nhập lại chúng.`);
    return imported.unreadable === 0;
  },
});

const words: Readonly<Record<string, string>> = {
  calls: 'cuộc gọi cùng lúc',
  rows: 'dòng dữ liệu',
  bytes: 'byte',
  requests: 'yêu cầu cùng lúc',
  jobs: 'việc cùng lúc',
  deliveries: 'webhook cùng lúc',
  seats: 'chỗ',
};

function inWords({ made_at, files, tables }: MovedCompany): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `dữ liệu lúc ${made_at}, ${rows} dòng trong ${tables.length} bảng, ${files.length} tệp`;
}
