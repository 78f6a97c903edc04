import type { callQueues, RowOf } from '@alo/contract';

/** What callers of a queue would stumble over. */
export function queueWarnings(row: RowOf<typeof callQueues>): string[] {
  const { id, members = [], exits = [], callback_key: callback, max_wait_seconds: most, timeout, full, empty } = row;
  const warnings: string[] = [];
  if (members.length === 0) warnings.push('Chưa có thành viên: không ai phục vụ được');
  if (exits.some(({ key }) => key === callback)) warnings.push(`Phím ${callback} vừa xin gọi lại vừa rời hàng đợi`);
  if (timeout && !most) warnings.push('Không có giờ chờ tối đa: điểm đến khi hết giờ không bao giờ tới');
  if ([timeout, full, empty].some((to) => to?.type === 'queue' && to.value === id)) {
    warnings.push('Quay lại chính nó: khách có thể chờ mãi');
  }
  return warnings;
}
