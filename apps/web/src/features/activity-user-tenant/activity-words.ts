/** What stands beside an entry that is of no form. */
export const trailFieldWords: Readonly<Record<string, string>> = {
  agent: 'Máy nhánh',
  asked_by_another: 'Công ty khác xin xác minh số của công ty mình',
  calls: 'Cuộc gọi',
  changed: 'Dòng đã sửa',
  code: 'Mã',
  created: 'Dòng đã thêm',
  evidence: 'Bằng chứng',
  expires_at: 'Hết hạn',
  given: 'Đồng ý',
  given_to_its_owner: 'Đã giao cho chủ số',
  heard: 'Đã nghe',
  held: 'Được giữ lại',
  name: 'Tên',
  proof: 'Xác minh số',
  purpose: 'Việc gì',
  query: 'Bộ lọc',
  recordings: 'Ghi âm',
  rows: 'Số dòng',
  signed_in_elsewhere: 'Người của công ty khác gọi địa chỉ của công ty mình',
  tries_left: 'Còn được thử',
  until: 'Đến lúc',
  way: 'Bằng cách',
  why: 'Vì sao',
  wrong_company: 'Địa chỉ của công ty khác',
};

/** Whether a person of whom it was is erased. */
export const saysErased = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'erased' in value && value.erased === true;

/** A value of a row as it is compared. */
export const trailValueText = (value: unknown): string =>
  value === null || value === undefined || value === ''
    ? '–'
    : typeof value === 'string'
      ? value
      : typeof value === 'boolean'
        ? value
          ? 'Có'
          : 'Không'
        : JSON.stringify(value);

/** What differs between two states of a row, by name; everything where there is only one. */
export function rowDifferences(before: unknown, after: unknown): { name: string; before: unknown; after: unknown }[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((name) => !quiet.has(name));
  return names
    .filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]))
    .map((name) => ({ name, before: was[name], after: is[name] }));
}

/** They change with every change. */
const quiet = new Set(['version', 'updated_at', 'updated_by']);

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  rowOf(value) ?? (value === null || value === undefined ? {} : { value });

/** A row that was written into the trail; null where there is none. */
export const rowOf = (value: unknown): Readonly<Record<string, unknown>> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
