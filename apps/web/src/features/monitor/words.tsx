import type { AgentState, WatchedAgent, WatchedCall } from '@alo/contract';
import type { StatusTone } from '@alo/ui';
import { stateWords } from '../../domain/presence/presence.ts';
import { groupedPhone } from '../../kit/format/phone.ts';

/** What somebody does, in the words and colours of presence. */
export const agentWords: Readonly<Record<AgentState, { tone: StatusTone; word: string }>> = {
  ...stateWords,
  held: { tone: 'paused', word: 'Đang giữ máy' },
};

export const stageWords: Readonly<Record<WatchedCall['stage'], { tone: StatusTone; word: string }>> = {
  waiting: { tone: 'paused', word: 'Đang chờ' },
  ringing: stateWords.ringing,
  talking: stateWords.talking,
  held: agentWords.held,
};

export const directionWords: Readonly<Record<WatchedCall['direction'], string>> = {
  inbound: 'Gọi vào',
  outbound: 'Gọi ra',
  internal: 'Nội bộ',
};

export const supervisionWords: Readonly<Record<WatchedAgent['supervisors'][number]['mode'], string>> = {
  listen: 'nghe cùng',
  whisper: 'nhắc riêng',
  barge: 'đang đàm thoại cùng',
};

/** A name, or the number that it stands for. */
export const whoIs = ({ name, number }: { name: string; number: string }): string =>
  name || groupedPhone(number) || 'Số ẩn';
