import type { SupervisionMode } from '../board/activity.ts';
import type { ActivityKind } from '../turn/turn.ts';

/** Listens to a conversation, whispers to one side of it, or talks with everybody. */
export const supervising: ActivityKind<'supervising'> = {
  stage: 'talking',
  said: (_plan, { mode }) =>
    mode === 'listen' ? 'Đang nghe cùng' : mode === 'whisper' ? 'Đang nhắc riêng' : 'Đang cùng đàm thoại',
};

export const supervisionWords: Readonly<Record<SupervisionMode, string>> = {
  listen: 'nghe cùng',
  whisper: 'nhắc riêng',
  barge: 'vào đàm thoại với',
};
