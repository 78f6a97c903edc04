import { type ActivityStatus, activityReasons, type MyQueue, readyAgain } from '@alo/contract';
import {
  Button,
  buttonClass,
  Dialog,
  focusGently,
  IconChevronDown,
  IconCircleCheck,
  IconHeadset,
  Menu,
  type MenuEntry,
  persistently,
  StatusDot,
  type StatusTone,
} from '@alo/ui';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useMyCalls } from '../../../domain/calls/use-my-calls.ts';
import { stateWords } from '../../../domain/presence/presence.ts';
import { useMyQueues, useQueueControl } from '../../../domain/queues/use-my-queues.ts';
import { useSeconds } from '../../../kit/clock/use-seconds.ts';
import { lasted } from '../../../kit/format/time.ts';
import { useMay, useMe, useOwnExtension } from '../../../kit/me/me.ts';
import styles from './header.module.css';
import { ownStatusTones, statusNames, useChangeStatus } from './own-status.ts';
import { useStatusSet } from './use-status-set.ts';

/** Nobody needs it who does not look at their queues. */
const OwnQueues = lazy(() => persistently(() => import('./own-queues.tsx')));
const OwnDay = lazy(() => persistently(() => import('./own-day.tsx')));

/**
 * The own activity status: 1, 2 with a reason, 3 (which stops the phone). In a call, and as long as one writes it up, that
 * is what is shown, as the switchboard has it; what was chosen stays chosen, and is shown again afterwards. What keeps calls from who is ready is said here too.
 */
export function StatusSelector() {
  const person = useMe();
  const change = useChangeStatus();
  const control = useQueueControl();
  const may = useMay();
  const { phone, phones, lacks, idle_since: idleSince } = useMyCalls();
  const {
    wrap_up_until: until,
    wrap_up_required: required,
    wrap_up_call: owed,
    why: keptBy,
    data: queues,
    ahead,
  } = useMyQueues();
  const hasPhone = useOwnExtension() !== '';
  const [queuesShown, showQueues] = useState(false);
  useStatusSet(person);
  if (!person) return null;
  const { status_activity: status, status_reason: reason, status_since: since } = person;
  const isReady = phone === 'idle' && status === 1;
  const wrapsUp = isReady && until !== null;

  const entry = (to: ActivityStatus, why: string, label: string): MenuEntry => ({
    key: `${to}${why}`,
    label,
    icon: <StatusDot tone={ownStatusTones[to]} />,
    checked: status === to && reason === why,
    onSelect: () => change.mutate({ status: to, reason: why }),
  });
  const entries: MenuEntry[] = [
    ...(isReady ? reasonsOf(keptBy, queues) : []).map((words) => ({
      kind: 'label' as const,
      key: words,
      label: <span className={styles.why}>{words}</span>,
    })),
    ...(phone === 'idle' ? [] : [{ kind: 'label' as const, key: 'after', label: 'Sau cuộc gọi này' }]),
    entry(1, '', 'Sẵn sàng nhận cuộc gọi'),
    { kind: 'label', key: 'paused', label: 'Tạm nghỉ vì' },
    ...activityReasons.map((why) => entry(2, why, why)),
    { kind: 'line', key: 'line' },
    entry(3, '', 'Ngoại tuyến, tắt điện thoại'),
    ...(queues.length === 0 ? [] : [{ kind: 'line' as const, key: 'queues-line' }, queuesEntry(queues, showQueues)]),
    ...(hasPhone ? [ownDay] : []),
  ];
  const unreached = unreachedBy(phones, lacks);
  const chosen = { tone: ownStatusTones[status], word: status === 2 && reason !== '' ? reason : statusNames[status] };
  const shown =
    phone !== 'idle'
      ? stateWords[phone]
      : status !== 3 && hasPhone && unreached !== null
        ? unreached
        : wrapsUp
          ? stateWords['wrapping-up']
          : (pausedIn(queues, status) ?? chosen);
  return (
    <>
      {wrapsUp && !required && (
        <Button
          size="sm"
          className={styles.ready}
          icon={<IconCircleCheck aria-hidden />}
          busy={control.isPending}
          // The button goes away, and the focus does not go with it.
          onClick={() => control.mutate((api) => api(readyAgain, { body: {} }), { onSuccess: toPage })}
        >
          <span>
            Sẵn sàng<span className="alo-unseen"> nhận cuộc gọi</span>
          </span>
        </Button>
      )}
      {wrapsUp && owed !== null && may('call-history.view') && (
        <Link to="/call-history" search={{ id: owed }} className={buttonClass('default', 'sm')}>
          Ghi kết quả
        </Link>
      )}
      <Menu entries={entries}>
        <button type="button" className={styles.status} data-wraps-up={wrapsUp || undefined}>
          <span className="alo-unseen">Trạng thái làm việc: </span>
          <StatusDot tone={shown.tone} />
          <span className={styles.word}>{shown.word}</span>
          {wrapsUp && <Left until={Date.parse(until) - ahead} />}
          {shown === chosen && <Since at={status === 1 ? later(since, idleSince) : since} />}
          <IconChevronDown size={15} aria-hidden />
        </button>
      </Menu>
      <Dialog opened={queuesShown} onClose={() => showQueues(false)} title="Hàng đợi của bạn" width={520}>
        <Suspense fallback={null}>
          <OwnQueues />
        </Suspense>
      </Dialog>
    </>
  );
}

/** Its room is there before it is known. */
const ownDay: MenuEntry = {
  kind: 'label',
  key: 'day',
  label: (
    <span className={styles['own-day']}>
      <Suspense fallback={null}>
        <OwnDay />
      </Suspense>
    </span>
  ),
};

/** Whom no call reaches is not ready, whatever they chose: the same word as others see of them. */
function unreachedBy(phones: number, lacks: 'microphone' | 'telephone' | null) {
  if (lacks !== null) return stateWords[`no-${lacks}`];
  return phones === 0 ? notConnected : null;
}

const notConnected = { tone: stateWords.offline.tone, word: 'Chưa kết nối' };

const toPage = () => focusGently(document.getElementById('main'));

const reasonsAtMost = 3;

/** What keeps calls from somebody who is ready: those of all queues, or of some. */
function reasonsOf(keptBy: string, queues: readonly MyQueue[]): readonly string[] {
  if (keptBy !== '') return [`Chưa nhận được cuộc gọi vì ${keptBy}`];
  const kept = queues.filter(({ free }) => !free);
  const more = kept.length - reasonsAtMost;
  return [
    ...kept.slice(0, reasonsAtMost).map(({ name, why }) => `Chưa nhận được cuộc gọi của “${name}” vì ${why}`),
    ...(more > 0 ? [`và của ${more} hàng đợi khác`] : []),
  ];
}

/** Somebody who is ready, and whom no queue calls that they have joined, or one that stopped by itself, is not shown as ready. */
function pausedIn(
  queues: readonly MyQueue[],
  status: ActivityStatus,
): { readonly tone: StatusTone; readonly word: string } | undefined {
  const joined = queues.filter((queue) => queue.joined);
  const pauses = joined.flatMap(({ pause }) => pause ?? []);
  const isPaused = pauses.some((pause) => pause.by_itself) || (joined.length > 0 && pauses.length === joined.length);
  return status === 1 && isPaused ? stateWords['queues-paused'] : undefined;
}

function queuesEntry(queues: readonly MyQueue[], show: (shown: true) => void): MenuEntry {
  const taken = queues.filter(({ joined, pause }) => joined && pause === null).length;
  return {
    key: 'queues',
    label: `Hàng đợi của bạn: nhận ${taken}/${queues.length}`,
    icon: <IconHeadset aria-hidden />,
    onSelect: () => show(true),
  };
}

/** Whoever is ready is so since they chose it, or since their last call. */
const later = (chosen: string, idle: string | null): string =>
  idle !== null && Date.parse(idle) > Date.parse(chosen) ? idle : chosen;

/** The running time. */
function Since({ at }: { at: string }) {
  const now = useSeconds();
  return <span className={styles.since}>{lasted((now - Date.parse(at)) / 1000)}</span>;
}

/** How long something still takes. It is not announced: a screen reader would never stop. */
function Left({ until }: { until: number }) {
  const now = useSeconds();
  return (
    <span className={styles.left}>
      <span>còn </span>
      {lasted(Math.max(0, (until - now) / 1000))}
    </span>
  );
}
