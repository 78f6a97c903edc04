import type { ivrMenus, RowOf } from '@alo/contract';

/** What callers would stumble over in a menu. */
export function menuWarnings(row: RowOf<typeof ivrMenus>): string[] {
  const { id, keys = [], direct_dialling: dials, has_sound: hasSound, invalid, timeout } = row;
  const warnings: string[] = [];
  if (!hasSound) warnings.push('Chưa có lời chào: người gọi không biết bấm gì');
  if (keys.length === 0 && !dials) warnings.push('Chưa có phím nào');
  const again = (to: typeof invalid) => to?.type === 'ivr' && to.value === id;
  if (again(invalid) || again(timeout)) warnings.push('Quay lại chính nó khi không chọn được: có thể lặp mãi');
  return warnings;
}
