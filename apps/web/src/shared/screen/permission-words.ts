import type { Access, Permission } from '@alo/contract';

import { labelOf } from './screen.tsx';

type Action = Permission extends infer P ? (P extends `${string}.${infer A}` ? A : never) : never;

/** What an action is called where a role is put together. */
export const actionWords: Readonly<Record<Action, string>> = {
  view: 'Xem',
  create: 'Thêm',
  update: 'Sửa',
  delete: 'Xoá',
  export: 'Xuất',
  listen: 'Nghe ghi âm',
  'full-phone': 'Xem số đầy đủ',
};

/** A permission as the person reads it who may give it: "Xem" of "Phòng ban". */
export function permissionWords(access: Access): { action: string; screen: string } {
  const action = access.slice(access.lastIndexOf('.') + 1);
  const word = Object.entries(actionWords).find(([name]) => name === action)?.[1];
  return { action: word ?? action, screen: labelOf(access) };
}
