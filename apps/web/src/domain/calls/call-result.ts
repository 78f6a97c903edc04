import { type CallRow, callStatuses, networkWords } from '@alo/contract';

/** Of a call that could not be put through, by call control's causes. */
const failures: Readonly<Record<string, string>> = {
  'not-found': 'Số không tồn tại',
  unreachable: 'Không liên lạc được',
  normal: 'Không liên lạc được',
  asleep: 'Không liên lạc được',
  forbidden: 'Không được phép gọi',
  limit: 'Đã hết đường gọi',
  congestion: 'Nghẽn mạng',
  'no-response': 'Nhà mạng không phản hồi',
  incompatible: 'Không hợp chuẩn âm thanh',
  'no-media': 'Mất âm thanh',
  interrupted: 'Bị gián đoạn',
};

/** How a call came out, in the words in which its person heard it: with the cause, where that tells more than the status. */
export function callResult({
  status,
  cause,
  network_said: said = null,
}: Pick<CallRow, 'status' | 'cause'> & Partial<Pick<CallRow, 'network_said'>>): string {
  if (said !== null) return networkWords[said];
  if (status === 'busy' && cause === 'rejected') return 'Bị từ chối';
  return status === 'failed' ? (failures[cause] ?? 'Không kết nối được') : callStatuses[status];
}
