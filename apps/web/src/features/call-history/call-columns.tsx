import { type CallRow, callPurposes, callRecording } from '@alo/contract';
import { type Column, digits, IconAlertTriangle, IconMicrophone, Status } from '@alo/ui';
import { callResult } from '../../domain/calls/call-result.ts';
import { recordingRefusedWords } from '../../domain/calls/recording-refused.ts';
import { PhoneNumber } from '../../domain/phone-door/phone-number.tsx';
import { FilePlayer } from '../../domain/sound/file-player.tsx';
import { CallTags } from '../../domain/tags/call-tags.tsx';
import { Tags } from '../../domain/tags/tags.tsx';
import { causeWords } from '../../domain/trace/trace-words.ts';
import { useConsole } from '../../kit/api/context.ts';
import { percent } from '../../kit/format/numbers.ts';
import { groupedPhone } from '../../kit/format/phone.ts';
import { lasted, minutesSeconds } from '../../kit/format/time.ts';
import { useMay } from '../../kit/me/me.ts';
import { Moment } from '../../resource/page/moment.tsx';
import styles from './call-history.module.css';
import { callBackOf, callStatusTones, numberOf, partyOf, staffOf } from './call-words.ts';
import { Direction } from './direction.tsx';
import { Waited } from './waited.tsx';

const dash = <span aria-hidden>–</span>;

/** Columns of the call history, as whoever has the extension `own` reads it. */
export const callColumns = (own: string): readonly Column<CallRow>[] => [
  { id: 'customer_name', label: 'Khách hàng', cell: (call) => partyOf(call, own) },
  {
    id: 'phone',
    label: 'Số điện thoại',
    width: 140,
    cell: (call) => <PhoneNumber number={numberOf(call, own)} callAs={callBackOf(call, own)} />,
  },
  {
    id: 'started_at',
    label: 'Bắt đầu',
    sortable: true,
    cell: (call) => <Moment brief at={call.started_at} />,
  },
  { id: 'direction', label: 'Loại', cell: (call) => <Direction direction={call.direction} /> },
  {
    id: 'status',
    label: 'Trạng thái',
    cell: (call) => (
      <>
        <Status tone={callStatusTones[call.status]}>{callResult(call)}</Status>
        {call.broken !== '' && <Broken words={call.broken} />}
        {call.purpose !== 'people' && <span className={styles.purpose}>{callPurposes[call.purpose]}</span>}
      </>
    ),
  },
  {
    id: 'outcome',
    label: 'Kết quả',
    cell: ({ outcome_name: name }) => name ?? dash,
  },
  {
    id: 'tags',
    label: 'Nhãn',
    // The others fill a screen of 1366 pixels already; the call itself shows them.
    hidden: true,
    onCard: ({ tags }) => (tags.length === 0 ? null : <Tags tags={tags} />),
    cell: (call) => <CallTags call={call.id} tags={call.tags} who={partyOf(call, own)} quiet />,
  },
  { id: 'agent_name', label: 'Nhân viên', cell: (call) => staffOf(call) || dash },
  {
    id: 'wait_seconds',
    label: 'Chờ',
    numeric: true,
    sortable: true,
    cell: (call) => <Waited call={call} />,
  },
  {
    id: 'talk_seconds',
    label: 'Đàm thoại',
    numeric: true,
    sortable: true,
    cell: (call) => (call.talk_seconds === 0 ? dash : lasted(call.talk_seconds)),
  },
  {
    id: 'recording',
    label: 'Ghi âm',
    cell: (call) => <Recorded call={call} who={partyOf(call, own)} />,
  },
  {
    id: 'mos',
    label: 'Âm thanh',
    hidden: true,
    cell: ({ mos, poor }) => (mos === null ? dash : `${poor ? 'Kém · ' : ''}MOS ${digits(mos, 1, 1)}`),
  },
  {
    id: 'agent_share',
    label: 'Nhân viên nói',
    numeric: true,
    hidden: true,
    cell: ({ voices }) => (voices?.agent_percent == null ? dash : percent(voices.agent_percent)),
  },
  {
    id: 'overtalk',
    label: 'Nói chen',
    numeric: true,
    hidden: true,
    cell: ({ voices }) => (voices?.overtalk_percent == null ? dash : percent(voices.overtalk_percent)),
  },
  {
    id: 'dead_air',
    label: 'Tổng im lặng',
    numeric: true,
    hidden: true,
    cell: ({ voices }) => (voices === null ? dash : minutesSeconds(voices.dead_air_seconds)),
  },
  { id: 'queues', label: 'Hàng đợi', hidden: true, cell: ({ queues }) => queues || dash },
  { id: 'hotline', label: 'Đầu số', hidden: true, cell: (call) => groupedPhone(call.hotline) || dash },
  { id: 'dialled', label: 'Số đã bấm', hidden: true, cell: (call) => groupedPhone(call.dialled) },
  {
    id: 'total_seconds',
    label: 'Tổng',
    numeric: true,
    hidden: true,
    cell: (call) => lasted(call.total_seconds),
  },
  {
    id: 'cause',
    label: 'Lý do kết thúc',
    hidden: true,
    cell: (call) => (call.cause === '' ? dash : causeWords(call.cause)),
  },
];

const recordingWords = {
  open: 'Đang ghi',
  ready: 'Có',
  incomplete: 'Thiếu',
  'no-space': 'Thiếu',
  failed: 'Lỗi',
  'no-room': 'Lỗi',
  dropped: 'Đã bỏ',
} as const;

/** The call met something in the configuration that does not work. */
const Broken = ({ words }: { words: string }) => (
  <span className={styles.broken} title={`Gặp chỗ hỏng trong cấu hình: ${words}`}>
    <IconAlertTriangle size={15} aria-hidden />
    Chỗ hỏng
  </span>
);

/** What there is of a recording: heard at once by who may, without opening the call. */
function Recorded({ call: { id, recording, ...call }, who }: { call: CallRow; who: string }) {
  const { api } = useConsole();
  const may = useMay();
  const refused = call.recording_refused_after;
  const why = refused === null ? undefined : recordingRefusedWords(refused);
  if (recording === 'none') return why === undefined ? dash : <span title={why}>Khách từ chối</span>;
  const isWhole = recording === 'ready' && refused === null;
  return (
    <span className={styles.recorded} data-state={recording} title={why}>
      {isHeard(recording) && may(callRecording.access) ? (
        <FilePlayer
          label={`Nghe ghi âm cuộc gọi với ${who}`}
          load={() => api.file(callRecording, { params: { id } })}
        />
      ) : (
        <IconMicrophone size={15} aria-hidden />
      )}
      <span className={isWhole && may(callRecording.access) ? 'alo-unseen' : undefined}>
        {refused === null || recording === 'dropped' ? recordingWords[recording] : `Đến giây ${refused}`}
      </span>
    </span>
  );
}

const isHeard = (recording: keyof typeof recordingWords): boolean =>
  recording === 'ready' || recording === 'incomplete' || recording === 'no-space';
