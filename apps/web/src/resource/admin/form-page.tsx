import type { CrudContract } from '@alo/contract';
import { AfterDelay, Skeleton, State } from '@alo/ui';
import { useParams, useSearch } from '@tanstack/react-router';
import { ApiProblem } from '../../kit/api/problem.ts';
import { groupedPhone } from '../../kit/format/phone.ts';
import { usesPage } from '../form/form-parts.ts';
import styles from '../form/resource.module.css';
import { ResourceForm } from '../form/resource-form.tsx';
import { LoadFailed } from '../list/list-surface.tsx';
import { type Resource, useNoStart, useNothingAdded } from '../model/resource.ts';
import { useRowToEdit } from '../model/use-resource.ts';
import { Page, Surface } from '../page/page.tsx';
import type { ResourceScreen } from '../screen/screen.tsx';

/** Adds a row, or edits the one that the address names. */
export function FormPage<C extends CrudContract>({
  resource,
  screen,
}: {
  resource: Resource<C>;
  screen: ResourceScreen;
}) {
  const { contract, noun, fields, useStart = useNoStart } = resource;
  const { useReading: useAdded = useNothingAdded } = resource.added ?? {};
  const adding = useAdded();
  const added = adding.data;
  const start = useStart().data;
  const { id } = useParams({ strict: false });
  const { from } = useSearch({ strict: false });
  // What is edited, or what the new one begins as a copy of.
  const wanted = id ?? from;
  const { data: read, error: unread, refetch } = useRowToEdit(contract, wanted);
  const error = unread ?? adding.error;
  const row = id === undefined ? undefined : read;
  const title = id === undefined ? `Thêm ${noun}` : `Sửa ${noun}`;

  const width = usesPage(resource) ? 'sections' : 'form';

  if (
    (wanted !== undefined && read === undefined) ||
    added === undefined ||
    (wanted === undefined && start === undefined)
  ) {
    return (
      <Page title={title} width={width}>
        <Surface>
          {error instanceof ApiProblem && error.status === 404 ? (
            <State drawing="lost" title={`Không tìm thấy ${noun} này`}>
              {error.message}.
            </State>
          ) : error !== null ? (
            <LoadFailed
              error={error}
              onRetry={() => {
                void refetch();
                void adding.refetch();
              }}
            />
          ) : (
            <FormSkeleton fields={Object.keys(fields).length} />
          )}
        </Surface>
      </Page>
    );
  }
  return (
    <Page title={title} count={row && groupedPhone(contract.called(row))} width={width}>
      <ResourceForm
        key={wanted ?? 'add'}
        resource={resource}
        added={added}
        screen={screen}
        row={row}
        model={id === undefined ? (read ?? start) : undefined}
      />
    </Page>
  );
}

const FormSkeleton = ({ fields }: { fields: number }) => (
  <AfterDelay>
    <output className={styles.form} aria-label="Đang tải">
      {Array.from({ length: fields }, (_, index) => (
        <span key={index}>
          <Skeleton width={120} />
          <Skeleton width="100%" height={34} />
        </span>
      ))}
    </output>
  </AfterDelay>
);
