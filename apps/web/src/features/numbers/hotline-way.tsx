import { allExtension, createHotline, type HotlineInput, timeGroupAll } from '@alo/contract';
import { weekdaysText } from '@alo/ui';

import { GreetingHeard } from '../../domain/sound/greeting-heard.tsx';
import { groupedPhone } from '../../kit/format/phone.ts';
import { destination } from '../../resource/fields/destinations.tsx';
import { reference, references } from '../../resource/fields/references.tsx';
import type { PreviewProps } from '../../resource/model/resource.ts';
import styles from './hotline-way.module.css';

const { Show: Place } = destination('');
const { Show: TimeGroup } = reference('', timeGroupAll);
const { Show: People } = references('', allExtension);

type Draft = Partial<HotlineInput>;

/** The way that calls to a hotline would take, by the hours of the day, in words: as what is filled in so far has it. */
export function HotlineWay({ draft }: PreviewProps) {
  const { shape } = createHotline.body;
  // Each by itself: what is not filled in yet is left open.
  const asked = Object.fromEntries(
    Object.entries(shape).flatMap(([name, schema]) => {
      const read = schema.safeParse(draft[name]);
      return read.success ? [[name, read.data]] : [];
    }),
  ) as Draft;
  const { number, hours = 'always', greeting_id: greeting, outside } = asked;
  return (
    <section className={styles.way} aria-label="Đường đi của cuộc gọi">
      <h3>Khách gọi {number ? groupedPhone(number) : 'hotline này'}</h3>
      <ol>
        {greeting && (
          <li>
            Nghe lời chào <GreetingHeard id={greeting} />
          </li>
        )}
        <li>
          <b>
            <Hours asked={asked} />
          </b>
          : <Inside asked={asked} />
        </li>
        {hours !== 'always' && (
          <li>
            <b>Ngoài giờ{asked.hours === 'new' && asked.holidays === 'except' ? ' và ngày lễ' : ''}</b>:{' '}
            {outside ? <Place value={outside} /> : <i>chưa chọn nơi đến</i>}
          </li>
        )}
      </ol>
    </section>
  );
}

function Hours({ asked }: { asked: Draft }) {
  const { hours, time_group_id: group, weekdays = [], from_time: from, to_time: to, holidays } = asked;
  if (hours === 'existing') return <>Trong giờ của nhóm {group ? <TimeGroup value={group} /> : '…'}</>;
  if (hours !== 'new') return <>Cả ngày đêm</>;
  const days = weekdays.length === 0 || weekdays.length === 7 ? 'Mọi ngày' : weekdaysText(weekdays);
  const lunar = holidays === 'except' ? ', trừ ngày lễ' : holidays === 'only' ? ', chỉ ngày lễ' : '';
  return (
    <>
      {days} {from}–{to}
      {lunar}
    </>
  );
}

function Inside({ asked }: { asked: Draft }) {
  const { goes, destination: to, team_name: team = '', name = '', member_ids: members = [], unanswered } = asked;
  if (goes !== 'group' && goes !== 'queue') return to ? <Place value={to} /> : <i>chưa chọn nơi nhận</i>;
  const people = members.length === 0 ? <i>chưa chọn ai</i> : <People value={[...members]} />;
  const called = team || name;
  return (
    <>
      {goes === 'group' ? 'nhóm đổ chuông mới' : 'hàng đợi mới'} {called !== '' && `“${called}” `}gồm {people}; không ai
      nghe thì{' '}
      {unanswered ? (
        <>
          {goes === 'queue' && 'sau 5 phút '}đến <Place value={unanswered} />
        </>
      ) : goes === 'queue' ? (
        'chờ tiếp trong hàng đợi'
      ) : (
        'kết thúc cuộc gọi'
      )}
    </>
  );
}
