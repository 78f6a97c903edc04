import { type CallRow, callStatuses } from '@alo/contract';

/** What the call window has said, where a cause tells more than the status. */
const exactly: Readonly<Partial<Record<CallRow['status'], Readonly<Record<string, string>>>>> = {
  busy: { rejected: 'Bị từ chối' },
  failed: {
    'not-found': 'Số không tồn tại',
    unreachable: 'Không liên lạc được',
    asleep: 'Không liên lạc được',
  },
};

/** How a call came out, in the words in which its person heard it. */
export const cameOut = ({ status, cause }: Pick<CallRow, 'status' | 'cause'>): string =>
  exactly[status]?.[cause] ?? callStatuses[status];
