import { callIn, callQueues, type ResultOf, type RosterEntry, roster } from '@alo/contract';
import { Button, Menu, Quiet, Status } from '@alo/ui';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { shortDay, weekdayOf } from '../../domain/shift-swaps/day-words.ts';
import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useInvalidate } from '../../kit/api/queries.ts';
import { count } from '../../kit/format/numbers.ts';
import { clock } from '../../kit/format/time.ts';
import { useMay } from '../../kit/me/me.ts';
import { Surface } from '../../resource/page/page.tsx';
import { placeOf } from './grid.tsx';
import styles from './roster.module.css';

type Week = ResultOf<typeof roster>;

/** Whether a queue asks only those who are on shift, what it would come to this week, and who is asked all the same. */
export function ByRoster({
  queue,
  week,
  entries,
}: {
  queue: string;
  week: Week;
  entries: ReadonlyMap<string, RosterEntry>;
}) {
  const may = useMay();
  const { api, toasts } = useConsole();
  const invalidate = useInvalidate();
  const call = useMutation({
    mutationFn: (body: { account_id: string; hours: number }) => api(callIn, { body }),
    onError: (error) => toasts.show({ kind: 'error', ...explain(error) }),
    onSettled: () => invalidate(roster),
  });
  const onShift = (day: string) =>
    week.people.filter(({ id }) => (entries.get(placeOf({ account_id: id, day }))?.shift_id ?? null) !== null);
  const days = week.days.map(({ day }) => ({ day, people: onShift(day).length }));
  const open = days.filter(({ people }) => people === 0).map(({ day }) => `${weekdayOf(day)} ${shortDay(day)}`);
  const busiest = Math.max(...days.map(({ people }) => people));
  const calledIn = week.people.filter(({ called_in_until: until }) => until !== null);
  const mayCall = may(callIn.access) && week.by_roster === true;
  return (
    <Surface padded>
      <section aria-label="Hàng đợi và lịch trực" className={styles.rule}>
        <div>
          <Status tone={week.by_roster === true ? 'ready' : 'offline'}>
            {week.by_roster === true ? 'Chỉ mời người đang trong ca' : 'Mời mọi thành viên, chưa theo lịch trực'}
          </Status>{' '}
          {may(callQueues.update.access) && (
            <Link to="/queue/edit/$id" params={{ id: queue }}>
              {week.by_roster === true ? 'Đổi ở hàng đợi' : 'Bật ở hàng đợi'}
            </Link>
          )}
        </div>
        <Quiet>
          {busiest === 0
            ? 'Tuần này chưa xếp ca cho ai: dù bật, mọi người vẫn được mời như thường.'
            : `${week.by_roster === true ? 'Tuần này' : 'Nếu bật, tuần này'} chỉ ai đang trong ca mới được mời, nhiều nhất ${count(busiest)} / ${count(week.people.length)} người một ngày.${
                open.length === 0 ? '' : ` Chưa xếp ai: ${open.join(', ')}; những ngày đó mọi người vẫn được mời.`
              }`}
        </Quiet>
        {mayCall && (
          <div>
            <Menu
              align="start"
              floats
              entries={week.people.map(({ id, name, called_in_until: until }) => ({
                key: id,
                label: name,
                ...(until !== null && { hint: `Được mời đến ${clock(until)}` }),
                checked: until !== null,
                onSelect: () => call.mutate({ account_id: id, hours: until === null ? calledInHours : 0 }),
              }))}
            >
              <Button size="sm" busy={call.isPending}>
                Gọi thêm người ngoài ca
              </Button>
            </Menu>{' '}
            {calledIn.map(({ id, name, called_in_until: until }) => (
              <span key={id}>{`${name} được mời đến ${until === null ? '' : clock(until)}. `}</span>
            ))}
          </div>
        )}
      </section>
    </Surface>
  );
}

/** As long as a shift is. */
const calledInHours = 8;
