import { campaignContacts, rehearseCampaign, rehearsedPeopleAtMost } from '@alo/contract';
import {
  AfterDelay,
  Button,
  buttonClass,
  Chart,
  DayField,
  Fact,
  Facts,
  IconUsers,
  NumberField,
  Skeleton,
  Status,
} from '@alo/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';

import { useRead } from '../../kit/api/queries.ts';
import { useToday } from '../../kit/clock/use-seconds.ts';
import { count, percent, share } from '../../kit/format/numbers.ts';
import { useMay } from '../../kit/me/me.ts';
import { LoadFailed } from '../../resource/list/list-surface.tsx';
import { FiguresStrip } from '../../resource/page/figures-strip.tsx';
import { Page, Surface } from '../../resource/page/page.tsx';
import styles from './rehearsal.module.css';
import { type CampaignRehearsal, courseOf, dayLabel, wishOf } from './rehearsal-words.ts';

interface Wish {
  readonly people: number | null;
  readonly by: string | null;
}

const asItStands: Wish = { people: null, by: null };

/** A campaign lived ahead on its own list: when it ends, whom it never calls and why, and how many people it takes. Nobody is called. */
export default function RehearsalPage() {
  const { id = '' } = useParams({ strict: false });
  const may = useMay();
  const [wish, setWish] = useState(asItStands);
  const lived = useQuery({
    ...useRead()(rehearseCampaign, { params: { id }, body: wish }),
    // Of the same list the answer is the same: it is lived anew when somebody asks.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
    placeholderData: keepPreviousData,
  });
  const { data, error, isFetching } = lived;
  return (
    <Page
      title={data === undefined ? 'Diễn tập chiến dịch' : `Diễn tập: ${data.campaign.name}`}
      actions={
        <>
          <Link to="/marketings/campaign" search={{ id }} className={buttonClass('quiet')}>
            Về chiến dịch
          </Link>
          {may(campaignContacts.access) && (
            <Link to="/marketings/campaign/contacts/$id" params={{ id }} className={buttonClass()}>
              <IconUsers aria-hidden />
              Khách
            </Link>
          )}
        </>
      }
    >
      <p className={styles.purpose}>
        Chiến dịch được diễn tập trên chính danh sách khách của nó, theo đúng luật gọi, giờ gọi và người trong lịch.
        Không ai bị gọi và không có gì thay đổi.
      </p>
      <Wishing
        there={wish.people === null ? data?.people : undefined}
        isMessage={data?.campaign.mode === 'broadcast'}
        busy={isFetching}
        onTry={(next) => {
          if (next.people === wish.people && next.by === wish.by) void lived.refetch();
          else setWish(next);
        }}
      />
      {error !== null && !isFetching ? (
        <Surface>
          <LoadFailed error={error} onRetry={() => void lived.refetch()} />
        </Surface>
      ) : (
        <div
          className={styles.outcome}
          aria-live="polite"
          aria-busy={isFetching}
          data-stale={(isFetching && data !== undefined) || undefined}
        >
          {data === undefined ? <Waiting /> : <Outcome lived={data} />}
        </div>
      )}
    </Page>
  );
}

/** What is tried in place of what is there. */
function Wishing({
  there,
  isMessage,
  busy,
  onTry,
}: {
  there: number | undefined;
  isMessage: boolean;
  busy: boolean;
  onTry: (wish: Wish) => void;
}) {
  const today = useToday();
  const [people, setPeople] = useState<number | null>(null);
  const [by, setBy] = useState<string | null>(null);
  const [wrong, setWrong] = useState<{ people?: string; by?: string }>({});
  return (
    <form
      className={styles.wish}
      onSubmit={(event) => {
        event.preventDefault();
        // The same schema reads it as on the server.
        const read = rehearseCampaign.body.safeParse({ people, by });
        const faults = read.success ? [] : read.error.issues;
        const of = (field: string) => faults.find(({ path }) => path[0] === field)?.message;
        const early = by !== null && by < today ? 'Chọn hôm nay hoặc một ngày sau' : undefined;
        const found = { people: of('people'), by: of('by') ?? early };
        setWrong({ ...(found.people && { people: found.people }), ...(found.by && { by: found.by }) });
        if (found.people === undefined && found.by === undefined) onTry({ people, by });
      }}
    >
      <NumberField
        label={isMessage ? 'Nếu gọi cùng lúc' : 'Nếu có'}
        unit={isMessage ? 'cuộc' : 'người'}
        placeholder={there === undefined || there === 0 ? `1–${rehearsedPeopleAtMost}` : `Hiện có ${count(there)}`}
        value={people}
        error={wrong.people}
        onChange={setPeople}
      />
      <DayField label="Cần xong trước hết ngày" min={today} value={by} error={wrong.by} onChange={setBy} />
      <Button type="submit" look="primary" busy={busy}>
        Diễn tập
      </Button>
    </form>
  );
}

const Waiting = () => (
  <AfterDelay>
    <output aria-label="Đang diễn tập">
      <Skeleton width="100%" height={320} />
    </output>
  </AfterDelay>
);

function Outcome({ lived }: { lived: CampaignRehearsal }) {
  const wish = wishOf(lived);
  return (
    <>
      <div className={styles.sentences}>
        <p>{courseOf(lived)}</p>
        {wish !== null && <p>{wish}</p>}
      </div>
      <Figures of={lived} />
      {lived.days.length > 0 && <Days of={lived} />}
      <KeptOut of={lived.kept_out} />
      <Taken of={lived.taken} />
    </>
  );
}

function Figures({ of }: { of: CampaignRehearsal }) {
  const { campaign, contacts, callable, calls, reached, runs, ended, left, people } = of;
  const isMessage = campaign.mode === 'broadcast';
  return (
    <FiguresStrip
      figures={[
        { name: 'Khách còn gọi được', value: count(callable), of: `trên ${count(contacts)}` },
        {
          name: isMessage ? 'Cuộc cùng lúc' : 'Người gọi',
          formula: isMessage
            ? 'Số cuộc gọi thông điệp cùng lúc mà lượt này dùng'
            : 'Số người mà lượt này dùng, trong ca của họ',
          value: count(people),
        },
        { name: 'Cuộc sẽ gọi', value: count(calls) },
        {
          name: 'Gặp khách',
          formula: 'Cuộc khách nghe máy ÷ cuộc sẽ gọi',
          value: share(reached, calls),
          of: count(reached),
        },
        ...(of.abandoned_percent === null
          ? []
          : [
              {
                name: 'Không ai kịp nói',
                formula: 'Cuộc khách nghe mà không ai kịp nói ÷ cuộc khách nghe',
                value: percent(of.abandoned_percent),
              },
            ]),
        ...(of.used_percent === null
          ? []
          : [
              {
                name: 'Người bận gọi',
                formula: 'Thời gian nói và ghi kết quả ÷ thời gian có mặt',
                value: percent(of.used_percent),
              },
            ]),
        {
          name: 'Lượt diễn tập xong được',
          formula: 'Mỗi lượt khách nghe máy hay không là do may rủi khác nhau; các con số là của lượt ở giữa',
          value: `${ended}/${runs}`,
          of: left === 0 ? undefined : `còn ${count(left)} khách`,
        },
      ]}
    />
  );
}

const Days = ({ of: { days, calls } }: { of: CampaignRehearsal }) => (
  <Surface padded>
    <Chart
      title="Cuộc gọi theo ngày"
      column="Ngày"
      summary={`Biểu đồ ${count(calls)} cuộc gọi trong ${count(days.length)} ngày`}
      categories={days.map(({ day }) => dayLabel(day))}
      series={[
        { name: 'Gặp khách', look: 'main', values: days.map(({ reached, abandoned }) => reached - abandoned) },
        {
          name: 'Không gặp',
          look: 'rest',
          values: days.map((day) => day.calls - day.reached + day.abandoned),
        },
      ]}
      evenly
      format={count}
    />
  </Surface>
);

function KeptOut({ of }: { of: CampaignRehearsal['kept_out'] }) {
  if (of.length === 0) return null;
  return (
    <Surface padded>
      <section className={styles.part} aria-label="Khách không gọi, hoặc chưa gọi ngay">
        <h2>Khách không gọi, hoặc chưa gọi ngay</h2>
        <ul className={styles.lines}>
          {of.map(({ why, customers, later }) => (
            <li key={`${why} ${later}`}>
              <b>{count(customers)}</b>
              <span>{why}</span>
              <Status tone={later ? 'paused' : 'offline'}>{later ? 'Gọi sau' : 'Không gọi'}</Status>
            </li>
          ))}
        </ul>
      </section>
    </Surface>
  );
}

const Taken = ({ of }: { of: CampaignRehearsal['taken'] }) => (
  <Surface padded>
    <section className={styles.part} aria-label="Tính từ đâu">
      <h2>Tính từ đâu</h2>
      <Facts beside={200} gap={8}>
        {of.map(({ what, words, guessed }) => (
          <Fact key={`${what} ${words}`} name={what}>
            {words} {guessed && <Status tone="wrapup">Ước đoán</Status>}
          </Fact>
        ))}
      </Facts>
    </section>
  </Surface>
);
