import { type Asking, customers, surveyAsking } from '@alo/contract';
import { AfterDelay, Button, buttonClass, SearchField, Skeleton, State } from '@alo/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { PhoneNumber } from '../../domain/phone-door/phone-number.tsx';
import { ApiProblem } from '../../kit/api/problem.ts';
import { useRead } from '../../kit/api/queries.ts';
import { groupedPhone } from '../../kit/format/phone.ts';
import { LoadFailed } from '../../resource/list/list-surface.tsx';
import { Page, Surface } from '../../resource/page/page.tsx';
import { ResponseForm } from './response-form.tsx';
import styles from './surveys.module.css';

const shownAtMost = 8;

/** Whoever asks: a customer, the button that calls them, and the questions. Who is asked stands in the address. */
export function StartPage() {
  const { id = '' } = useParams({ strict: false });
  // Addresses carry plain words; what is no id of a customer is one that is not found.
  const { customer } = useSearch({ strict: false });
  const navigate = useNavigate();
  const choose = (chosen: string | null) =>
    void navigate({
      to: '/survey/campaign/start/$id',
      params: { id },
      search: chosen === null ? {} : { customer: chosen },
    });
  const read = useRead();
  const { data, error, refetch } = useQuery({
    ...read(surveyAsking, { params: { id }, query: customer === undefined ? {} : { customer_id: customer } }),
    staleTime: 0,
  });
  return (
    <Page
      title={data?.survey.name ?? 'Khảo sát'}
      width="form"
      actions={
        <Link to="/survey/campaign" className={buttonClass('quiet')}>
          Danh sách khảo sát
        </Link>
      }
    >
      {data === undefined && error !== null && (
        <NotRead
          error={error}
          onRetry={() => void refetch()}
          onOther={customer === undefined ? undefined : () => choose(null)}
        />
      )}
      {data === undefined && error === null && (
        <AfterDelay>
          <Skeleton width="100%" height={320} />
        </AfterDelay>
      )}
      {data !== undefined && (
        <Surface padded>
          <div className={styles.asking}>
            {data.closed !== '' && (
              <p role="status" className={styles.closed}>
                {data.closed}: xem được, không ghi được câu trả lời.
              </p>
            )}
            <CustomerChoice chosen={data.customer} onChoose={choose} />
            {data.customer !== null && (
              <>
                <Customer customer={data.customer} />
                {data.survey.note !== '' && <p className={styles.opening}>{data.survey.note}</p>}
                <ResponseForm
                  // Another survey of the same customer is another form: nothing that was filled in here stands there.
                  key={`${data.survey.id} ${data.customer.id}`}
                  asking={data}
                  customerId={data.customer.id}
                  onKept={() => choose(null)}
                  onStale={() => void refetch()}
                />
              </>
            )}
          </div>
        </Surface>
      )}
    </Page>
  );
}

/** A customer who is gone, or not for whoever asks, is in the way of no other. */
function NotRead({
  error,
  onRetry,
  onOther,
}: {
  error: unknown;
  onRetry: () => void;
  /** Where the address names a customer. */
  onOther: (() => void) | undefined;
}) {
  return (
    <Surface>
      {onOther !== undefined && error instanceof ApiProblem && [400, 404].includes(error.status) ? (
        <State
          drawing="lost"
          title="Không tìm thấy khách này"
          action={<Button onClick={onOther}>Chọn khách khác</Button>}
        >
          Hồ sơ có thể đã xoá, đã gộp vào hồ sơ khác, hoặc không do bạn phụ trách.
        </State>
      ) : (
        <LoadFailed error={error} onRetry={onRetry} />
      )}
    </Surface>
  );
}

function CustomerChoice({ chosen, onChoose }: { chosen: Asking['customer']; onChoose: (id: string | null) => void }) {
  const read = useRead();
  const [search, setSearch] = useState('');
  const { data, isFetching } = useQuery({
    ...read(customers.list, { query: { search, per_page: shownAtMost } }),
    placeholderData: keepPreviousData,
  });
  const labelOf = ({ name, phone }: { name: string; phone: string }) => `${name} · ${groupedPhone(phone)}`;
  return (
    <SearchField
      label="Khách hàng"
      hint="Tìm theo tên, số điện thoại hoặc mã."
      found={(data?.data ?? []).map((one) => ({ value: one.id, label: labelOf(one) }))}
      chosen={chosen === null ? null : { value: chosen.id, label: labelOf(chosen) }}
      loading={isFetching}
      onSearch={setSearch}
      onChange={onChoose}
    />
  );
}

const Customer = ({ customer: { id, name, phone } }: { customer: NonNullable<Asking['customer']> }) => (
  <div className={styles.customer}>
    <h2>{name}</h2>
    <PhoneNumber number={phone} callAs={`survey/${id}`} />
  </div>
);
