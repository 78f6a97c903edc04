import { CallList } from './call-list.tsx';

/** /call-history: every conversation, newest first, as it happens. */
export default function CallHistoryPage() {
  return (
    <CallList
      name="/call-history"
      title="Lịch sử cuộc gọi"
      file="lich-su-cuoc-goi"
      empty={['Chưa có cuộc gọi nào', 'Cuộc gọi đầu tiên sẽ hiện ở đây ngay khi nó bắt đầu.']}
    />
  );
}
