import type { RosterShift } from '@alo/contract';

/** The Monday of the week of a day. */
export const mondayOf = (day: string): string => later(day, -((new Date(day).getUTCDay() + 6) % 7));

export const later = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** What is painted with: a shift, leave, or nothing. */
export type Brush = { readonly kind: 'shift'; readonly shift: RosterShift } | { readonly kind: 'leave' | 'none' };

export const brushText = (brush: Brush): string =>
  brush.kind === 'shift' ? brush.shift.name : brush.kind === 'leave' ? 'Nghỉ phép' : 'Bỏ trống';
