import { deleteView, type SavedView, savedViews, saveView } from '@alo/contract';
import { Button, Checkbox, IconBookmark, IconButton, IconTrash, IconUsers, Popover, TextField } from '@alo/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useRead } from '../../kit/api/queries.ts';
import { readSearch, writeSearch } from '../../kit/url/search.ts';
import { useContractForm } from '../form/use-contract-form.ts';
import styles from './saved-views.module.css';

/** Views of a list: one's own and the team's, each a link; and a place to keep what the list shows now. */
export function SavedViews({ list, address }: { list: string; address: string }) {
  const read = useRead();
  const queries = useQueryClient();
  const { api, toasts } = useConsole();
  const wanted = read(savedViews, { query: { list } });
  const { data } = useQuery({ ...wanted, staleTime: 60_000 });
  const views = data?.data ?? [];
  const current = views.find((view) => view.address === address && address !== '');
  const remove = useMutation({
    mutationFn: ({ id }: SavedView) => api(deleteView, { params: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: wanted.queryKey }),
    onError: (error) => toasts.show({ kind: 'error', ...explain(error) }),
  });

  return (
    <Popover
      label="Chế độ xem đã lưu"
      width={300}
      target={(open) => (
        <Button icon={<IconBookmark aria-hidden />} className={styles.open} {...open}>
          <span>{current?.name ?? 'Chế độ xem'}</span>
        </Button>
      )}
    >
      {(close) => (
        <>
          {views.length > 0 && (
            <ul className={styles.views}>
              {views.map((view) => (
                <li key={view.id} data-current={view.id === current?.id || undefined}>
                  <Link to="." search={readSearch(view.address)} onClick={close}>
                    {view.name}
                    {view.shared && (
                      <>
                        <IconUsers size={14} aria-hidden />
                        <span className="alo-unseen">, của nhóm</span>
                      </>
                    )}
                  </Link>
                  {view.mine && (
                    <IconButton size="sm" label={`Xoá chế độ xem ${view.name}`} onClick={() => remove.mutate(view)}>
                      <IconTrash aria-hidden />
                    </IconButton>
                  )}
                </li>
              ))}
            </ul>
          )}
          {address === '' ? (
            <p className={styles.hint}>Lọc, tìm, sắp xếp hoặc chọn cột trước, rồi lưu lại ở đây để mở nhanh lần sau.</p>
          ) : (
            <SaveForm
              list={list}
              address={address}
              onSaved={() => {
                void queries.invalidateQueries({ queryKey: wanted.queryKey });
                close();
              }}
            />
          )}
        </>
      )}
    </Popover>
  );
}

const blank = { name: '', shared: false };

function SaveForm({ list, address, onSaved }: { list: string; address: string; onSaved: () => void }) {
  const { api } = useConsole();
  const { props, values, set, errors, busy } = useContractForm({
    schema: saveView.body,
    values: blank,
    body: (view) => ({ ...view, list, address }),
    send: (body) => api(saveView, { body }),
    saved: ({ name }) => ({ kind: 'success', text: `Đã lưu chế độ xem “${name}”` }),
    onSaved,
  });
  return (
    <form {...props} className={styles.form}>
      <TextField
        label="Lưu danh sách đang xem thành"
        value={values.name}
        error={errors['name']}
        autoComplete="off"
        onChange={(event) => set({ name: event.target.value })}
      />
      <Checkbox
        label="Cả nhóm của tôi cùng dùng"
        checked={values.shared}
        onChange={(event) => set({ shared: event.currentTarget.checked })}
      />
      <Button type="submit" size="sm" look="primary" busy={busy}>
        Lưu chế độ xem
      </Button>
    </form>
  );
}

/** What of a list's state is kept in a view: everything but the page and the row that stands open. */
export const viewAddress = (search: Record<string, string>): string =>
  writeSearch({ ...search, page: undefined, id: undefined }).slice(1);
