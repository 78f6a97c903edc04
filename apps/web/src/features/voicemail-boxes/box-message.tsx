import { type boxMessages, callRecording, type ResultOf } from '@alo/contract';
import { IconBell, IconButton, IconCheck, IconDotsVertical, IconTrash, Menu, type MenuEntry, Status } from '@alo/ui';
import { Link } from '@tanstack/react-router';
import { PhoneNumber } from '../../domain/phone-door/phone-number.tsx';
import { FilePlayer } from '../../domain/sound/file-player.tsx';
import { useConsole } from '../../kit/api/context.ts';
import { dateTime, lasted } from '../../kit/format/time.ts';
import { useMay } from '../../kit/me/me.ts';
import styles from './voicemail-boxes.module.css';

export type Message = ResultOf<typeof boxMessages>['data'][number];

/** One message: who left it and when, to be heard and called back; and what can be done with it by who may. */
export function BoxMessage({
  message,
  onMark,
  onDelete,
}: {
  message: Message;
  onMark: (() => void) | undefined;
  onDelete: (() => void) | undefined;
}) {
  const { api } = useConsole();
  const may = useMay();
  const { call_id: callId, at, number, customer, seconds, heard } = message;
  const when = dateTime(at);
  const entries: MenuEntry[] = [];
  if (onMark) {
    entries.push({
      key: 'mark',
      label: heard ? 'Đánh dấu chưa nghe' : 'Đánh dấu đã nghe',
      onSelect: onMark,
      icon: heard ? <IconBell aria-hidden /> : <IconCheck aria-hidden />,
    });
  }
  if (onDelete) {
    entries.push({
      key: 'delete',
      label: 'Xoá lời nhắn',
      danger: true,
      onSelect: onDelete,
      icon: <IconTrash aria-hidden />,
    });
  }
  return (
    <li>
      {may(callRecording.access) && (
        <FilePlayer
          label={`Nghe lời nhắn lúc ${when}`}
          load={() => api.file(callRecording, { params: { id: callId } })}
        />
      )}
      <div className={styles.who}>
        {customer !== null && (
          <Link to="/customer" search={{ id: customer.id }}>
            {customer.name}
          </Link>
        )}
        <div>{number === null ? 'Số ẩn' : <PhoneNumber number={number} callAs={callBackOf(message, number)} />}</div>
        <span className={styles.when}>
          {when} · {lasted(seconds)}
        </span>
      </div>
      <Status tone={heard ? 'offline' : 'ringing'}>{heard ? 'Đã nghe' : 'Chưa nghe'}</Status>
      {entries.length > 0 && (
        <Menu entries={entries}>
          <IconButton size="sm" label={`Việc với lời nhắn lúc ${when}`}>
            <IconDotsVertical aria-hidden />
          </IconButton>
        </Menu>
      )}
    </li>
  );
}

/** What is dialled: the customer, else the call where the number is masked. */
const callBackOf = ({ customer, call_id: callId }: Message, number: string) =>
  customer?.id ?? (number.includes('*') ? `call/${callId}` : number);
