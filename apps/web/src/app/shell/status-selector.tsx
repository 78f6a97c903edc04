import { type ActivityStatus, activityReasons, updateActivityStatus } from '@alo/contract';
import { IconChevronDown, Menu, type MenuEntry, StatusDot, type StatusTone } from '@alo/ui';

import { useConsole } from '../../shared/api/context.ts';
import { stateWords } from '../../shared/format/presence.ts';
import { lasted } from '../../shared/format/time.ts';
import { useMyCalls } from '../../shared/phone/use-my-calls.ts';
import { useMe } from '../../shared/session/me.ts';
import { useChangeMe } from '../../shared/session/use-change-me.ts';
import { useSeconds } from '../../shared/use-seconds.ts';
import styles from './header.module.css';

const names: Record<ActivityStatus, string> = { 1: 'Sẵn sàng', 2: 'Bận', 3: 'Ngoại tuyến' };
const tones: Record<ActivityStatus, StatusTone> = { 1: 'ready', 2: 'paused', 3: 'offline' };

/**
 * The own activity status: 1, 2 with a reason, 3 (which stops the phone). Changes show at once and go back if refused. In a
 * call that is what is shown, as the switchboard has it; what was chosen stays chosen, and is shown again afterwards.
 */
export function StatusSelector() {
  const person = useMe();
  const change = useChangeStatus();
  const { phone } = useMyCalls();
  if (!person) return null;
  const { status_activity: status, status_reason: reason, status_since: since } = person;

  const entry = (to: ActivityStatus, why: string, label: string): MenuEntry => ({
    key: `${to}${why}`,
    label,
    icon: <StatusDot tone={tones[to]} />,
    checked: status === to && reason === why,
    onSelect: () => change.mutate({ status: to, reason: why }),
  });
  const entries: MenuEntry[] = [
    ...(phone === 'idle' ? [] : [{ kind: 'label' as const, key: 'after', label: 'Sau cuộc gọi này' }]),
    entry(1, '', 'Sẵn sàng nhận cuộc gọi'),
    { kind: 'label', key: 'paused', label: 'Tạm nghỉ vì' },
    ...activityReasons.map((why) => entry(2, why, why)),
    { kind: 'line', key: 'line' },
    entry(3, '', 'Ngoại tuyến, tắt điện thoại'),
  ];
  const chosen = { tone: tones[status], word: status === 2 && reason !== '' ? reason : names[status] };
  const { tone, word } = phone === 'idle' ? chosen : stateWords[phone];
  return (
    <Menu entries={entries}>
      <button type="button" className={styles.status}>
        <span className="alo-unseen">Trạng thái làm việc: </span>
        <StatusDot tone={tone} />
        <span className={styles.word}>{word}</span>
        {phone === 'idle' && <Since at={since} />}
        <IconChevronDown size={15} aria-hidden />
      </button>
    </Menu>
  );
}

/** The running time. */
function Since({ at }: { at: string }) {
  const now = useSeconds();
  return <span className={styles.since}>{lasted((now - Date.parse(at)) / 1000)}</span>;
}

function useChangeStatus() {
  const { api } = useConsole();
  return useChangeMe(
    (body: { status: ActivityStatus; reason: string }) => api(updateActivityStatus, { body }),
    ({ status, reason }) => ({
      status_activity: status,
      status_reason: reason,
      status_since: new Date().toISOString(),
    }),
  );
}
